import { readFile, rm, writeFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { systemCode } from './embedded-postgres.errors.js';

/** What a running postmaster tells about itself in the cluster. */
export interface PostmasterPidFile {
  pid: number;
  /** Whether it accepts connections; its sockets are open then. */
  isReady: boolean;
}

/** The lines of the file: https://github.com/postgres/postgres/blob/REL_18_STABLE/src/include/utils/pidfile.h */
const STATUS_LINE = 7;

/** Reads `postmaster.pid`; undefined where there is none, pid 0 where it is not (or not yet) complete. */
export async function readPidFile(cluster: string): Promise<PostmasterPidFile | undefined> {
  try {
    const lines = (await readFile(pidFilePath(cluster), 'utf8')).split('\n');
    return { pid: Math.abs(Number.parseInt(lines[0] ?? '', 10)) || 0, isReady: lines[STATUS_LINE]?.trim() === 'ready' };
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Makes PostgreSQL treat the file as a stale one, whichever process has its number by now.
 *
 * The file stays, for its line about shared memory lets PostgreSQL notice backends that still run. Only the number is
 * replaced by that of this process: the one that PostgreSQL, as our child, knows not to be a postmaster
 * (CreateLockFile in miscinit.c). Where it does not look for its parent, or the file is broken, it is removed.
 */
export async function markPidFileStale(cluster: string, file: PostmasterPidFile): Promise<void> {
  if (file.pid === 0 || platform() === 'win32') return rm(pidFilePath(cluster), { force: true });
  const [, ...rest] = (await readFile(pidFilePath(cluster), 'utf8')).split('\n');
  await writeFile(pidFilePath(cluster), [process.pid, ...rest].join('\n'));
}

function pidFilePath(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}
