import { execFile } from 'node:child_process';
import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ClusterPlace, placeCluster, sharedFolder } from './cluster-place.js';
import { createCluster, ensurePassword } from './cluster-creation.js';
import { type DataDirectory, readText } from './data-directory.js';
import { EmbeddedPostgresError } from './embedded-postgres.errors.js';
import { endLeftovers } from './leftover-processes.js';
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
  const place = await placeCluster(directory, log);
  const folderForCopy = async () => (place.user ? sharedFolder(place.user) : directory.folder);
  const binaries = await preparePostgresBinaries({ user: place.user, folderForCopy, log });
  if (place.exists) await checkCluster(place, binaries);
  else await createCluster(directory, place, binaries, log);
  await endLeftovers({ directory: place.cluster, binaries }, log);
  const password = await ensurePassword(directory, place, binaries, log);
  return { directory: place.cluster, binaries, user: place.user, password };
}

async function checkCluster(place: ClusterPlace, binaries: PostgresBinaries): Promise<void> {
  await checkOwner(place);
  const version = await readText(join(place.cluster, 'PG_VERSION'));
  if (version === undefined) {
    throw new EmbeddedPostgresError({ key: 'database.none', args: { folder: place.cluster } });
  }
  if (version === binaries.version.split('.')[0]) return;
  throw new EmbeddedPostgresError({
    key: 'database.other_version',
    args: { folder: place.cluster, made: version, brought: binaries.version },
  });
}

/** PostgreSQL insists that the cluster belongs to the account that it runs as, and to nobody else. */
async function checkOwner({ cluster, user }: ClusterPlace): Promise<void> {
  const { uid } = await stat(cluster);
  if (user && uid === 0) await execute('chown', ['-R', `${user.uid}:${user.gid}`, cluster]);
  const own = process.getuid?.();
  if (!user && own !== undefined && uid !== own) {
    throw new EmbeddedPostgresError({ key: 'database.other_owner', args: { folder: cluster, owner: uid, own } });
  }
  await chmod(cluster, 0o700);
}
