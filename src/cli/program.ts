import { Command, InvalidArgumentError, Option } from 'commander';
import { ROLES, type Role } from '../common/auth/principal.js';
import type { Configuration } from '../config/configuration.js';
import { seedDemo, seedSynthetic } from '../database/seeders/seed.js';
import { withAccounts, withDatabase } from './with-database.js';

/** Synthetic events between two reports. */
const REPORTED = 100_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The commands of `npm run -s cli --`. They work whether or not the service runs. */
export function program(configuration: Configuration): Command {
  const commands = new Command('cli').description('Commands of the calendar events service');
  addUserCommands(commands.command('user').description('users and their roles'), configuration);
  addTokenCommands(commands.command('token').description('tokens of users'), configuration);
  addDatabaseCommands(commands, configuration);
  return commands;
}

function addUserCommands(user: Command, configuration: Configuration): void {
  user
    .command('create <name>')
    .description('create a user with a first token, which is shown this once')
    .addOption(new Option('--role <role>', 'what the user may do').choices(ROLES).makeOptionMandatory())
    .option('--json', 'print {"id","username","role","token"}')
    .action((name: string, { role, json }: { role: Role; json?: boolean }) =>
      withAccounts(configuration, async (accounts) => {
        const { id, username, token } = await accounts.create(name, role);
        if (json) say(JSON.stringify({ id, username, role, token }));
        else say(`${username} (${role}, id ${id}) was created. The token is shown this once:\n${token}`);
      }),
    );
  user
    .command('list')
    .description('list the users')
    .action(() =>
      withAccounts(configuration, async (accounts) => {
        for (const { id, username, role } of await accounts.list()) say(`${id}\t${username}\t${role}`);
      }),
    );
  user
    .command('remove <name>')
    .description('remove a user and its tokens; records stay, without author')
    .action((name: string) =>
      withAccounts(configuration, async (accounts) => {
        await accounts.remove(name);
        say(`${name} was removed.`);
      }),
    );
}

function addTokenCommands(token: Command, configuration: Configuration): void {
  token
    .command('create <user>')
    .description('make a further token for a user, which is shown this once')
    .action((user: string) =>
      withAccounts(configuration, async (accounts) => {
        const made = await accounts.createToken(user);
        say(`Token ${made.id} of ${made.username}, shown this once:\n${made.token}`);
      }),
    );
  token
    .command('revoke')
    .description('end a token at once')
    .argument('<id>', 'the number shown when the token was made', wholeNumber)
    .action((id: number) =>
      withAccounts(configuration, async (accounts) => {
        await accounts.revokeToken(id);
        say(`Token ${id} was revoked.`);
      }),
    );
}

function addDatabaseCommands(commands: Command, configuration: Configuration): void {
  commands
    .command('seed')
    .description('load the demo agenda, or synthetic events for load tests')
    .option('--events <number>', 'how many synthetic events', wholeNumber)
    .action(({ events }: { events?: number }) =>
      withDatabase(configuration, (url) =>
        events === undefined ? loadAgenda(configuration, url) : loadSynthetic(url, events),
      ),
    );
  commands
    .command('migrate')
    .description('bring the database up to date')
    .action(() =>
      withDatabase(configuration, async (_url, migrations) => {
        say(migrations.length === 0 ? 'The database is up to date.' : `Run: ${migrations.join(', ')}`);
      }),
    );
}

async function loadAgenda(configuration: Configuration, url: string): Promise<void> {
  const loaded = await seedDemo(configuration, url);
  if (loaded > 0) say(`${loaded} events were loaded.`);
  else say('The calendar has records already, so the demo agenda was not loaded.');
}

/** An interruption is heard between two batches, so that the database is left in order. */
async function loadSynthetic(url: string, events: number): Promise<void> {
  const interruption = new AbortController();
  process.once('SIGINT', () => interruption.abort());
  const progress = (stored: number) => {
    if (stored % REPORTED === 0) process.stderr.write(`${stored} of ${events} events\n`);
  };
  const loaded = await seedSynthetic(url, events, { progress, signal: interruption.signal });
  say(`${loaded} events were loaded.`);
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
