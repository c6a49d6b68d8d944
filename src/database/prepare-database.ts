import type { MikroORM } from '@mikro-orm/postgresql';
import { ensureAdministrator } from '../accounts/ensure-administrator.js';
import type { Configuration } from '../kernel/config/configuration.js';
import type { ResolvedExtensions } from '../extension/resolve-extensions.js';
import { migrateAndSyncLanguages } from './migrate.js';
import { openDatabase } from './open-database.js';

/** A migrated database with an administrator. */
export interface PreparedDatabase {
  readonly url: string;
  /** File with the token of the first administrator, if that token is valid. */
  readonly tokenFile: string | undefined;
  /** Stops the embedded database. Does nothing for the one at `DATABASE_URL`. */
  stop(): Promise<void>;
}

/** Opens and migrates the configured database, and creates the first administrator if there is none. */
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
    await migrateAndSyncLanguages(database.url, configuration.DEFAULT_LANGUAGE, {
      afterMigration,
      extensions,
      lockTimeout: configuration.MIGRATION_LOCK_TIMEOUT,
      log: report,
    });
    return { url: database.url, tokenFile, stop: () => database.stop() };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
