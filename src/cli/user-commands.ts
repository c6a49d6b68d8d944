import { Option, type Command } from 'commander';
import type { Account } from '../accounts/find-account.js';
import { ROLES, type Role } from '../kernel/context/principal.js';
import type { Configuration } from '../kernel/config/configuration.js';
import type { Terminal } from './terminal.js';
import { oneOf } from './values.js';
import { withAccounts } from './with-database.js';

/** What `user create --json` prints. */
const CREATED = '{"id","username","role","token"}';

/** Adds the commands about users. */
export function addUserCommands(commands: Command, configuration: Configuration, terminal: Terminal): void {
  const user = commands.command('user').description(terminal.text({ key: 'cli.commands.user' }));
  addCreate(user, configuration, terminal);
  user
    .command('list')
    .description(terminal.text({ key: 'cli.commands.user_list' }))
    .action(() =>
      withAccounts(configuration, terminal, async ({ accounts }) => {
        for (const { id, username, role } of await accounts.list()) terminal.say(`${id}\t${username}\t${role}`);
      }),
    );
  user
    .command('remove <name>')
    .description(terminal.text({ key: 'cli.commands.user_remove' }))
    .action((username: string) =>
      withAccounts(configuration, terminal, async ({ accounts }) => {
        await accounts.remove({ username });
        terminal.say({ key: 'cli.results.user_removed', args: { username } });
      }),
    );
}

function addCreate(user: Command, configuration: Configuration, terminal: Terminal): void {
  user
    .command('create <name>')
    .description(terminal.text({ key: 'cli.commands.user_create' }))
    .addOption(
      new Option('--role <role>', terminal.text({ key: 'cli.options.role' }))
        .choices(ROLES)
        .argParser(oneOf(ROLES, terminal))
        .makeOptionMandatory(),
    )
    .option('--json', terminal.text({ key: 'cli.options.json', args: { shape: CREATED } }))
    .action((name: string, options: { role: Role; json?: boolean }) =>
      withAccounts(configuration, terminal, async ({ accounts }) => {
        const account = await accounts.create(name, options.role);
        if (options.json) sayAsJson(account, terminal);
        else sayCreated(account, terminal);
      }),
    );
}

function sayAsJson({ id, username, role, token }: Account & { token: string }, terminal: Terminal): void {
  terminal.say(JSON.stringify({ id, username, role, token }));
}

function sayCreated({ id, username, role, token }: Account & { token: string }, terminal: Terminal): void {
  terminal.say({ key: 'cli.results.user_created', args: { username, role, id } });
  terminal.say(token);
}
