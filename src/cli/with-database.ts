import { MikroORM } from '@mikro-orm/postgresql';
import { Accounts } from '../accounts/accounts.js';
import type { Configuration } from '../config/configuration.js';
import { migrate } from '../database/migrate.js';
import { openDatabase } from '../database/open-database.js';
import { ormOptions } from '../database/orm-options.js';

const remark = (line: string): void => void process.stderr.write(`${line}\n`);

/** Runs a command on the database of the service, brought up to date, and lets go of it afterwards. */
export async function withDatabase(
  configuration: Configuration,
  command: (url: string, migrations: string[]) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(configuration, 'command', remark);
  try {
    await command(database.url, await migrate(database.url, configuration.DEFAULT_LANGUAGE));
  } finally {
    await database.stop();
  }
}

/** Runs a command about users and tokens. */
export function withAccounts(
  configuration: Configuration,
  command: (accounts: Accounts) => Promise<void>,
): Promise<void> {
  return withDatabase(configuration, async (url) => {
    const orm = await MikroORM.init(ormOptions(url));
    try {
      await command(new Accounts(orm.em));
    } finally {
      await orm.close(true);
    }
  });
}
