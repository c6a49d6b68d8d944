import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { SetupError } from '../kernel/errors/setup-error.js';
import { SUPERUSER } from './database-connection.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import { pgdataArgument, reasonOf, runProgram } from './postgres-program.js';

// Texts compare by code point, the same on every machine. Alphabetical orders name an ICU collation (calendar_ca).
const INITDB_ARGUMENTS = [
  `--username=${SUPERUSER}`,
  '--pwfile=../password',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
];

const MIB = 2 ** 20;

/** Memory that this process may use, in bytes. `constrainedMemory` returns 0 if there is no limit. */
const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Infinity);

const formatClampedMegabytes = (bytes: number, min: number, max: number) =>
  `${Math.max(min, Math.min(max, Math.floor(bytes / MIB)))}MB`;

// Written to postgresql.conf, where the operator may change them. Unused shared buffers occupy no memory.
const DEFAULT_SETTINGS = [
  'max_connections=100',
  // A new service grows fast: renew the statistics of its tables soon.
  'autovacuum_naptime=15s',
  `shared_buffers=${formatClampedMegabytes(memoryBytes / 8, 128, 1024)}`,
  `effective_cache_size=${formatClampedMegabytes(memoryBytes / 2, 128, 65_536)}`,
  'work_mem=16MB',
  // For solid-state disks, and for data that is mostly in memory.
  'random_page_cost=1.1',
  'timezone=UTC',
  'log_timezone=UTC',
];

/**
 * Creates the cluster of a data directory. It is created in another folder and renamed when it is complete: a first start that is killed
 * half-way leaves nothing that a later start takes for a database.
 * @param folder the folder `postgres` of the data directory
 */
export async function createCluster(folder: string, binaries: PostgresBinaries): Promise<void> {
  const unfinished = join(folder, 'unfinished');
  const [cluster, passwordFile] = [join(unfinished, 'cluster'), join(unfinished, 'password')];
  // Its characters need no escaping in URLs, SQL and files.
  const password = randomBytes(24).toString('base64url');
  // The initdb of a killed start may still write there for a moment.
  await rm(unfinished, { recursive: true, force: true, maxRetries: 10 });
  try {
    await mkdir(cluster, { recursive: true });
    await writePrivately(passwordFile, password);
    const { user } = binaries;
    if (user) for (const path of [unfinished, cluster, passwordFile]) await chown(path, user.uid, user.gid);
    await runInitdb(cluster, binaries);
    await writePrivately(join(folder, 'password'), password);
    await rename(cluster, join(folder, 'cluster'));
    // Fails on Windows, where a folder cannot be opened.
    await fsyncFolder(folder).catch(() => undefined);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function runInitdb(cluster: string, { initdb, user }: PostgresBinaries): Promise<void> {
  const settings = DEFAULT_SETTINGS.map((setting) => `--set=${setting}`);
  try {
    await runProgram(initdb, [...INITDB_ARGUMENTS, ...settings, `--pgdata=${pgdataArgument(cluster)}`], user, cluster);
  } catch (error) {
    const reason = reasonOf(error);
    const remedy = reason.includes('user does not exist')
      ? 'Start the service as a user with an entry in the system’s user database'
      : 'Check free disk space and the permissions of DATA_DIR';
    throw new SetupError(`The database could not be created: ${reason}. ${remedy}, or set DATABASE_URL.`);
  }
}

/** Writes a new file that only its owner can read, safe from a power cut. */
async function writePrivately(file: string, text: string): Promise<void> {
  await rm(file, { force: true });
  await writeFile(file, text, { mode: 0o600, flush: true });
}

async function fsyncFolder(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}
