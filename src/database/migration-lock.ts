import type pg from 'pg';
import { SetupError } from '../kernel/errors/setup-error.js';
import { checkDatabase, type CheckedDatabase } from './check-database.js';
import { connectToDatabase } from './connect-to-database.js';

/** Key of the advisory lock that a process holds while it migrates: MikroORM's migrator takes none. */
const MIGRATION_LOCK_KEY = 7_226_400;

/** After this wait for the lock, a message is logged. */
const NOTICE_DELAY_MS = 1_000;

const LOCK_NOT_AVAILABLE = '55P03';

export interface MigrationLockOptions {
  /** Maximum wait for another process, in seconds. Default: 300. */
  readonly lockTimeout?: number;
  /** Receives messages for the operator. */
  readonly log?: (line: string) => void;
}

/**
 * Checks the database and runs work under the migration lock.
 * @throws {SetupError} if the database cannot be reached or used, or if another process holds the lock for too long
 */
export async function withMigrationLock<Result>(
  url: string,
  options: MigrationLockOptions,
  work: (database: CheckedDatabase) => Promise<Result>,
): Promise<Result> {
  const client = await connectToDatabase(url);
  try {
    const database = await checkDatabase(client);
    await takeLock(client, options);
    return await work(database);
  } finally {
    await client.end();
  }
}

async function takeLock(client: pg.Client, { lockTimeout = 300, log }: MigrationLockOptions): Promise<void> {
  const notice = setTimeout(() => log?.('Waiting for another process that migrates the database.'), NOTICE_DELAY_MS);
  try {
    await client.query(`set lock_timeout = '${lockTimeout}s'`);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_KEY]);
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw new SetupError(
      `Another process has kept the migration lock of the database for ${lockTimeout} s. Wait until its migration ends, or end its session if it hangs (select * from pg_locks where locktype = 'advisory'). If the connection goes through a transaction pooler, connect directly. To wait longer, set MIGRATION_LOCK_TIMEOUT.`,
    );
  } finally {
    clearTimeout(notice);
  }
}
