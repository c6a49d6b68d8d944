import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';
import { formatCount } from './format.js';
import { ROOT } from './processes.js';
import { seedSynthetic } from './seed/seed.js';

const execFileAsync = promisify(execFile);

/** Prefix of the slugs of events created by the benchmark. No other slug starts with it. */
export const CREATED_SLUG_PREFIX = 'bench-event-';

/** A seeded database in an embedded PostgreSQL server. */
export interface BenchDatabase {
  readonly url: string;
  /** Session for statements of the benchmark itself. */
  readonly session: pg.Client;
  /** Process id of the backend of `session`. */
  readonly sessionPid: number;
  stop(): Promise<void>;
}

/**
 * Opens the database of a size, migrates it and removes the events that earlier runs created. An empty database is seeded.
 * @param folder parent folder of the databases of all sizes
 */
export async function openBenchDatabase(folder: string, size: number): Promise<BenchDatabase> {
  const dataDir = join(folder, `events-${size}`);
  await mkdir(dataDir, { recursive: true });
  const database = await startEmbeddedPostgres({ dataDir, role: 'service', log: () => undefined });
  const session = new pg.Client({ connectionString: database.url });
  const stop = async () => {
    await session.end();
    await database.stop();
  };
  try {
    await migrate(dataDir);
    await session.connect();
    await ensureSeeded(session, database.url, dataDir, size);
    const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
    return { url: database.url, session, sessionPid: rows[0]?.pid ?? 0, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Removes the events that the benchmark created, so that the database has its nominal size again. */
export async function removeCreated({ session }: Pick<BenchDatabase, 'session'>): Promise<void> {
  // A full stop is the character after a dash.
  const afterPrefix = `${CREATED_SLUG_PREFIX.slice(0, -1)}.`;
  const { rowCount } = await session.query(
    `delete from events where id in (select event_id from event_slugs where slug >= $1 and slug < $2)`,
    [CREATED_SLUG_PREFIX, afterPrefix],
  );
  if (rowCount) await session.query('vacuum (analyze)');
}

async function ensureSeeded(session: pg.Client, url: string, dataDir: string, size: number): Promise<void> {
  await removeCreated({ session });
  const count = async () =>
    Number((await session.query<{ count: string }>('select count(*) from events')).rows[0]?.count);
  if ((await count()) === 0) {
    console.log(`Seeding ${formatCount(size)} events in ${dataDir} …`);
    await seedSynthetic(url, size);
  }
  const events = await count();
  if (events !== size) {
    throw new Error(`${dataDir} has ${events} events instead of ${size}. Remove the folder to seed it again`);
  }
  await session.query('vacuum (analyze)');
}

/** Migrates the running database, which the command finds by its data directory. */
async function migrate(dataDir: string): Promise<void> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir };
  await execFileAsync(process.execPath, ['dist/cli/main.js', 'migrate'], { cwd: ROOT, env });
}
