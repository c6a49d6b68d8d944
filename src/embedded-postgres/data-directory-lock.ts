import { DatabaseSync } from 'node:sqlite';
import { EmbeddedPostgresError, reasonOf } from './embedded-postgres.errors.js';

/** Held until `release`, or until this process ends in whatever way. */
export interface DataDirectoryLock {
  release(): void;
}

/** SQLITE_BUSY, https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/**
 * Takes the lock on a data directory; undefined while another holder has it.
 *
 * It has to be a lock of the operating system: that ends with its process, `kill -9` included, and cannot be mistaken
 * for the lock of another process that got the same number later. Unlike PostgreSQL's own interlock it also holds
 * between containers that share a volume. Node has no call for it, but brings SQLite, whose write lock is exactly that
 * (fcntl, or LockFileEx on Windows). The file stays empty, and is never removed: whoever removed it could take away the
 * lock that another process had just got on it.
 *
 * @example const lock = tryLock('/srv/calendar/data/postgres/owner.lock');
 */
export function tryLock(file: string): DataDirectoryLock | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 0 });
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    // A file that may only be read can be "locked" by everybody; a change, never committed, tells.
    database.exec('PRAGMA user_version = 1');
    const locked = database;
    return { release: () => locked.isOpen && locked.close() };
  } catch (error) {
    database?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw new EmbeddedPostgresError(
      `The file ${file} cannot be locked: ${reasonOf(error)}. Choose a folder on a file system with file locks with DATA_DIR.`,
    );
  }
}
