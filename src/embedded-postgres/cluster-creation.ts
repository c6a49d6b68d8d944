import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { ClusterLocation } from './cluster-location.js';
import { type DataDirectory, readText, syncFolder, writePrivately } from './data-directory.js';
import { EmbeddedPostgresError, reasonOf } from './embedded-postgres.errors.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import type { Log } from './log.js';
import { runProgram } from './postgres-program.js';

/** The superuser of the cluster, whom the service connects as. */
export const SUPERUSER = 'calendar';

// Texts compare by code point, the same on every machine; orderings for people name an ICU collation ("ca-x-icu").
const INITDB_ARGUMENTS = [
  `--username=${SUPERUSER}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
];

const UNFINISHED = 'unfinished-';

const MIB = 2 ** 20;

/** What this process may use of the machine's memory, in bytes; zero limits are none. */
const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Infinity);

const megabytes = (bytes: number, min: number, max: number) =>
  `${Math.max(min, Math.min(max, Math.floor(bytes / MIB)))}MB`;

// Written to postgresql.conf, where the operator may change them. Memory that no data needs is never touched.
const DEFAULT_SETTINGS = [
  'max_connections=100',
  // A new service grows fast: what the planner knows of its tables is renewed soon.
  'autovacuum_naptime=15s',
  `shared_buffers=${megabytes(memoryBytes / 8, 128, 1024)}`,
  `effective_cache_size=${megabytes(memoryBytes / 2, 128, 65_536)}`,
  'work_mem=16MB',
  // Of solid-state disks, and of data that is mostly in memory.
  'random_page_cost=1.1',
  'timezone=UTC',
  'log_timezone=UTC',
];

/**
 * Makes a new cluster. It gets its name only when it is complete, so that a first start that is killed half-way
 * leaves nothing that a later one takes for a database.
 */
export async function createCluster(
  directory: DataDirectory,
  location: ClusterLocation,
  binaries: PostgresBinaries,
  log: Log,
): Promise<void> {
  log(`Creating a database in ${location.folder}.`);
  await removeUnfinished(location.folder);
  const password = (await readText(directory.passwordFile)) || newPassword();
  const unfinished = await mkdtemp(join(location.folder, UNFINISHED));
  try {
    await runInitdb(unfinished, password, location, binaries);
    await writePrivately(directory.passwordFile, password);
    await rename(unfinished, location.cluster);
    await syncFolder(location.folder);
    if (location.folder !== directory.folder) await writePrivately(directory.locationFile, location.folder);
  } finally {
    await removeUnfinished(location.folder);
  }
}

async function runInitdb(
  folder: string,
  password: string,
  { user }: ClusterLocation,
  { initdb }: PostgresBinaries,
): Promise<void> {
  const passwordFile = `${folder}.password`;
  await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' });
  if (user) for (const path of [folder, passwordFile]) await chown(path, user.uid, user.gid);
  const settings = DEFAULT_SETTINGS.flatMap((setting) => ['--set', setting]);
  try {
    await runProgram(
      initdb,
      [...INITDB_ARGUMENTS, ...settings, `--pwfile=${passwordFile}`, `--pgdata=${folder}`],
      user,
    );
  } catch (error) {
    throw initdbError(error);
  }
}

/**
 * The superuser's password. Where its file was lost, a new one is set, which only who may write to the cluster can do.
 * No server may be running on it.
 */
export async function ensurePassword(
  directory: DataDirectory,
  location: ClusterLocation,
  binaries: PostgresBinaries,
  log: Log,
): Promise<string> {
  const known = await readText(directory.passwordFile);
  if (known) return known;
  const password = newPassword();
  const sql = `ALTER ROLE ${SUPERUSER} PASSWORD '${password}';\n`;
  await runProgram(binaries.postgres, ['--single', '-D', location.cluster, 'postgres'], location.user, sql);
  await writePrivately(directory.passwordFile, password);
  log(`Set a new password for the database, because ${directory.passwordFile} was missing.`);
  return password;
}

// Of letters that need no escaping in an address, in SQL or in a file.
function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(UNFINISHED)) continue;
    // An initdb that has lost its service may still be writing there; then a later start removes the rest.
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function initdbError(error: unknown): EmbeddedPostgresError {
  const reason = reasonOf(error);
  return /user does not exist/.test(reason)
    ? new EmbeddedPostgresError(
        `The database could not be created: ${reason}. Start the service as a user with an entry in the system’s user database, or set DATABASE_URL.`,
      )
    : new EmbeddedPostgresError(
        `The database could not be created: ${reason}. Check disk space and permissions of DATA_DIR, or set DATABASE_URL.`,
      );
}
