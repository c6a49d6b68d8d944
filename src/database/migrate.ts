import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { extensionError, SetupError } from '../kernel/errors/setup-error.js';
import type { Language } from '../kernel/language/languages.js';
import type { ResolvedExtensions } from '../extension/resolve-extensions.js';
import { MIGRATIONS } from '../persistence/migrations/index.js';
import { syncLanguages } from '../records/translations/sync-languages.js';
import { rethrowEntityError, addExtensionTableObjects } from './add-extension-table-objects.js';
import { databaseOptions } from './database-options.js';

/** Key of the advisory lock that a process holds while it migrates: MikroORM's migrator takes none. */
const MIGRATION_LOCK_KEY = 7_226_400;

/** The oldest supported PostgreSQL. Its unique constraints can treat nulls as equal. */
const MIN_SERVER_VERSION = 150_000;

interface MigrationOptions {
  /** `keep` leaves the fallback order of an existing database as it is. Default: `rebuild`. */
  readonly fallbackMode?: 'rebuild' | 'keep';
  /** Runs under the same lock. */
  readonly afterMigration?: (orm: MikroORM) => Promise<void>;
  readonly extensions?: ResolvedExtensions | undefined;
}

/**
 * Migrates a database to the current schema, then adapts it to the configured languages: collations, indexes, stored fallbacks.
 * Several processes may call this at once: one migrates, the others wait for it.
 * @returns the names of the migrations that were run
 * @throws {SetupError} if the database was migrated by a newer version, if PostgreSQL is too old, or if a migration of an extension fails
 */
export async function migrateAndSyncLanguages(
  url: string,
  defaultLanguage: Language,
  { fallbackMode, afterMigration, extensions }: MigrationOptions = {},
): Promise<string[]> {
  return withMigrationLock(url, async () => {
    const orm = await MikroORM.init(databaseOptions(url, 'migrate', extensions)).catch(rethrowEntityError);
    try {
      const executed = await runMigrations(orm);
      if (extensions) await addExtensionTableObjects(orm, extensions.customFields);
      const Fallback = extensions?.strategies.fallback;
      await syncLanguages(orm.em.fork(), defaultLanguage, fallbackMode, Fallback && new Fallback());
      await afterMigration?.(orm);
      return executed;
    } finally {
      await orm.close(true);
    }
  });
}

async function runMigrations({ migrator }: MikroORM): Promise<string[]> {
  assertKnownMigrations((await migrator.getExecuted()).map(({ name }) => name));
  let current = '';
  migrator.on('migrating', ({ name }) => {
    current = name;
  });
  const executed = await migrator.up().catch((error: unknown) => rethrowMigrationError(current, error));
  return executed.map(({ name }) => name);
}

/** Names of extensions' migrations contain a slash. An extension may be disabled, so these may be unknown. */
function assertKnownMigrations(names: readonly string[]): void {
  const newest = MIGRATIONS.at(-1)?.name ?? '';
  const unknown = names.filter((name) => name > newest && !name.includes('/'));
  if (unknown.length > 0)
    throw new SetupError(
      `The database was migrated by a newer version of the service (${unknown.join(', ')}). Start that version, or restore a backup.`,
    );
}

/** @throws {SetupError} if the migration is one of an extension; any other error is rethrown */
function rethrowMigrationError(failed: string, error: unknown): never {
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
