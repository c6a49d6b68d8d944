import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { freePort } from '../support/faults/free-port.js';
import type { BenchDatabase } from './database.js';

/** The folder of the project, in which the service was built. */
export const ROOT = join(import.meta.dirname, '../..');

/** What both are given: the origin of the addresses they write, so that their bytes can be compared. */
export const PUBLIC_URL = 'http://calendar.example';

/** The administrator's token of every service that is started here. */
export const TOKEN = 'bench-administrator-token-0123456789';

/** A floor runs its sources, with hooks that cost nothing once all is loaded. */
const FLOOR_FLAGS = ['--import', './test/support/jest/typescript-hooks.mjs'];

/** A process that serves HTTP. */
export interface Server {
  readonly name: string;
  readonly origin: string;
  readonly pid: number;
  readonly database: BenchDatabase;
  stop(): Promise<void>;
}

/** What a server is started with. */
export interface ServerSettings {
  readonly database: BenchDatabase;
  readonly nodeFlags: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The folder in which the service was built; by default this project. */
  readonly checkout?: string;
  /** Whether to discard what it writes to standard error. */
  readonly isQuiet?: boolean;
}

/** Starts the built service as a process of its own; without cache, where `environment` says nothing else. */
export function startService(settings: ServerSettings, name = 'service'): Promise<Server> {
  const environment = { DEMO: 'false', ADMIN_TOKEN: TOKEN, LOG_LEVEL: 'warn', CACHE_BYTES: '0' };
  return startServer(name, ['dist/main.js'], { ...settings, environment: { ...environment, ...settings.environment } });
}

/** Starts a floor as a process of its own: the one with the same bytes, or the tight one. */
export function startFloor(settings: ServerSettings, name: 'floor' | 'tight' = 'floor'): Promise<Server> {
  const program = name === 'floor' ? 'main.ts' : 'tight.ts';
  return startServer(name, [...FLOOR_FLAGS, `test/bench/floor/${program}`], settings);
}

async function startServer(
  name: string,
  program: readonly string[],
  { database, nodeFlags, environment, checkout = ROOT, isQuiet }: ServerSettings,
): Promise<Server> {
  const port = await freePort();
  const child = spawn(process.execPath, [...startFlags(checkout), ...nodeFlags, ...program], {
    cwd: checkout,
    env: { PATH: process.env['PATH'], PORT: String(port), PUBLIC_URL, DATABASE_URL: database.url, ...environment },
    stdio: ['ignore', 'pipe', isQuiet ? 'ignore' : 'inherit'],
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
  return { name, origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, database, stop };
}

/** The Node flags of `npm start` in a checkout. */
function startFlags(checkout: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as Package;
  return scripts.start.split(' ').slice(1, -1);
}

interface Package {
  readonly scripts: { readonly start: string };
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
