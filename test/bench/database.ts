import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';
import { inThousands } from './format.js';
import { ROOT } from './processes.js';
import { seedSynthetic } from './seed/seed.js';

const execute = promisify(execFile);

/** Prefix of the slugs of events created by the benchmark. No other slug starts with it. */
export const CREATED = 'bench-event-';

/** A seeded database in an embedded PostgreSQL server. */
export interface BenchDatabase {
  readonly size: number;
  readonly url: string;
  /** Session for statements of the benchmark itself. */
  readonly session: pg.Client;
  /** Process id of the backend of `session`. */
  readonly sessionPid: number;
  /** Version of the PostgreSQL server. */
  readonly version: string;
  stop(): Promise<void>;
}

/**
 * Opens the database of a size, migrates it and removes events of earlier runs. An empty database is seeded first.
 * @param folder parent folder of the databases of all sizes
 */
export async function openBenchDatabase(folder: string, size: number, signal: AbortSignal): Promise<BenchDatabase> {
  const dataDir = join(folder, `events-${size}`);
  await mkdir(dataDir, { recursive: true });
  const database = await startEmbeddedPostgres({ dataDir, role: 'service', log: () => undefined });
  const session = new pg.Client({ connectionString: database.url });
  const stop = async () => {
    await session.end();
    await database.stop();
  };
  try {
    await runCommand(dataDir, signal, 'migrate');
    await session.connect();
    await fill(session, { url: database.url, dataDir, size, signal });
    const { rows } = await session.query<{ pid: number; version: string }>(
      `select pg_backend_pid() as pid, current_setting('server_version') as version`,
    );
    const { pid: sessionPid = 0, version = '' } = rows[0] ?? {};
    return { size, url: database.url, session, sessionPid, version, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Removes the events that the benchmark created, so that the database has its nominal size again. */
export async function removeCreated({ session }: Pick<BenchDatabase, 'session'>): Promise<void> {
  const { rowCount } = await session.query(
    `delete from events where id in (select event_id from event_slugs where slug >= $1 and slug < $2)`,
    [CREATED, `${CREATED.slice(0, -1)}.`],
  );
  if (rowCount) await session.query('vacuum (analyze)');
}

interface Filling {
  readonly url: string;
  readonly dataDir: string;
  readonly size: number;
  readonly signal: AbortSignal;
}

async function fill(session: pg.Client, { url, dataDir, size, signal }: Filling): Promise<void> {
  await removeCreated({ session });
  const { rows } = await session.query<{ count: number }>('select count(*)::int from events');
  const count = rows[0]?.count ?? 0;
  if (count === 0) {
    console.log(`Seeding ${inThousands(size)} events in ${dataDir} …`);
    await seedSynthetic(url, size, { signal });
  } else if (count !== size) {
    throw new Error(`${dataDir} has ${count} events instead of ${size}. Remove the folder to seed it again`);
  }
  await session.query('vacuum (analyze)');
}

/** Runs a command of the service. It finds the running database by its data directory. */
async function runCommand(dataDir: string, signal: AbortSignal, ...words: string[]): Promise<void> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir };
  await execute(process.execPath, ['dist/cli/main.js', ...words], { cwd: ROOT, env, signal });
}
