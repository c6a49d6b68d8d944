import { execFile } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** A file system for one test, small enough to fill. */
export type SmallDisk = NonNullable<Awaited<ReturnType<typeof mountSmallDisk>>>;

const CHUNK = Buffer.alloc(1 << 20);
/** Block size of the file system in bytes, the unit in which it counts free space. */
const PAGE = 4096;

/** Mounts an in-memory file system. Returns `undefined` without the permission to mount. */
export async function mountSmallDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'calendar-faults-disk-'));
  try {
    await execute('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  // If root runs the tests, the database runs as another user and needs access.
  chmodSync(folder, 0o755);
  const filler = join(folder, 'filler');
  return {
    /** Mount point. Initially empty. */
    folder,
    /** Uses all remaining space. */
    fill: () => fillUp(folder, filler),
    /** Releases the space that `fill` used. */
    free: () => rmSync(filler, { force: true }),
    /** Unmounts the file system and deletes its content. */
    remove: async () => {
      await execute('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Appends to a file until nothing more fits. */
function fillUp(folder: string, filler: string): void {
  const file = openSync(filler, 'a');
  try {
    while (statfsSync(folder).bavail > 0) writeSync(file, CHUNK, 0, sizeThatFits(folder));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    closeSync(file);
  }
}

const sizeThatFits = (folder: string): number => Math.min(CHUNK.length, statfsSync(folder).bavail * PAGE) || PAGE;
