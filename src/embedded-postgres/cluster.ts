import { execFile } from 'node:child_process';
import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ClusterLocation, locateCluster, sharedFolder } from './cluster-location.js';
import { createCluster, ensurePassword } from './cluster-creation.js';
import { type DataDirectory, readText } from './data-directory.js';
import { EmbeddedPostgresError } from './embedded-postgres.errors.js';
import { killOrphans } from './kill-orphans.js';
import type { Log } from './log.js';
import { type PostgresBinaries, preparePostgresBinaries } from './postgres-binaries.js';
import type { SystemUser } from './system-user.js';

const execute = promisify(execFile);

/** A cluster on disk, with all it takes to run it. */
export interface Cluster {
  /** PGDATA, absolute. */
  directory: string;
  binaries: PostgresBinaries;
  /** The account that PostgreSQL runs as; undefined: this process's own. */
  user: SystemUser | undefined;
  /** The superuser's. */
  password: string;
}

/**
 * Finds the cluster of a data directory, or makes it, and ends what an owner that was killed has left running on it.
 * The caller holds the lock on the data directory.
 */
export async function openCluster(directory: DataDirectory, log: Log): Promise<Cluster> {
  const location = await locateCluster(directory, log);
  const findCopyFolder = async () => (location.user ? sharedFolder(location.user) : directory.folder);
  const binaries = await preparePostgresBinaries({ user: location.user, findCopyFolder, log });
  if (location.exists) await checkCluster(location, binaries);
  else await createCluster(directory, location, binaries, log);
  await killOrphans({ directory: location.cluster, binaries }, log);
  const password = await ensurePassword(directory, location, binaries, log);
  return { directory: location.cluster, binaries, user: location.user, password };
}

async function checkCluster(location: ClusterLocation, binaries: PostgresBinaries): Promise<void> {
  await checkOwner(location);
  const version = await readText(join(location.cluster, 'PG_VERSION'));
  if (version === undefined) {
    throw new EmbeddedPostgresError(
      `${location.cluster} is not a PostgreSQL database. Choose another folder with DATA_DIR.`,
    );
  }
  if (version === binaries.version.split('.')[0]) return;
  throw new EmbeddedPostgresError(
    `The database in ${location.cluster} was created by PostgreSQL ${version}. This service includes PostgreSQL ${binaries.version}, which cannot read it. Start it with the earlier version of the service and move the data with pg_dump and pg_restore, or choose another folder with DATA_DIR.`,
  );
}

/** PostgreSQL insists that the cluster belongs to the account that it runs as, and to nobody else. */
async function checkOwner({ cluster, user }: ClusterLocation): Promise<void> {
  const { uid } = await stat(cluster);
  if (user && uid === 0) await execute('chown', ['-R', `${user.uid}:${user.gid}`, cluster]);
  const own = process.getuid?.();
  if (!user && own !== undefined && uid !== own) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} belongs to the user with uid ${uid}, and this process runs as uid ${own}. Start the service as that user or as root, or choose another folder with DATA_DIR.`,
    );
  }
  await chmod(cluster, 0o700);
}
