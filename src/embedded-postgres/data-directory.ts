import { chmod, mkdir, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError, reasonOf, systemCode } from './embedded-postgres.errors.js';
import { isRoot } from './system-user.js';

/** Where everything of the embedded database is found, below the DATA_DIR of the service. All paths are absolute. */
export interface DataDirectory {
  /** DATA_DIR itself, symbolic links resolved, so that one folder has one name. */
  path: string;
  /** The folder of the database in it. */
  folder: string;
  /** Held by the process that runs the database; see data-directory-lock.ts. */
  lockFile: string;
  /** Who that process is; see data-directory-owner.ts. */
  ownerFile: string;
  /** The superuser's password, for the owner of the process only. */
  passwordFile: string;
  /** Names the folder of the cluster where it could not stand in this one; see cluster-location.ts. */
  locationFile: string;
}

/** Makes the data directory if need be, and says clearly why it cannot be used. */
export async function openDataDirectory(dataDir: string): Promise<DataDirectory> {
  const requestedPath = resolve(dataDir);
  try {
    const created = await mkdir(join(requestedPath, 'postgres'), { recursive: true });
    if (created && isRoot()) await makeTraversable(join(requestedPath, 'postgres'), created);
    const path = await realpath(requestedPath);
    const folder = join(path, 'postgres');
    return {
      path,
      folder,
      lockFile: join(folder, 'owner.lock'),
      ownerFile: join(folder, 'owner.json'),
      passwordFile: join(folder, 'password'),
      locationFile: join(folder, 'place'),
    };
  } catch (error) {
    throw unusableError(requestedPath, error);
  }
}

/** PostgreSQL runs as another account than root, which has to pass through the folders made here, whatever the umask. */
async function makeTraversable(from: string, upTo: string): Promise<void> {
  for (let folder = from; folder.length >= upTo.length; folder = dirname(folder)) await chmod(folder, 0o711);
}

function unusableError(folder: string, error: unknown): EmbeddedPostgresError {
  switch (systemCode(error)) {
    case 'EEXIST':
    case 'ENOTDIR':
      return new EmbeddedPostgresError(
        `The data directory ${folder} cannot be used: it, or one of its parent folders, is a file. Choose another folder with DATA_DIR.`,
      );
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new EmbeddedPostgresError(
        `The data directory ${folder} cannot be used: this user has no write permission. Change its permissions, or choose another folder with DATA_DIR.`,
      );
    default:
      return new EmbeddedPostgresError(
        `The data directory ${folder} cannot be used: ${reasonOf(error)}. Choose another folder with DATA_DIR.`,
      );
  }
}

/** The text of a file without outer blanks; undefined where there is none. */
export async function readText(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw new EmbeddedPostgresError(`The file ${file} cannot be read: ${reasonOf(error)}.`);
  }
}

/** Writes a file for its owner only, whole or not at all, and safe from a power cut once this resolves. */
export async function writePrivately(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${process.pid}.new`;
  await rm(unfinished, { force: true });
  const handle = await open(unfinished, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
  await syncFolder(dirname(file));
}

/** Makes renames and new files in a folder durable, where the system knows such a thing (Windows does not). */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
