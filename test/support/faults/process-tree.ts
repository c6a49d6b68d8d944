import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Ends a process and all that it has started, at once, by SIGKILL, as the end of a container does. */
export async function killTree(root: number): Promise<void> {
  const { stdout } = await execute('ps', ['-eo', 'pid=,ppid=']);
  const pairs = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const family = [root];
  // It grows while it is gone through.
  for (const parent of family) family.push(...pairs.flatMap(([pid = 0, of]) => (of === parent ? [pid] : [])));
  for (const pid of family) killOne(pid);
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
