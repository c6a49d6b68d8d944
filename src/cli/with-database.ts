import { MikroORM } from '@mikro-orm/postgresql';
import { AccountStore } from '../accounts/account-store.js';
import { TokenStore } from '../accounts/token-store.js';
import type { Configuration } from '../kernel/config/configuration.js';
import { migrateAndSyncLanguages } from '../database/migrate.js';
import { openDatabase } from '../database/open-database.js';
import { databaseOptions } from '../database/database-options.js';
import { resolveExtensions, type ResolvedExtensions } from '../extension/resolve-extensions.js';
import { loadExtensions } from '../extension/load-extensions.js';
import type { Terminal } from './terminal.js';

interface OpenedDatabase {
  readonly url: string;
  readonly migrations: readonly string[];
  readonly extensions: ResolvedExtensions;
}

/**
 * Migrates the database, runs a command, and closes the database.
 * @param fallbackMode `keep` leaves the fallback order of languages as it is, `rebuild` applies the configured default language
 */
export async function withMigratedDatabase(
  configuration: Configuration,
  terminal: Terminal,
  command: (opened: OpenedDatabase) => Promise<void>,
  fallbackMode: 'rebuild' | 'keep' = 'keep',
): Promise<void> {
  const log = (line: string) => terminal.printDiagnostic(line);
  const extensions = resolveExtensions(await loadExtensions(configuration.EXTENSIONS));
  const database = await openDatabase(configuration, 'command', log);
  try {
    const migrations = await migrateAndSyncLanguages(database.url, configuration.DEFAULT_LANGUAGE, {
      fallbackMode,
      extensions,
      lockTimeout: configuration.MIGRATION_LOCK_TIMEOUT,
      log,
    });
    await command({ url: database.url, migrations, extensions });
  } finally {
    await database.stop();
  }
}

export function withAccounts(
  configuration: Configuration,
  terminal: Terminal,
  command: (stores: { accounts: AccountStore; tokens: TokenStore }) => Promise<void>,
): Promise<void> {
  return withMigratedDatabase(configuration, terminal, async ({ url, extensions }) => {
    const orm = await MikroORM.init(databaseOptions(url, 'serve', extensions));
    try {
      await command({ accounts: new AccountStore(orm.em), tokens: new TokenStore(orm.em) });
    } finally {
      await orm.close(true);
    }
  });
}
