import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { SetupError } from '../kernel/errors/setup-error.js';
import { type Log, readTextIfExists } from './data-directory.js';
import { isReachable } from './database-connection.js';

/** What a process does with the database: it serves, or executes one command. */
export type ProcessRole = 'service' | 'command';

/** The lock on a data directory. It also ends with the process, even after `kill -9`. */
export interface DataDirectoryLock {
  /** Writes `owner.json`, so that other processes know this one and its database. */
  announce(url: string): Promise<void>;
  /** Removes `owner.json`: other processes then wait for the lock. */
  retract(): Promise<void>;
  /** Idempotent. */
  release(): void;
}

/** Maximum wait for a command, and for a service that stops its server, which takes up to 10 s. */
const MAX_WAIT_MS = 30_000;
/**
 * Maximum wait of a service while `owner.json` names another service. A running service keeps the lock. The file of a
 * killed one disappears as soon as another process takes the lock.
 */
const MAX_WAIT_FOR_SERVICE_MS = 500;
const POLL_INTERVAL_MS = 100;
/** Waits of less than about 0.6 s are not logged. */
const LOGGED_ATTEMPT = 6;
/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/**
 * Locks a data directory, so that only one process runs a server on it. Waits for a command, and for a service that stops
 * its server. A service that still answers requests counts as running.
 * @param folder the folder `postgres` of the data directory
 * @returns the lock, or, for a command, the URL of a running service's database
 * @throws {SetupError} if another process keeps the lock
 */
export async function lockDataDirectory(
  folder: string,
  role: ProcessRole,
  log: Log,
): Promise<DataDirectoryLock | { url: string }> {
  const startedMs = performance.now();
  for (let attempt = 0; ; attempt++) {
    const lockFile = tryLock(join(folder, 'owner.lock'));
    if (lockFile) return lockHandleOf(folder, role, lockFile);
    const { name, serviceUrl } = await readOwner(folder);
    if (serviceUrl && role === 'command' && (await isReachable(serviceUrl))) return { url: serviceUrl };
    const maxWaitMs = serviceUrl && role === 'service' ? MAX_WAIT_FOR_SERVICE_MS : MAX_WAIT_MS;
    if (performance.now() - startedMs > maxWaitMs)
      throw new SetupError(
        `The data directory ${dirname(folder)} is in use by ${name}. Stop that process, or set DATA_DIR to another folder.`,
      );
    if (attempt === LOGGED_ATTEMPT) log(`Waiting for ${name} to release ${dirname(folder)}.`);
    await delay(POLL_INTERVAL_MS);
  }
}

/**
 * Takes a lock of the operating system; `undefined` while another process has it. It cannot be stale, does not depend on process ids, and
 * holds between containers that share a volume. Node.js has no function for it, but the write lock of SQLite is one (fcntl, LockFileEx).
 * The lock file stays empty and is never deleted: deleting it could take away a lock that another process just got.
 */
function tryLock(path: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    // The change is never committed. It fails if the lock file is read-only: several processes could lock such a file.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1');
    return database;
  } catch (error) {
    database?.close();
    const { errcode, message } = error as Error & { errcode?: number };
    if (errcode === SQLITE_BUSY) return undefined;
    throw new SetupError(
      `The file ${path} cannot be locked: ${message}. Check its permissions, or set DATA_DIR to a folder on a file system that supports file locks.`,
    );
  }
}

async function lockHandleOf(folder: string, role: ProcessRole, lockFile: DatabaseSync): Promise<DataDirectoryLock> {
  const ownerFile = join(folder, 'owner.json');
  // The lock works without this file, such as on a full disk.
  const retract = () => rm(ownerFile, { force: true }).catch(() => undefined);
  const announce = async (url: string) => {
    const owner = JSON.stringify({ role, pid: process.pid, url });
    await writeFile(ownerFile, owner, { mode: 0o600 }).catch(retract);
  };
  await retract();
  return { announce, retract, release: () => lockFile.isOpen && lockFile.close() };
}

async function readOwner(folder: string): Promise<{ name: string; serviceUrl?: string }> {
  const text = await readTextIfExists(join(folder, 'owner.json'));
  if (!text) return { name: 'another process of the service' };
  const { role, pid, url } = JSON.parse(text) as { role: ProcessRole; pid: number; url: string };
  const name = `a running ${role} (process ${pid})`;
  return role === 'service' ? { name, serviceUrl: url } : { name };
}
