import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import metadata from '../../package.json' with { type: 'json' };
import { findFreePort } from '../../src/embedded-postgres/free-port.js';

/** The folder of the project, in which the service was built. */
export const ROOT = join(import.meta.dirname, '../..');

/** What both are given: the origin of the addresses they write, so that their bytes can be compared. */
export const PUBLIC_URL = 'http://calendar.example';

/** The administrator's token of every service that is started here. */
export const TOKEN = 'bench-administrator-token-0123456789';

/** How Node is told to run the service: as `npm start` does. The floor needs hooks too, which cost nothing once all is loaded. */
const [, ...START_FLAGS] = metadata.scripts.start.split(' ').slice(0, -1);
const FLOOR_FLAGS = ['--import', './test/support/typescript-hooks.mjs'];

/** A process that serves HTTP. */
export interface Server {
  readonly name: string;
  readonly origin: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** What a server is started with. */
export interface ServerSettings {
  readonly databaseUrl: string;
  readonly nodeFlags: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts the built service as a process of its own; without cache, where `environment` says nothing else. */
export function startService(settings: ServerSettings, name = 'service'): Promise<Server> {
  const environment = { DEMO: 'false', ADMIN_TOKEN: TOKEN, LOG_LEVEL: 'warn', CACHE_BYTES: '0' };
  return startServer(name, ['dist/main.js'], { ...settings, environment: { ...environment, ...settings.environment } });
}

/** Starts the floor as a process of its own. */
export function startFloor(settings: ServerSettings): Promise<Server> {
  return startServer('floor', [...FLOOR_FLAGS, 'test/bench/floor/main.ts'], settings);
}

async function startServer(
  name: string,
  program: readonly string[],
  { databaseUrl, nodeFlags, environment }: ServerSettings,
): Promise<Server> {
  const port = await findFreePort();
  const child = spawn(process.execPath, [...START_FLAGS, ...nodeFlags, ...program], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], PORT: String(port), PUBLIC_URL, DATABASE_URL: databaseUrl, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  const ended = once(child, 'close').then(() => void process.off('exit', end));
  const stop = async () => {
    end();
    await ended;
  };
  const listens = await Promise.race([untilSaid(child.stdout, /^(API|The floor listens)/m), ended]);
  if (!listens) throw new Error(`The ${name} ended before it listened`);
  return { name, origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop };
}

/** Reads what a process prints up to what it says once it listens; the rest goes by. */
function untilSaid(output: Readable, words: RegExp): Promise<true> {
  const { promise, resolve } = Promise.withResolvers<true>();
  let text = '';
  const read = (chunk: Buffer) => {
    text += chunk.toString();
    if (!words.test(text)) return;
    output.off('data', read).resume();
    resolve(true);
  };
  output.on('data', read);
  return promise;
}
