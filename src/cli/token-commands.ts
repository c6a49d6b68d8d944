import type { Command } from 'commander';
import type { TokenRow } from '../accounts/account.select.js';
import { MOST_TOKEN_DAYS } from '../accounts/token-store.js';
import type { Configuration } from '../kernel/config/configuration.js';
import type { Terminal } from './terminal.js';
import { numberBetween, wholeNumber } from './values.js';
import { withAccounts } from './with-database.js';

/** Adds the commands about tokens. */
export function addTokenCommands(commands: Command, configuration: Configuration, terminal: Terminal): void {
  const token = commands.command('token').description(terminal.text({ key: 'cli.commands.token' }));
  addCreate(token, configuration, terminal);
  token
    .command('list <user>')
    .description(terminal.text({ key: 'cli.commands.token_list' }))
    .action((username: string) =>
      withAccounts(configuration, terminal, async ({ tokens }) => {
        for (const row of await tokens.of({ username })) terminal.say(lineOf(row));
      }),
    );
  token
    .command('revoke')
    .description(terminal.text({ key: 'cli.commands.token_revoke' }))
    .argument('<id>', terminal.text({ key: 'cli.options.token' }), wholeNumber(terminal))
    .action((id: number) =>
      withAccounts(configuration, terminal, async ({ tokens }) => {
        await tokens.revoke(id);
        terminal.say({ key: 'cli.results.token_revoked', args: { id } });
      }),
    );
}

function addCreate(token: Command, configuration: Configuration, terminal: Terminal): void {
  const days = numberBetween(1, MOST_TOKEN_DAYS, terminal);
  token
    .command('create <user>')
    .description(terminal.text({ key: 'cli.commands.token_create' }))
    .option('--days <number>', terminal.text({ key: 'cli.options.days', args: { most: MOST_TOKEN_DAYS } }), days)
    .action((user: string, { days }: { days?: number }) =>
      withAccounts(configuration, terminal, async ({ accounts }) => {
        const end = days === undefined ? undefined : { days };
        const { id, username, token } = await accounts.createToken({ username: user }, end);
        terminal.say({ key: 'cli.results.token_created', args: { id, username } });
        terminal.say(token);
      }),
    );
}

/** Id, creation, end, last use and revocation, with a dash for what has not been. */
const lineOf = ({ id, created_at, expires_at, last_used_at, revoked_at }: TokenRow): string =>
  [id, created_at, expires_at ?? '-', last_used_at ?? '-', revoked_at ?? '-'].join('\t');
