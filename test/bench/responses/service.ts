import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '../../support/faults/free-port.js';

/** A running service with its own data directory. */
export interface RunningService {
  readonly port: number;
  stop(): Promise<void>;
}

/** Administrator token. */
export const ADMIN_TOKEN = 'recording-administrator-token-0123456789';

/** Starts the built service of a checkout with the Node flags of its `npm start`. */
export async function startCheckout(
  checkout: string,
  dataDir: string,
  environment: Readonly<Record<string, string>>,
): Promise<RunningService> {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as Package;
  const [, ...flags] = scripts.start.split(' ').slice(0, -1);
  const port = await freePort();
  const own = { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: dataDir, ADMIN_TOKEN, LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, [...flags, join(resolve(checkout), 'dist/main.js')], {
    cwd: dataDir,
    env: { ...own, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  const ended = once(child, 'close').then(() => process.off('exit', end));
  let output = '';
  const listening = Promise.withResolvers<void>();
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (/^API/m.test(output)) listening.resolve();
  });
  const failed = ended.then(() => Promise.reject(new Error(`The service of ${checkout} did not start:\n${output}`)));
  failed.catch(() => undefined);
  await Promise.race([listening.promise, failed]);
  return {
    port,
    async stop() {
      end();
      await ended;
    },
  };
}

interface Package {
  readonly scripts: { readonly start: string };
}
