import { type Stats, statSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SetupError } from '../kernel/errors/setup-error.js';
import { createCluster } from './create-cluster.js';
import { type Log, readTextIfExists } from './data-directory.js';
import { prepareBinaries, type PostgresBinaries } from './postgres-binaries.js';
import { findSystemUser, runProgram } from './postgres-program.js';
import { stopOrphanedServer } from './postmaster-pid-file.js';

/** The files of a database, and the programs and the password to run a server on them. */
export interface Cluster {
  /** PGDATA. */
  directory: string;
  binaries: PostgresBinaries;
  /** Password of the superuser. */
  password: string;
}

/**
 * Opens the cluster of a data directory, or creates it. Stops a server that a killed service left behind. The caller
 * holds the lock on the data directory.
 * @param folder the folder `postgres` of the data directory
 */
export async function prepareCluster(folder: string, log: Log): Promise<Cluster> {
  const [directory, passwordFile] = [join(folder, 'cluster'), join(folder, 'password')];
  const clusterStats = statSync(directory, { throwIfNoEntry: false });
  const binaries = await prepareBinaries(await findSystemUser(clusterStats), log);
  if (clusterStats) {
    await checkVersion(directory, binaries);
    await ensureClusterOwnership(directory, clusterStats, binaries);
    await stopOrphanedServer(directory, binaries, log);
  } else {
    await rejectFormerLocation(folder);
    log(`Creating a database in ${folder}.`);
    await createCluster(folder, binaries);
  }
  const password = await readTextIfExists(passwordFile);
  if (password) return { directory, binaries, password };
  throw new SetupError(
    `The password of the database is missing. Restore the file ${passwordFile} from a backup, or set DATA_DIR to another folder.`,
  );
}

async function checkVersion(directory: string, { version }: PostgresBinaries): Promise<void> {
  const clusterVersion = await readTextIfExists(join(directory, 'PG_VERSION'));
  if (clusterVersion === undefined)
    throw new SetupError(`${directory} is not a PostgreSQL database. Set DATA_DIR to another folder.`);
  if (clusterVersion !== version.split('.')[0])
    throw new SetupError(
      `The database in ${directory} was created by PostgreSQL ${clusterVersion}. This service includes PostgreSQL ${version}, which cannot read it. Start it with the earlier version of the service and move the data with pg_dump and pg_restore, or set DATA_DIR to another folder.`,
    );
}

/** PostgreSQL refuses a cluster that belongs to another user, or that other users can read. */
async function ensureClusterOwnership(directory: string, { uid }: Stats, { user }: PostgresBinaries): Promise<void> {
  const processUid = process.getuid?.();
  if (!user && uid !== processUid && processUid !== undefined)
    throw new SetupError(
      `The database in ${directory} belongs to the user with uid ${uid}, and this process runs as uid ${processUid}. Start the service as that user or as root, or set DATA_DIR to another folder.`,
    );
  if (user && uid !== user.uid) await runProgram('chown', ['-R', `${user.uid}:${user.gid}`, directory]);
  await chmod(directory, 0o700);
}

/** Up to version 0.3, a service that ran as root could store the cluster in another folder, whose path is in the file `place`. */
async function rejectFormerLocation(folder: string): Promise<void> {
  const formerFolder = await readTextIfExists(join(folder, 'place'));
  if (formerFolder)
    throw new SetupError(
      `The database of ${dirname(folder)} is in ${formerFolder}, where an earlier version stored it. Move it: mv ${formerFolder}/cluster ${folder}/`,
    );
}
