import { Option, type Command } from 'commander';
import { ROLES, type Role } from '../kernel/context/principal.js';
import type { Configuration } from '../kernel/config/configuration.js';
import type { Terminal } from './terminal.js';
import { withAccounts } from './with-database.js';

export function addUserCommands(commands: Command, configuration: Configuration, terminal: Terminal): void {
  const user = commands.command('user').description('manage users and their roles');
  addUserCreateCommand(user, configuration, terminal);
  user
    .command('list')
    .description('list users')
    .action(() =>
      withAccounts(configuration, terminal, async ({ accounts }) => {
        for (const { id, username, role } of await accounts.list()) terminal.print(`${id}\t${username}\t${role}`);
      }),
    );
  user
    .command('remove <name>')
    .description('remove a user and their tokens; their records stay, without an author')
    .action((username: string) =>
      withAccounts(configuration, terminal, async ({ accounts }) => {
        await accounts.remove({ username });
        terminal.print(`User ${username} removed.`);
      }),
    );
}

function addUserCreateCommand(user: Command, configuration: Configuration, terminal: Terminal): void {
  user
    .command('create <name>')
    .description('create a user and print their first token, which is shown only once')
    .addOption(new Option('--role <role>', 'role of the user').choices(ROLES).makeOptionMandatory())
    .option('--json', 'print one line of JSON: {"id","username","role","token"}')
    .action((name: string, options: { role: Role; json?: boolean }) =>
      withAccounts(configuration, terminal, async ({ accounts }) => {
        const { id, username, role, token } = await accounts.create(name, options.role);
        if (options.json) return terminal.print(JSON.stringify({ id, username, role, token }));
        terminal.print(`User ${username} created (role ${role}, id ${id}). The token is shown only once:`);
        terminal.print(token);
      }),
    );
}
