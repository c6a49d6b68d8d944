import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { freePort } from '../support/faults/free-port.js';
import type { BenchDatabase } from './database.js';

/** Root folder of this checkout, with the built service. */
export const ROOT = join(import.meta.dirname, '../..');

/** `PUBLIC_URL` of all servers, so that URLs in responses are equal. */
export const PUBLIC_URL = 'http://calendar.example';

/** Administrator token of the service. */
export const TOKEN = 'bench-administrator-token-0123456789';

/** Node flags of a floor: a hand-written server that shows how fast a service could be. It runs from TypeScript, at no cost after loading. */
const FLOOR_FLAGS = ['--import', join(ROOT, 'test/support/run/typescript-hooks.mjs')];

/** A running server process. */
export interface ServerProcess {
  readonly port: number;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/** A server to measure. */
export interface Server extends ServerProcess {
  readonly origin: string;
  readonly database: BenchDatabase;
}

/** Settings of a service. */
export interface ServiceSettings {
  readonly database: BenchDatabase;
  readonly environment?: Readonly<Record<string, string>>;
  /** Folder of the built service. Default: this checkout. */
  readonly checkout?: string;
  readonly nodeFlags?: readonly string[];
}

/** Starts the built service. The response cache is disabled unless `environment` sets `CACHE_BYTES`. */
export async function startService(settings: ServiceSettings): Promise<Server> {
  const { database, environment, checkout = ROOT, nodeFlags = [] } = settings;
  const defaultEnvironment = { DEMO: 'false', ADMIN_TOKEN: TOKEN, LOG_LEVEL: 'warn', CACHE_BYTES: '0' };
  const program = [...nodeFlags, join(checkout, 'dist/main.js')];
  return startServer(database, checkout, program, { ...defaultEnvironment, ...environment });
}

/** Hand-written servers: `floor` serves all benchmark requests, `tight` some of them with shorter responses, `feed` the calendar file. */
const FLOOR_PROGRAMS = { floor: 'main.ts', tight: 'tight.ts', feed: 'feed.ts' };

/** Starts a hand-written server. */
export function startFloor(
  database: BenchDatabase,
  name: keyof typeof FLOOR_PROGRAMS,
  environment: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const program = join(import.meta.dirname, 'floor', FLOOR_PROGRAMS[name]);
  return startServer(database, ROOT, [...FLOOR_FLAGS, program], environment);
}

async function startServer(
  database: BenchDatabase,
  checkout: string,
  program: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Server> {
  const server = await startProcess(checkout, program, { PUBLIC_URL, DATABASE_URL: database.url, ...environment });
  return { ...server, database, origin: `http://127.0.0.1:${server.port}` };
}

/** Starts a server with the Node flags of the `start` script of a checkout, and waits until it listens. */
export async function startProcess(
  checkout: string,
  program: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [...startFlags(checkout), ...program], {
    // Not the checkout, which may contain a `.env`.
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const terminate = () => child.kill('SIGTERM');
  process.once('exit', terminate);
  const exited = once(child, 'close').then(() => void process.off('exit', terminate));
  const stop = async () => {
    terminate();
    await exited;
  };
  const isListening = await Promise.race([waitUntilListening(child.stdout), exited]);
  if (!isListening) throw new Error(`${program.at(-1)} exited before it was listening`);
  return { port, child, stop };
}

function startFlags(checkout: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(resolve(checkout), 'package.json'), 'utf8')) as Package;
  return scripts.start.split(' ').slice(1, -1);
}

interface Package {
  readonly scripts: { readonly start: string };
}

/** Resolves once a server has printed that it listens. Later output is discarded. */
function waitUntilListening(output: Readable | null): Promise<true> {
  const { promise, resolve } = Promise.withResolvers<true>();
  let text = '';
  output?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-10_000);
    if (/^(API|The floor listens)/m.test(text)) resolve(true);
  });
  return promise;
}

/** A resource that must be stopped. */
interface Stoppable {
  stop(): Promise<void>;
}

/** Registers a resource that is stopped at the end of the work. */
export type RegisterResource = <Resource extends Stoppable>(resource: Resource) => Resource;

/** Runs `work` and then stops all resources that it registered, the last one first. */
export async function withResources<Result>(work: (register: RegisterResource) => Promise<Result>): Promise<Result> {
  const resources: Stoppable[] = [];
  try {
    return await work((resource) => {
      resources.unshift(resource);
      return resource;
    });
  } finally {
    for (const resource of resources) await resource.stop();
  }
}
