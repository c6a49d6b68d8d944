import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type DataDirectory, readText } from './data-directory.js';
import { EmbeddedPostgresError } from './embedded-postgres.errors.js';
import type { Log } from './log.js';
import { findDatabaseUser, isRoot, canAccess, type SystemUser, userOf } from './system-user.js';

/** Where the cluster of a data directory stands, or will. */
export interface ClusterLocation {
  /** The folder around the cluster, which `user` may enter. */
  folder: string;
  /** The cluster itself (PGDATA). */
  cluster: string;
  /** False: it has to be made. */
  exists: boolean;
  /** The account that PostgreSQL runs as; undefined: this process's own. */
  user: SystemUser | undefined;
}

/** Folders that every account can enter, the better ones first; the last may be emptied when the machine restarts. */
const SHARED_FOLDERS = ['/var/lib/calendar-events', join(tmpdir(), 'calendar-events')];

/**
 * Finds the cluster of a data directory, or a place for a new one.
 *
 * That is the data directory itself, unless the service runs as root and the account which PostgreSQL then runs as
 * cannot get there (below /root, say, or on a volume that knows no owners). Then it is a shared folder under a name
 * derived from the data directory's, and a note in the data directory says so: who empties the data directory starts
 * anew, and who copies it does not get two services on one cluster.
 */
export async function locateCluster(directory: DataDirectory, log: Log): Promise<ClusterLocation> {
  const ownCluster = join(directory.folder, 'cluster');
  if (await stat(ownCluster).catch(() => undefined)) return existingCluster(directory.folder);
  const recordedFolder = await readText(directory.locationFile);
  if (recordedFolder) return existingCluster(checkRecordedFolder(recordedFolder, directory));
  const user = await findDatabaseUser();
  if (!user || (await canHostCluster(directory.folder, user))) return newCluster(directory.folder, user);
  const folder = join(await sharedFolder(user), folderNameFor(directory));
  await moveAside(folder, log);
  await mkdir(folder);
  await chmod(folder, 0o711);
  log(`The user ${user.name} has no access to ${directory.folder}, so the database is stored in ${folder}.`);
  return newCluster(folder, user);
}

/** A folder of ours outside of the data directory, which that account can enter. */
export async function sharedFolder(user: SystemUser): Promise<string> {
  for (const folder of SHARED_FOLDERS) {
    await mkdir(folder, { recursive: true }).then(
      async (created) => (created ? chmod(folder, 0o755) : undefined),
      () => undefined,
    );
    const found = await lstat(folder).catch(() => undefined);
    // In a folder that everybody may write to, somebody else may have made it first.
    if (found?.isDirectory() && found.uid === process.getuid?.() && (await canAccess(user, folder, 'enter')))
      return folder;
  }
  const folders = SHARED_FOLDERS.join(', ');
  throw new EmbeddedPostgresError(
    `PostgreSQL needs a folder that the user ${user.name} can access (tried ${folders}). Choose another folder with DATA_DIR, or do not start the service as root.`,
  );
}

function newCluster(folder: string, user: SystemUser | undefined): ClusterLocation {
  return { folder, cluster: join(folder, 'cluster'), exists: false, user };
}

async function existingCluster(folder: string): Promise<ClusterLocation> {
  const cluster = join(folder, 'cluster');
  const owner = await stat(cluster).catch(() => undefined);
  if (!owner) {
    throw new EmbeddedPostgresError(
      `The database folder ${cluster} is missing or not accessible. Restore it, or choose another folder with DATA_DIR.`,
    );
  }
  if (!isRoot()) return { folder, cluster, exists: true, user: undefined };
  // A backup that root brought back belongs to root, which PostgreSQL refuses; createCluster's account takes it over.
  const user = owner.uid === 0 ? await findDatabaseUser() : await userOf(owner);
  if (user && !(await canAccess(user, folder, 'enter'))) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} belongs to the user ${user.name}, who has no access to that folder. Grant access to its parent folders (chmod o+x), or start the service as another user.`,
    );
  }
  return { folder, cluster, exists: true, user };
}

function folderNameFor(directory: DataDirectory): string {
  return createHash('sha256').update(directory.path).digest('hex').slice(0, 16);
}

function checkRecordedFolder(recordedFolder: string, directory: DataDirectory): string {
  if (basename(recordedFolder) === folderNameFor(directory)) return recordedFolder;
  const [from, to] = [join(recordedFolder, 'cluster'), join(directory.folder, 'cluster')];
  throw new EmbeddedPostgresError(
    `The data directory ${directory.path} was moved or copied, but its database is in ${recordedFolder}. Move or copy ${from} to ${to}, and remove ${directory.locationFile}.`,
  );
}

/** Tries out whether that account can own a folder in this one, and work in it. */
async function canHostCluster(folder: string, user: SystemUser): Promise<boolean> {
  const probeFolder = await mkdtemp(join(folder, 'trial-'));
  try {
    await chown(probeFolder, user.uid, user.gid);
    return await canAccess(user, probeFolder, 'write');
  } catch {
    return false;
  } finally {
    await rm(probeFolder, { recursive: true, force: true });
  }
}

/** What is left of a data directory that was emptied since: put aside, for it may be missed. */
async function moveAside(folder: string, log: Log): Promise<void> {
  if (!(await stat(folder).catch(() => undefined))) return;
  if (!(await stat(join(folder, 'cluster')).catch(() => undefined))) return rm(folder, { recursive: true });
  const backupFolder = `${folder}.${Date.now()}`;
  await rename(folder, backupFolder);
  log(`Moved the database of an earlier data directory with this name to ${backupFolder}.`);
}
