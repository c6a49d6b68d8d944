import { EntityManager } from '@mikro-orm/postgresql';
import type { INestApplicationContext } from '@nestjs/common';
import { sql, type Kysely } from 'kysely';
import { ApiError } from '../kernel/errors/api-error.js';
import { SetupError } from '../kernel/errors/setup-error.js';
import type { Principal } from '../kernel/context/principal.js';
import { readDemoData } from './demo-data.js';
import { createDemoRecordWriter, writeDemoRecords } from './demo-writer.js';
import { runWithPreparedStatements } from './run-with-prepared-statements.js';

type Db = Kysely<unknown>;

/** Key of the advisory lock that lets one process at a time load the demo. */
const DEMO_LOCK_KEY = 7_226_403;

/**
 * Loads the demo into a calendar without records. Loads everything or nothing.
 * @returns number of loaded events; 0 if the calendar has records
 * @throws {SetupError} if an extension rejects a record of the demo
 */
export function loadDemo(application: INestApplicationContext): Promise<number> {
  return inLockedTransaction(application, async (db) =>
    (await hasRecords(db)) ? 0 : loadIntoEmptyCalendar(application, db),
  );
}

/** Like {@link loadDemo}, but only at the first start of a calendar. Later starts load nothing, even into an empty calendar. */
export function loadDemoOnce(application: INestApplicationContext): Promise<number> {
  return inLockedTransaction(application, async (db) => {
    const { rows } = await sql`select from service_state where key = 'demo'`.execute(db);
    if (rows.length > 0) return 0;
    if (!(await hasRecords(db))) return loadIntoEmptyCalendar(application, db);
    await saveDemoState(db, 'not loaded: there were records');
    return 0;
  });
}

/** Runs `work` in one transaction without statement and lock timeouts, one process at a time. */
async function inLockedTransaction(
  application: INestApplicationContext,
  work: (db: Db) => Promise<number>,
): Promise<number> {
  await application.init();
  const options = application.get(EntityManager).config.get('driverOptions');
  return runWithPreparedStatements(options, async (db) => {
    const timeouts = sql`unnest(array['statement_timeout', 'lock_timeout']) as name`;
    await sql`select set_config(name, '0', true) from ${timeouts}`.execute(db);
    await sql`select pg_advisory_xact_lock(${DEMO_LOCK_KEY})`.execute(db);
    return work(db);
  });
}

async function loadIntoEmptyCalendar(application: INestApplicationContext, db: Db): Promise<number> {
  const { rows } = await sql<{ now: number }>`select floor(extract(epoch from now()))::int8 as now`.execute(db);
  const data = readDemoData();
  const write = await createDemoRecordWriter(application, db, await demoAuthor(db));
  await writeDemoRecords(write, data, rows[0]?.now ?? 0).catch(rethrowDemoError);
  await saveDemoState(db, `loaded: ${data.events.size} events`);
  await sql`analyze`.execute(db);
  return data.events.size;
}

function rethrowDemoError(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const reason = [error.code, ...Object.keys(error.details.params ?? {})].join(', ');
  throw new SetupError(
    `An extension rejected a record of the demo agenda (${reason}), so none of it was loaded. Start with DEMO=false.`,
  );
}

async function demoAuthor(db: Db): Promise<Principal> {
  const { rows } = await sql<Principal>`select id, username, role from users
    where role = 'administrator' and issuer is null order by id limit 1`.execute(db);
  return rows[0] ?? { id: null, role: 'administrator' };
}

async function hasRecords(db: Db): Promise<boolean> {
  const { rows } = await sql`select from events union all select from venues union all select from organizers
    union all select from categories union all select from tags limit 1`.execute(db);
  return rows.length > 0;
}

async function saveDemoState(db: Db, outcome: string): Promise<void> {
  await sql`insert into service_state (key, value) values ('demo', ${outcome})
    on conflict (key) do update set value = excluded.value`.execute(db);
}
