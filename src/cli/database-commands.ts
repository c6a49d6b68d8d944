import type { Command } from 'commander';
import type { Configuration } from '../kernel/config/configuration.js';
import type { Terminal } from './terminal.js';
import { withMigratedDatabase } from './with-database.js';

export function addDatabaseCommands(commands: Command, configuration: Configuration, terminal: Terminal): void {
  commands
    .command('seed')
    .description('load the demo agenda into a calendar without records')
    .action(() =>
      withMigratedDatabase(configuration, terminal, async ({ url, extensions }) => {
        // Imported here, so that other commands do not have to load the application.
        const { seedDemo } = await import('./seed-demo.js');
        const events = await seedDemo(configuration, url, extensions);
        const failure = 'The calendar already has records. The demo agenda was not loaded.';
        terminal.print(events > 0 ? `Loaded ${events} events.` : failure);
      }),
    );
  commands
    .command('migrate')
    .description('migrate the database to this version')
    .action(() =>
      withMigratedDatabase(
        configuration,
        terminal,
        async ({ migrations }) => {
          const names = migrations.join(', ');
          terminal.print(names ? `Migrations run: ${names}.` : 'The database is up to date.');
        },
        'rebuild', // applies a changed DEFAULT_LANGUAGE, as starting the service does
      ),
    );
}
