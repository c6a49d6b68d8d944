import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** The service in its own process, as with `npm start`. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  /** Everything printed so far. */
  output(): string;
  /** Origin once it listens. Rejects with the output if the process exits before. */
  readonly origin: Promise<string>;
  /** The exit code. */
  readonly exitCode: Promise<number | null>;
}

const running = new Set<ServiceProcess>();
/** Options of Node.js in the `start` script. They affect memory. */
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
const NODE_OPTIONS = scripts.start.split(' ').slice(1, -1);

/**
 * Starts the built service with `environment`. From the environment of this process it inherits only PATH.
 * @param folder root folder of the build
 * @param program script to run
 */
export function startServiceProcess(
  environment: Record<string, string>,
  shell = false,
  folder = process.cwd(),
  program = 'dist/main.js',
): ServiceProcess {
  const args = [...NODE_OPTIONS, program];
  const command = shell ? `"${process.execPath}" ${args.join(' ')}; true` : process.execPath;
  const child = spawn(command, shell ? [] : args, {
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
      const listeningOrigin = /^API +(http:\/\/[^/]+)/m.exec(output)?.[1];
      if (listeningOrigin && output.includes('Administrator')) resolve(listeningOrigin);
    });
  }
  const exitCode = once(child, 'close').then(([code]) => {
    reject(new Error(output));
    return code as number | null;
  });
  origin.catch(() => undefined);
  const service = { child, output: () => output, origin, exitCode };
  running.add(service);
  void exitCode.then(() => running.delete(service));
  return service;
}

/** URL of the metrics of a service with a metrics port, once it listens. */
export const metricsUrlOf = (service: Pick<ServiceProcess, 'output'>): string =>
  /^Metrics +(\S+)/m.exec(service.output())?.[1] ?? '';

/** Stops all services that are still running, also after a failed test. */
export async function stopServiceProcesses(): Promise<void> {
  for (const { child } of running) child.kill('SIGTERM');
  await Promise.all([...running].map(({ exitCode }) => exitCode));
}
