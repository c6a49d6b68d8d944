import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { freePort } from '../support/faults/free-port.js';
import type { BenchDatabase } from './database.js';

/** Root folder of this checkout, with the built service. */
export const ROOT = join(import.meta.dirname, '../..');

/** `PUBLIC_URL` of all servers, so that URLs in responses are equal. */
export const PUBLIC_URL = 'http://calendar.example';

/** Administrator token of the service. */
export const TOKEN = 'bench-administrator-token-0123456789';

/** Node flags of a floor, which runs from TypeScript. The hooks have no cost after loading. */
const FLOOR_FLAGS = ['--import', './test/support/jest/typescript-hooks.mjs'];

/** A running server process. */
export interface Server {
  readonly name: string;
  readonly origin: string;
  readonly pid: number;
  readonly database: BenchDatabase;
  stop(): Promise<void>;
}

/** Settings of a server. */
export interface ServerSettings {
  readonly database: BenchDatabase;
  readonly nodeFlags: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Folder of the built service. Default: this checkout. */
  readonly checkout?: string;
  /** Whether to discard standard error. */
  readonly isQuiet?: boolean;
}

/**
 * Starts the built service in its own process. The response cache is disabled unless `environment` sets `CACHE_BYTES`.
 */
export function startService(settings: ServerSettings, name = 'service'): Promise<Server> {
  const environment = { DEMO: 'false', ADMIN_TOKEN: TOKEN, LOG_LEVEL: 'warn', CACHE_BYTES: '0' };
  return startServer(name, ['dist/main.js'], { ...settings, environment: { ...environment, ...settings.environment } });
}

/** Starts the floor or the tight floor in its own process. */
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
  if (!listens) throw new Error(`${name} exited before it was listening`);
  return { name, origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, database, stop };
}

/** Node flags in the `start` script of a checkout. */
function startFlags(checkout: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as Package;
  return scripts.start.split(' ').slice(1, -1);
}

interface Package {
  readonly scripts: { readonly start: string };
}

/** Resolves once the output matches `words`. Later output is discarded. */
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
