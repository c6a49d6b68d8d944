import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { SetupError } from '../kernel/errors/setup-error.js';

/** Receives one line at a time, in English. No line contains a password. */
export type Log = (line: string) => void;

/**
 * Creates the data directory if it is missing.
 * @returns the absolute path of its folder `postgres`, without symbolic links. The folder contains:
 *   - `cluster`: the database (PGDATA)
 *   - `password`: the password of its superuser, readable by the service's user only
 *   - `owner.lock` and `owner.json`: see `lockDataDirectory`
 */
export async function ensurePostgresFolder(dataDir: string): Promise<string> {
  const path = resolve(dataDir);
  try {
    await makeFolder(join(path, 'postgres'));
    return await realpath(join(path, 'postgres'));
  } catch (error) {
    throw new SetupError(
      `The data directory ${path} cannot be used: ${(error as Error).message}. Set DATA_DIR to a folder that this user can write to.`,
    );
  }
}

/** Creates a folder and its parents. `mkdir` with `recursive` would never end below a folder where nothing can be created, such as /proc. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  await makeFolder(dirname(path));
  // Another process may create it at the same time.
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Text of a file without outer white space; `undefined` if there is no such file. */
export async function readTextIfExists(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
