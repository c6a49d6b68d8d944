import { Option, type Command } from 'commander';
import type { Account } from '../accounts/find-account.js';
import { ROLES, type Role } from '../kernel/context/principal.js';
import type { Configuration } from '../kernel/config/configuration.js';
import type { Terminal } from './terminal.js';
import { choiceParser } from './option-parsers.js';
import { withAccounts } from './with-database.js';

/** What `user create --json` prints. */
const CREATED_USER_SHAPE = '{"id","username","role","token"}';

/** Adds the commands about users. */
export function addUserCommands(commands: Command, configuration: Configuration, terminal: Terminal): void {
  const user = commands.command('user').description(terminal.translate({ key: 'cli.commands.user' }));
  addCreate(user, configuration, terminal);
  user
    .command('list')
    .description(terminal.translate({ key: 'cli.commands.user_list' }))
    .action(() =>
      withAccounts(configuration, terminal, async ({ accounts }) => {
        for (const { id, username, role } of await accounts.list()) terminal.print(`${id}\t${username}\t${role}`);
      }),
    );
  user
    .command('remove <name>')
    .description(terminal.translate({ key: 'cli.commands.user_remove' }))
    .action((username: string) =>
      withAccounts(configuration, terminal, async ({ accounts }) => {
        await accounts.remove({ username });
        terminal.print({ key: 'cli.results.user_removed', args: { username } });
      }),
    );
}

function addCreate(user: Command, configuration: Configuration, terminal: Terminal): void {
  user
    .command('create <name>')
    .description(terminal.translate({ key: 'cli.commands.user_create' }))
    .addOption(
      new Option('--role <role>', terminal.translate({ key: 'cli.options.role' }))
        .choices(ROLES)
        .argParser(choiceParser(ROLES, terminal))
        .makeOptionMandatory(),
    )
    .option('--json', terminal.translate({ key: 'cli.options.json', args: { shape: CREATED_USER_SHAPE } }))
    .action((name: string, options: { role: Role; json?: boolean }) =>
      withAccounts(configuration, terminal, async ({ accounts }) => {
        const account = await accounts.create(name, options.role);
        if (options.json) printAsJson(account, terminal);
        else printCreatedUser(account, terminal);
      }),
    );
}

function printAsJson({ id, username, role, token }: Account & { token: string }, terminal: Terminal): void {
  terminal.print(JSON.stringify({ id, username, role, token }));
}

function printCreatedUser({ id, username, role, token }: Account & { token: string }, terminal: Terminal): void {
  terminal.print({ key: 'cli.results.user_created', args: { username, role, id } });
  terminal.print(token);
}
