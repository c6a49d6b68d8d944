import type { Command } from 'commander';
import type { Configuration } from '../config/configuration.js';
import type { Terminal } from './terminal.js';
import { wholeNumber } from './values.js';
import { withAccounts } from './with-database.js';

/** Adds the commands about tokens. */
export function addTokenCommands(commands: Command, configuration: Configuration, terminal: Terminal): void {
  const token = commands.command('token').description(terminal.text({ key: 'cli.commands.token' }));
  token
    .command('create <user>')
    .description(terminal.text({ key: 'cli.commands.token_create' }))
    .action((user: string) =>
      withAccounts(configuration, terminal, async (accounts) => {
        const { id, username, token } = await accounts.createToken(user);
        terminal.say({ key: 'cli.results.token_created', args: { id, username } });
        terminal.say(token);
      }),
    );
  token
    .command('revoke')
    .description(terminal.text({ key: 'cli.commands.token_revoke' }))
    .argument('<id>', terminal.text({ key: 'cli.options.token' }), wholeNumber(terminal))
    .action((id: number) =>
      withAccounts(configuration, terminal, async (accounts) => {
        await accounts.revokeToken(id);
        terminal.say({ key: 'cli.results.token_revoked', args: { id } });
      }),
    );
}
