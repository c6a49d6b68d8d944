import type { Command } from 'commander';
import type { TokenRow } from '../accounts/account.select.js';
import { MAX_TOKEN_DAYS } from '../accounts/token-store.js';
import type { Configuration } from '../kernel/config/configuration.js';
import type { Terminal } from './terminal.js';
import { integerRangeParser, integerParser } from './option-parsers.js';
import { withAccounts } from './with-database.js';

/** Adds the commands about tokens. */
export function addTokenCommands(commands: Command, configuration: Configuration, terminal: Terminal): void {
  const token = commands.command('token').description(terminal.translate({ key: 'cli.commands.token' }));
  addCreate(token, configuration, terminal);
  token
    .command('list <user>')
    .description(terminal.translate({ key: 'cli.commands.token_list' }))
    .action((username: string) =>
      withAccounts(configuration, terminal, async ({ tokens }) => {
        for (const row of await tokens.listByUser({ username })) terminal.print(formatToken(row));
      }),
    );
  token
    .command('revoke')
    .description(terminal.translate({ key: 'cli.commands.token_revoke' }))
    .argument('<id>', terminal.translate({ key: 'cli.options.token' }), integerParser(terminal))
    .action((id: number) =>
      withAccounts(configuration, terminal, async ({ tokens }) => {
        await tokens.revoke(id);
        terminal.print({ key: 'cli.results.token_revoked', args: { id } });
      }),
    );
}

function addCreate(token: Command, configuration: Configuration, terminal: Terminal): void {
  const days = integerRangeParser(1, MAX_TOKEN_DAYS, terminal);
  token
    .command('create <user>')
    .description(terminal.translate({ key: 'cli.commands.token_create' }))
    .option('--days <number>', terminal.translate({ key: 'cli.options.days', args: { max: MAX_TOKEN_DAYS } }), days)
    .action((user: string, { days }: { days?: number }) =>
      withAccounts(configuration, terminal, async ({ accounts }) => {
        const expiry = days === undefined ? undefined : { days };
        const { id, username, token } = await accounts.createToken({ username: user }, expiry);
        terminal.print({ key: 'cli.results.token_created', args: { id, username } });
        terminal.print(token);
      }),
    );
}

/** Id, creation, end, last use and revocation, with a dash for what has not been. */
const formatToken = ({ id, created_at, expires_at, last_used_at, revoked_at }: TokenRow): string =>
  [id, created_at, expires_at ?? '-', last_used_at ?? '-', revoked_at ?? '-'].join('\t');
