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

/** Slugs of what is created here begin with this, and no others. */
export const CREATED = 'bench-event-';

/** A database with so many events, in a PostgreSQL of this process's own. */
export interface BenchDatabase {
  readonly size: number;
  readonly url: string;
  /** A session for whatever is to be asked beside the service. */
  readonly session: pg.Client;
  /** Of that session. */
  readonly sessionPid: number;
  /** The version of the server. */
  readonly version: string;
  stop(): Promise<void>;
}

/**
 * Opens the database of a size; where it is not there yet, it is made with the commands of the service. What an earlier
 * run has created and left is removed.
 * @param folder of the databases of all sizes
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

/** Removes the events that were created here, so that the next measurement has as many as it says. */
export async function removeCreated({ session }: Pick<BenchDatabase, 'session'>): Promise<void> {
  const { rowCount } = await session.query(
    `delete from events where id in (select event_id from event_slugs where slug >= $1 and slug < $2)`,
    [CREATED, `${CREATED.slice(0, -1)}.`],
  );
  if (rowCount) await session.query('vacuum (analyze)');
}

/** A database to be filled. */
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
    throw new Error(`${dataDir} has ${count} events, not ${size}: remove it, so that it is made anew`);
  }
  await session.query('vacuum (analyze)');
}

/** A command finds the database that runs on the data directory. */
async function runCommand(dataDir: string, signal: AbortSignal, ...words: string[]): Promise<void> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir };
  await execute(process.execPath, ['dist/cli/main.js', ...words], { cwd: ROOT, env, signal });
}
