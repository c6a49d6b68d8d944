import { MikroORM } from '@mikro-orm/postgresql';
import { extensionError, SetupError } from '../kernel/errors/setup-error.js';
import type { Language } from '../kernel/language/languages.js';
import type { ResolvedExtensions } from '../extension/resolve-extensions.js';
import { MIGRATIONS } from '../persistence/migrations/index.js';
import { refreshCollations } from '../records/translations/refresh-collations.js';
import { syncLanguages } from '../records/translations/sync-languages.js';
import { rethrowEntityError, addExtensionTableObjects } from './add-extension-table-objects.js';
import { databaseOptions } from './database-options.js';
import { type MigrationLockOptions, withMigrationLock } from './migration-lock.js';

interface MigrationOptions extends MigrationLockOptions {
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
 * @throws {SetupError} if the service cannot work with the database, if a newer version migrated it, or if a migration of an extension fails
 */
export async function migrateAndSyncLanguages(
  url: string,
  defaultLanguage: Language,
  { fallbackMode, afterMigration, extensions, ...lockOptions }: MigrationOptions = {},
): Promise<string[]> {
  return withMigrationLock(url, lockOptions, async ({ schema }) => {
    const options = databaseOptions(url, 'migrate', extensions);
    // MikroORM would look for the table of migrations in the schema `public`.
    const migrations = { ...options.migrations, tableName: `${schema}.migrations` };
    const orm = await MikroORM.init({ ...options, migrations }).catch(rethrowEntityError);
    try {
      const executed = await runMigrations(orm);
      if (extensions) await addExtensionTableObjects(orm, extensions.customFields);
      const Fallback = extensions?.strategies.fallback;
      await syncLanguages(orm.em.fork(), defaultLanguage, fallbackMode, Fallback && new Fallback());
      await refreshCollations(orm.em.fork(), lockOptions.log);
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
