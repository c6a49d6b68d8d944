import { dirname } from 'node:path';
import { SetupError } from '../kernel/errors/setup-error.js';
import { prepareCluster } from './cluster.js';
import { ensurePostgresFolder } from './data-directory.js';
import { type DataDirectoryLock, lockDataDirectory, type ProcessRole } from './data-directory-lock.js';
import { databaseUrl } from './database-connection.js';
import { reasonOf } from './postgres-program.js';
import { SupervisedPostmaster, type SupervisionOptions } from './supervised-postmaster.js';

export interface EmbeddedPostgresOptions extends SupervisionOptions {
  /** DATA_DIR, absolute or relative to the working directory. Created if it is missing. */
  dataDir: string;
  /** A `service` needs the data directory for itself. A `command` also works beside a running service. */
  role: ProcessRole;
}

/** A database that runs until `stop`. */
export interface RunningDatabase {
  /** `postgres://…@127.0.0.1:<port>/calendar`, with the password: not for logs. Restarts of the server do not change it. */
  url: string;
  /** Stops the server, unless it belongs to another process. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL server of a data directory. The first start creates the database, a start after a crash recovers it, and a server
 * that exits by itself is restarted. A command uses the server of a running service.
 * @throws {SetupError} if the server cannot be started, or another process keeps the data directory
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<RunningDatabase> {
  const folder = await ensurePostgresFolder(options.dataDir);
  let lock: DataDirectoryLock | { url: string } | undefined;
  try {
    lock = await lockDataDirectory(folder, options.role, options.log);
    if ('url' in lock) return { url: lock.url, stop: async () => undefined };
    return await startServer(folder, lock, options);
  } catch (error) {
    if (lock && 'release' in lock) lock.release();
    if (error instanceof SetupError) throw error;
    throw new SetupError(
      `The database in ${dirname(folder)} cannot be started: ${reasonOf(error)}. Check free disk space, the permissions of DATA_DIR, and postgresql.conf in ${folder}/cluster, or set DATABASE_URL to use your own database.`,
    );
  }
}

async function startServer(folder: string, lock: DataDirectoryLock, options: EmbeddedPostgresOptions) {
  const cluster = await prepareCluster(folder, options.log);
  const server = await SupervisedPostmaster.start(cluster, options);
  const url = databaseUrl(server.port, cluster.password);
  await lock.announce(url);
  const { version } = cluster.binaries;
  options.log(`PostgreSQL ${version} runs on 127.0.0.1:${server.port}, with its data in ${cluster.directory}.`);
  const stop = async () => {
    await lock.retract();
    await server.stop();
    lock.release();
  };
  return { url, stop };
}
