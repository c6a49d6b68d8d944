import type { MikroORM } from '@mikro-orm/postgresql';
import { ensureAdministrator } from '../accounts/ensure-administrator.js';
import type { Configuration } from '../kernel/config/configuration.js';
import type { ResolvedExtensions } from '../extension/extensions.js';
import { migrate } from './migrate.js';
import { openDatabase } from './open-database.js';

/** A database that a service can begin with. */
export interface PreparedDatabase {
  readonly url: string;
  /** The file with the first administrator's token, where there is one that is valid. */
  readonly tokenFile: string | undefined;
  /** Lets go of it, once nobody needs it any more. */
  stop(): Promise<void>;
}

/**
 * Opens the database of the configuration, brings it up to date, and sees to it that it has an administrator.
 * @param report is told what takes its time, and what an operator should know of the database
 */
export async function prepareDatabase(
  configuration: Configuration,
  extensions: ResolvedExtensions,
  report: (line: string) => void,
): Promise<PreparedDatabase> {
  const database = await openDatabase(configuration, 'service', report);
  try {
    let tokenFile: string | undefined;
    const afterMigration = async ({ em }: MikroORM) => {
      tokenFile = await ensureAdministrator(em, configuration);
    };
    await migrate(database.url, configuration.DEFAULT_LANGUAGE, { afterMigration, extensions });
    return { url: database.url, tokenFile, stop: () => database.stop() };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
