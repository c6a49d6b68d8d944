import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { extensionError, SetupError } from '../kernel/errors/setup-error.js';
import type { Language } from '../kernel/language/languages.js';
import type { ResolvedExtensions } from '../extension/extensions.js';
import { syncLanguages } from '../records/translations/sync-languages.js';
import { throwEntityError, addExtensionTableObjects } from './add-extension-table-objects.js';
import { databaseOptions } from './database-options.js';

/** Key of the advisory lock under which one process at a time migrates: MikroORM's migrator takes none. */
const MIGRATION_LOCK_KEY = 7_226_400;

/** Oldest PostgreSQL whose unique constraints can treat nulls as equal, and that is still supported. */
const MIN_SERVER_VERSION = 150_000;

export interface MigrationOptions {
  /** `keep` leaves the fallback order of an existing database as it is. Default: `rebuild`. */
  readonly fallbackMode?: 'rebuild' | 'keep';
  /** Runs under the same lock. */
  readonly afterMigration?: (orm: MikroORM) => Promise<void>;
  /** Those of the application; none where nothing is said. */
  readonly extensions?: ResolvedExtensions | undefined;
}

/**
 * Brings a database to the present schema. Any number of processes may do so at once: one migrates, the others wait and
 * find nothing left to do.
 * @returns the names of the migrations that were run.
 */
export async function migrate(
  url: string,
  defaultLanguage: Language,
  { fallbackMode, afterMigration, extensions }: MigrationOptions = {},
): Promise<string[]> {
  return withMigrationLock(url, async () => {
    const orm = await MikroORM.init(databaseOptions(url, 'migrate', extensions)).catch(throwEntityError);
    try {
      let current = '';
      orm.migrator.on('migrating', ({ name }) => {
        current = name;
      });
      const executed = await orm.migrator.up().catch((error: unknown) => throwMigrationError(current, error));
      if (extensions) await addExtensionTableObjects(orm, extensions.customFields);
      const Fallback = extensions?.strategies.fallback;
      await syncLanguages(orm.em.fork(), defaultLanguage, fallbackMode, Fallback && new Fallback());
      await afterMigration?.(orm);
      return executed.map(({ name }) => name);
    } finally {
      await orm.close(true);
    }
  });
}

/** @throws {SetupError} where it is an extension's that fails, naming it; what else fails, as it is */
function throwMigrationError(failed: string, error: unknown): never {
  const [extension = '', name] = failed.split('/');
  if (name === undefined) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  const text = `has a migration ${name} that the database rejects (${reason}). Correct the migration.`;
  throw extensionError([{ subject: extension, text }]);
}

async function withMigrationLock<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    const serverVersion = Number(rows[0]?.server_version_num);
    if (serverVersion < MIN_SERVER_VERSION)
      throw new SetupError(
        `The database runs PostgreSQL ${Math.floor(serverVersion / 10_000)}, but ${MIN_SERVER_VERSION / 10_000} or newer is required. Upgrade it, or set DATABASE_URL to another database.`,
      );
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_KEY]);
    return await work();
  } finally {
    await client.end();
  }
}
