import { type Cluster, openCluster } from './cluster.js';
import { type DataDirectory, openDataDirectory, readText } from './data-directory.js';
import type { DataDirectoryLock } from './data-directory-lock.js';
import { announceOwner, becomeOwner, type Owner, type OwnerRole, withdrawOwner } from './data-directory-owner.js';
import { isReachable, databaseUrl } from './database-connection.js';
import { EmbeddedPostgresError, reasonOf } from './embedded-postgres.errors.js';
import type { Log } from './log.js';
import { SupervisedPostmaster } from './supervised-postmaster.js';

export interface EmbeddedPostgresOptions {
  /** DATA_DIR, absolute or relative to the working directory; made if it is missing. */
  dataDir: string;
  /** `service` owns the database alone; `command` also works beside a running service. */
  role: OwnerRole;
  log: Log;
  /** Told once, when a database that ran ended by itself and could not be started again for a minute. */
  onLost?: (error: Error) => void;
}

/** A database that runs until `stop`. */
export interface EmbeddedPostgres {
  /** `postgres://…@127.0.0.1:<port>/calendar`, with the password: not for logs. It stays the same over restarts. */
  url: string;
  /** Ends the database, or, for a command that found a service running, lets go of it; idempotent, never rejects. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL 18 that comes with the service, on its data below a data directory, or, for a command, attaches
 * to the one that a running service has started there.
 *
 * The first start makes the cluster; a start after a crash recovers it. While it runs, it is started again whenever it
 * ends by itself. Only one process owns a data directory at a time (data-directory-lock.ts).
 *
 * @throws DataDirectoryInUseError when another process keeps the data directory
 * @throws EmbeddedPostgresError when the database cannot be started, with what to do about it
 * @example
 * const database = await startEmbeddedPostgres({ dataDir: './data', role: 'service', log: console.error });
 * await serve(database.url);
 * await database.stop();
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const directory = await openDataDirectory(options.dataDir);
  const ownership = await becomeOwner(directory, options.role, options.log, (owner) => attachTo(owner, directory));
  if ('url' in ownership) return ownership;
  try {
    return await startAsOwner(directory, ownership, options);
  } catch (error) {
    await releaseOwnership(directory, ownership);
    if (error instanceof EmbeddedPostgresError) throw error;
    const reason = reasonOf(error);
    throw new EmbeddedPostgresError(`The database in ${directory.path} cannot be started: ${reason}.`);
  }
}

async function startAsOwner(
  directory: DataDirectory,
  lock: DataDirectoryLock,
  { role, log, onLost }: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  await announceOwner(directory, role, null);
  const cluster = await openCluster(directory, log);
  const postmaster = await SupervisedPostmaster.start(cluster, { log, onLost });
  await announceOwner(directory, role, postmaster.port);
  logAddress(log, cluster, postmaster.port);
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    // First: who comes now waits for the end instead of being refused.
    await withdrawOwner(directory).catch(() => undefined);
    await postmaster.stop();
    lock.release();
  };
  return { url: databaseUrl(postmaster.port, cluster.password), stop: () => (stopping ??= stop()) };
}

function logAddress(log: Log, { binaries, directory: folder, user }: Cluster, port: number): void {
  const [version, address] = [binaries.version, `127.0.0.1:${port}`];
  if (user) log(`PostgreSQL ${version} runs on ${address} as user ${user.name}, with its data in ${folder}.`);
  else log(`PostgreSQL ${version} runs on ${address}, with its data in ${folder}.`);
}

async function releaseOwnership(directory: DataDirectory, lock: DataDirectoryLock): Promise<void> {
  await withdrawOwner(directory).catch(() => undefined);
  lock.release();
}

/** The service may still be starting, or starting its database again: undefined then. */
async function attachTo(owner: Owner, directory: DataDirectory): Promise<EmbeddedPostgres | undefined> {
  const password = await readText(directory.passwordFile);
  if (!owner.port || !password) return undefined;
  const url = databaseUrl(owner.port, password);
  return (await isReachable(url)) ? { url, stop: async () => undefined } : undefined;
}
