import { EntityManager } from '@mikro-orm/postgresql';
import type { INestApplicationContext } from '@nestjs/common';
import { sql, type Kysely } from 'kysely';
import type pg from 'pg';
import { ApiError } from '../kernel/errors/api-error.js';
import { SetupError } from '../kernel/errors/setup-error.js';
import type { Principal } from '../kernel/context/principal.js';
import { writeDemoAgenda } from './demo-agenda.js';
import { inPipelinedTransaction } from './in-pipelined-transaction.js';
import { DemoWriter } from './demo-writer.js';

/** Key of the advisory lock under which one process at a time looks whether the demo agenda is to be loaded. */
const DEMO_LOCK = 7_226_403;

type Db = Kysely<unknown>;

/**
 * Loads the demo agenda into a calendar that has no records at all, in one transaction.
 * @returns how many events were loaded; 0 where there are records already
 */
export function loadDemo(application: INestApplicationContext): Promise<number> {
  return withDemoLock(application, async (db) => ((await hasRecords(db)) ? 0 : load(application, db)));
}

/**
 * Loads the demo agenda when a calendar is started for the first time, unless it has records. A calendar that had its
 * chance is left alone for ever, also when it was emptied meanwhile.
 * @returns how many events were loaded
 */
export function loadDemoOnce(application: INestApplicationContext): Promise<number> {
  return withDemoLock(application, async (db) => {
    if (await hasDemoState(db)) return 0;
    if (!(await hasRecords(db))) return load(application, db);
    await saveDemoState(db, 'not loaded: there were records');
    return 0;
  });
}

/** Everything or nothing is written, and by one process at a time. It takes its time. */
async function withDemoLock(application: INestApplicationContext, work: (db: Db) => Promise<number>): Promise<number> {
  await application.init();
  const options = application.get(EntityManager).config.get('driverOptions') as pg.ClientConfig;
  return inPipelinedTransaction({ ...options, query_timeout: 0 }, async (db) => {
    await sql`select set_config(name, '0', true) from unnest(array['statement_timeout', 'lock_timeout']) as name`.execute(
      db,
    );
    await sql`select pg_advisory_xact_lock(${DEMO_LOCK})`.execute(db);
    return work(db);
  });
}

async function load(application: INestApplicationContext, db: Db): Promise<number> {
  const writer = await DemoWriter.create({ application, db, principal: await firstAdministrator(db) });
  const { rows } = await sql<{ now: number }>`select floor(extract(epoch from now()))::int8 as now`.execute(db);
  const events = await writeDemoAgenda(writer, rows[0]?.now ?? 0).catch(mapDemoError);
  await saveDemoState(db, `loaded: ${events} events`);
  await sql`analyze`.execute(db);
  return events;
}

/** What extensions require, or do not allow, the agenda may not have. */
function mapDemoError(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const { code, details } = error;
  const reason = [code, ...Object.keys(details.params ?? {})].join(', ');
  throw new SetupError({ key: 'database.demo_refused', args: { reason } });
}

async function firstAdministrator(db: Db): Promise<Principal> {
  const { rows } = await sql<Principal>`
    select id, username, role from users where role = 'administrator' and issuer is null order by id limit 1`.execute(
    db,
  );
  return rows[0] ?? { id: null, role: 'administrator' };
}

async function hasRecords(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from events) or exists (select from venues) or exists (select from organizers)
      or exists (select from categories) or exists (select from tags) as found`.execute(db);
  return rows[0]?.found === true;
}

async function hasDemoState(db: Db): Promise<boolean> {
  const { rows } = await sql`select from service_state where key = 'demo'`.execute(db);
  return rows.length > 0;
}

async function saveDemoState(db: Db, outcome: string): Promise<void> {
  await sql`insert into service_state (key, value) values ('demo', ${outcome})
    on conflict (key) do update set value = excluded.value`.execute(db);
}
