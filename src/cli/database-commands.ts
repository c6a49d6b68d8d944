import type { Command } from 'commander';
import type { Configuration } from '../config/configuration.js';
import type { Extensions } from '../extension/extensions.js';
import type { Terminal } from './terminal.js';
import { wholeNumber } from './values.js';
import { withDatabase } from './with-database.js';

/** Synthetic events between two reports. */
const REPORTED = 100_000;

/** Adds the commands about the database as a whole. */
export function addDatabaseCommands(commands: Command, configuration: Configuration, terminal: Terminal): void {
  commands
    .command('seed')
    .description(terminal.text({ key: 'cli.commands.seed' }))
    .option('--events <number>', terminal.text({ key: 'cli.options.events' }), wholeNumber(terminal))
    .action(({ events }: { events?: number }) =>
      withDatabase(configuration, terminal, ({ url, extensions }) =>
        events === undefined
          ? loadAgenda(configuration, url, extensions, terminal)
          : loadSynthetic(url, events, terminal),
      ),
    );
  commands
    .command('migrate')
    .description(terminal.text({ key: 'cli.commands.migrate' }))
    .action(() => withDatabase(configuration, terminal, ({ migrations }) => report(migrations, terminal), 'derive'));
}

async function report(migrations: readonly string[], terminal: Terminal): Promise<void> {
  const names = migrations.join(', ');
  terminal.say(names ? { key: 'cli.results.migrated', args: { names } } : { key: 'cli.results.up_to_date' });
}

async function loadAgenda(
  configuration: Configuration,
  url: string,
  extensions: Extensions,
  terminal: Terminal,
): Promise<void> {
  const { seedDemo } = await seeders();
  const events = await seedDemo(configuration, url, extensions);
  terminal.say(events > 0 ? { key: 'cli.results.loaded', args: { events } } : { key: 'cli.results.not_empty' });
}

/** An interruption is heard between two batches, so that the database is left in order. */
async function loadSynthetic(url: string, events: number, terminal: Terminal): Promise<void> {
  const { seedSynthetic } = await seeders();
  const interruption = new AbortController();
  process.once('SIGINT', () => interruption.abort());
  const progress = (stored: number) => {
    if (stored % REPORTED === 0) terminal.remark({ key: 'cli.results.progress', args: { stored, events } });
  };
  const loaded = await seedSynthetic(url, events, { progress, signal: interruption.signal });
  terminal.say({ key: 'cli.results.loaded', args: { events: loaded } });
}

/** They need the whole application, which would make every other command wait. */
const seeders = () => import('../database/seeders/seed.js');
