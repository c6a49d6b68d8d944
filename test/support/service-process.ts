import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** The service as a process of its own, as `npm start` runs it. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  /** Where it listens; rejects with what it printed where it ends instead. */
  readonly origin: Promise<string>;
  /** The exit code. */
  readonly exitCode: Promise<number | null>;
}

const running = new Set<ServiceProcess>();

/**
 * Starts the built service with `environment` and nothing of this process's own but its PATH.
 * @param folder where it was built
 * @param program what starts it
 */
export function startServiceProcess(
  environment: Record<string, string>,
  shell = false,
  folder = process.cwd(),
  program = 'dist/main.js',
): ServiceProcess {
  const child = spawn(shell ? `"${process.execPath}" ${program}; true` : process.execPath, shell ? [] : [program], {
    shell,
    cwd: folder,
    env: { PATH: process.env['PATH'], PORT: '0', DEMO: 'false', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const { promise: origin, resolve, reject } = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /^API +(http:\/\/[^/]+)/m.exec(output)?.[1];
      if (address && output.includes('Administrator')) resolve(address);
    });
  }
  const exitCode = once(child, 'close').then(([code]) => {
    reject(new Error(output));
    return code as number | null;
  });
  origin.catch(() => undefined);
  const started = { child, output: () => output, origin, exitCode };
  running.add(started);
  void exitCode.then(() => running.delete(started));
  return started;
}

/** Ends what a test that failed has left running. */
export async function stopServiceProcesses(): Promise<void> {
  for (const { child } of running) child.kill('SIGTERM');
  await Promise.all([...running].map(({ exitCode }) => exitCode));
}
