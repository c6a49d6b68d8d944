import { InvalidArgumentError, type Command } from 'commander';
import type { TokenRow } from '../accounts/account.select.js';
import { MAX_TOKEN_DAYS } from '../accounts/token-store.js';
import type { Configuration } from '../kernel/config/configuration.js';
import type { Terminal } from './terminal.js';
import { withAccounts } from './with-database.js';

export function addTokenCommands(commands: Command, configuration: Configuration, terminal: Terminal): void {
  const token = commands.command('token').description('manage the tokens of users');
  addTokenCreateCommand(token, configuration, terminal);
  token
    .command('list <user>')
    .description('list the tokens of a user: id, created, expires, last used, revoked')
    .action((username: string) =>
      withAccounts(configuration, terminal, async ({ tokens }) => {
        for (const row of await tokens.listByUser({ username })) terminal.print(formatTokenRow(row));
      }),
    );
  token
    .command('revoke')
    .description('revoke a token immediately')
    .argument('<id>', 'id of the token, as shown when it was created', parseInteger)
    .action((id: number) =>
      withAccounts(configuration, terminal, async ({ tokens }) => {
        await tokens.revoke(id);
        terminal.print(`Token ${id} revoked.`);
      }),
    );
}

function addTokenCreateCommand(token: Command, configuration: Configuration, terminal: Terminal): void {
  token
    .command('create <user>')
    .description('create another token for a user; it is shown only once')
    .option('--days <number>', `days until the token expires, at most ${MAX_TOKEN_DAYS} (default: one year)`, parseDays)
    .action((user: string, { days }: { days?: number }) =>
      withAccounts(configuration, terminal, async ({ accounts }) => {
        const expiry = days === undefined ? undefined : { days };
        const { id, username, token } = await accounts.createToken({ username: user }, expiry);
        terminal.print(`Token ${id} of ${username}, shown only once:`);
        terminal.print(token);
      }),
    );
}

const formatTokenRow = ({ id, created_at, expires_at, last_used_at, revoked_at }: TokenRow): string =>
  [id, created_at, expires_at ?? '-', last_used_at ?? '-', revoked_at ?? '-'].join('\t');

function parseInteger(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Must be an integer.');
  return Number(text);
}

function parseDays(text: string): number {
  const days = parseInteger(text);
  if (days < 1 || days > MAX_TOKEN_DAYS) throw new InvalidArgumentError(`Must be from 1 to ${MAX_TOKEN_DAYS}.`);
  return days;
}
