import { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { ChangeCounter } from '../../src/persistence/transactions/change-counter.js';
import {
  stablePartsOf,
  stablePartsOfUncached,
  startCachedCalendar,
  type CachedCalendar,
} from '../support/calendar/cached-calendar.js';
import { createRecord, requiredFieldsOf, KINDS, uniqueName, type ServedRecord } from '../support/records/kinds.js';

/** Tables without a change trigger: no cached response depends on them. */
const SILENT = [
  'audit_entries',
  'idempotency_keys',
  'image_permissions',
  'migrations',
  'password_attempts',
  'service_state',
  'tokens',
  'users',
];

const EACH = KINDS.map((kind) => [kind.path, kind] as const);

let calendar: CachedCalendar;
let elsewhere: pg.Client;
beforeAll(async () => {
  calendar = await startCachedCalendar({ TIMEZONE: 'Europe/Madrid' });
  elsewhere = new pg.Client({ connectionString: calendar.databaseUrl });
  await elsewhere.connect();
});
afterAll(async () => {
  await elsewhere.end();
  await calendar.close();
});
beforeEach(() => calendar.setNow(undefined));

const at = (instant: string) => calendar.setNow(instant);
const write = (method: string, path: string, json?: object) => calendar.request<ServedRecord>(method, path, { json });

describe.each(EACH)('Write to %s in the same process', (path, kind) => {
  const list = `${path}?hide_empty=false&per_page=50&orderby=id&start_date=2030-01-01`;
  const namesIn = (body: Record<string, unknown>) =>
    (body[path] as ServedRecord[]).map((each) => each[kind.titleField]);

  it('invalidates cached responses before its own response is sent (12.2)', async () => {
    const name = uniqueName();
    const created = await createRecord(calendar, path, { [kind.titleField]: name });
    const one = `${path}/${created.id}`;
    const changes = [
      () => write('PATCH', one, { [kind.titleField]: `${name} changed` }),
      () => write('PATCH', `${one}?ml_language=ca`, { [kind.titleField]: `${name} canviat` }),
      () => write('PATCH', `${one}?ml_language=en`, { description: 'Changed' }),
      () => write('DELETE', `${one}?ml_language=en&ml_scope=translation`),
      () => write('DELETE', `${one}?force=true`),
    ];
    for (const change of changes) {
      await Promise.all([list, one].map((each) => calendar.getUntilCached(each)));
      expect((await change()).status).toBe(200);
      expect((await calendar.get(one)).isCached).toBe(false);
      const shown = await calendar.get(list);
      expect(shown.isCached).toBe(false);
      const made = await calendar.get(list, { headers: { 'X-Event-Password': 'none' } });
      expect(stablePartsOf(shown)).toEqual(stablePartsOfUncached(made));
    }
    await calendar.getUntilCached(list);
    const { [kind.titleField]: last } = (await write('POST', path, requiredFieldsOf(kind))).body;
    expect(namesIn((await calendar.get(list)).body)).toContain(last);
  });
});

describe('Change notifications', () => {
  const tables = async () => {
    const { rows } = await elsewhere.query<{ name: string; tells: boolean }>(`
      select relname as name, exists (select from pg_trigger where tgrelid = c.oid and tgname = 'notify_changes') as tells
      from pg_class as c where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`);
    return rows;
  };

  it('are sent for every table except those that no cached response depends on (12.2)', async () => {
    const silent = (await tables()).filter(({ tells }) => !tells).map(({ name }) => name);
    expect(silent).toEqual(SILENT);
  });

  it('of every table with a change trigger invalidate cached responses (12.2)', async () => {
    const told = (await tables()).filter(({ tells }) => tells).map(({ name }) => name);
    expect(told).toHaveLength(20);
    for (const name of told) {
      await calendar.getUntilCached('venues');
      await elsewhere.query(`delete from ${name} where false`);
      await untilChanged(() => calendar.get('venues'));
    }
  });

  it('of another session: the first uncached response contains the change (12.2)', async () => {
    const { id } = await createRecord(calendar, 'venues', { venue: 'Old' });
    for (let round = 0; round < 20; round += 1) {
      await calendar.getUntilCached(`venues/${id}`);
      await elsewhere.query(`update venue_translations set name = 'New ${round}' where venue_id = $1`, [id]);
      const { body } = await untilChanged(() => calendar.get(`venues/${id}`));
      expect(body['venue']).toBe(`New ${round}`);
    }
  });

  it('of a removed user: the first uncached response has author null (11.2)', async () => {
    const token = await calendar.createToken('editor');
    const { body } = await calendar.request<ServedRecord>('POST', 'tags', { token, json: { name: uniqueName() } });
    const venue = await createRecord(calendar, 'venues', {}, { token });
    expect((await calendar.getUntilCached(`venues/${venue.id}`)).body['author']).toEqual(venue['author']);
    await elsewhere.query('delete from users where id = $1', [venue['author']]);
    const shown = await untilChanged(() => calendar.get(`venues/${venue.id}`));
    expect([shown.body['author'], body['author']]).toEqual([null, undefined]);
  });

  it('are sent once per committed transaction and not for a rejected write (12.2)', async () => {
    const told: string[] = [];
    elsewhere.on('notification', ({ payload = '' }) => told.push(payload));
    await elsewhere.query('listen calendar_changes');
    const links = { venue: { venue: 'New' }, organizer: [{ organizer: 'New' }], tags: ['New', 'Newer'] };
    await createRecord(calendar, 'events', { ...links, categories: ['New'], image: 'https://agenda.example/a.jpg' });
    await write('PATCH', 'events/987654321', { title: 'Nowhere' });
    await elsewhere.query(`notify calendar_changes, 'end'`);
    expect(told).toEqual(['', 'end']);
    await elsewhere.query('unlisten calendar_changes');
  });

  it('a commit of this process raises the change counter, also if its outcome is unknown (12.2)', async () => {
    const changes = calendar.application.get(ChangeCounter);
    const em = calendar.application.get(EntityManager).fork();
    const raised = async (work: () => Promise<unknown>) => {
      const before = changes.generation;
      await work().catch(() => undefined);
      return changes.generation - before;
    };
    expect(await raised(() => em.transactional(async () => undefined))).toBeGreaterThan(0);
    const lost = async () => {
      const { rows } = await elsewhere.query<{ pid: number }>(`
        select pid from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`);
      for (const { pid } of rows) await elsewhere.query('select pg_terminate_backend($1)', [pid]);
    };
    expect(await raised(() => em.transactional(lost))).toBeGreaterThan(0);
  });
});

describe('Expiry by time', () => {
  it.each([
    ['events', '2026-05-01'],
    ['venues', '2026-05-02'],
    ['organizers', '2026-05-03'],
  ] as const)('cached lists expire when the next scheduled record of %s is published (8.7)', async (path, day) => {
    at(`${day}T00:00:00Z`);
    const { id } = await createRecord(calendar, path, { date_utc: `${day} 12:00:00` });
    const list = `${path}?start_date=2030-01-01&orderby=id&order=desc`;
    const first = ({ body }: { body: Record<string, unknown> }) => (body[path] as ServedRecord[])[0]?.id;
    at(`${day}T11:59:59.999Z`);
    expect(first(await calendar.getUntilCached(list))).not.toBe(id);
    at(`${day}T12:00:00Z`);
    const due = await calendar.get(list);
    expect([due.isCached, first(due)]).toEqual([false, id]);
    // A response cached after the date is not valid for a time before it.
    await calendar.getUntilCached(list);
    at(`${day}T11:59:59.999Z`);
    expect((await calendar.get(list)).isCached).toBe(false);
  });

  it('responses that depend on the current day expire at midnight in TIMEZONE, others do not (7.2, 7.4)', async () => {
    for (const path of [
      'events',
      'events?start_date=today',
      'events?ends_after=yesterday',
      'events?end_date=%2B1 week',
    ]) {
      const address = path.replaceAll(' ', '%20');
      at('2026-07-01T21:59:59.999Z');
      const [before, others] = [await calendar.getUntilCached(address), await calendar.getUntilCached('venues')];
      at('2026-07-01T22:00:00Z');
      const after = await calendar.get(address);
      expect([path, after.isCached, after.body['rest_url'] === before.body['rest_url']]).toEqual([path, false, false]);
      expect(stablePartsOf(await calendar.getUntilCached('venues'))).toEqual(stablePartsOf(others));
      expect((await calendar.getUntilCached(address)).isCached).toBe(true);
    }
    at('2026-07-01T21:59:59.999Z');
    const always = await calendar.getUntilCached('events?start_date=2026-07-01&end_date=2026-07-31');
    at('2026-07-01T22:00:00Z');
    const next = await calendar.getUntilCached('events?start_date=2026-07-01&end_date=2026-07-31');
    expect(stablePartsOf(next)).toEqual(stablePartsOf(always));
  });

  it('responses to filters with an exact now are never cached (7.4)', async () => {
    for (const path of ['events?ends_after=now', 'events?start_date=now&strict_dates=true']) {
      for (let round = 0; round < 4; round += 1) expect((await calendar.get(path)).isCached).toBe(false);
    }
    await calendar.getUntilCached('events?ends_after=2026-01-01');
  });

  it.each(['venue', 'organizer'])('only_with_upcoming: expires when the event of a %s ends (7.10)', async (kind) => {
    const [list, upcoming] = [`${kind}s`, `${kind}s?only_with_upcoming=true`];
    const times = { start_date: '2026-08-01T10:00:00Z', end_date: '2026-08-01T12:00:00Z', date: '2026-01-01' };
    at('2026-07-01T00:00:00Z');
    await createRecord(calendar, 'events', { ...times, timezone: 'UTC', [kind]: { [kind]: uniqueName() } });
    at('2026-08-01T11:59:59.999Z');
    expect((await calendar.getUntilCached(upcoming)).body['total']).toBe(1);
    at('2026-08-01T12:00:00Z');
    expect(await calendar.get(upcoming)).toMatchObject({ isCached: false, body: { total: 1 } });
    at('2026-08-01T12:00:00.001Z');
    expect(await calendar.get(upcoming)).toMatchObject({ isCached: false, body: { total: 0 } });
    const { text } = await calendar.getUntilCached(list);
    at('2026-08-01T12:00:00.002Z');
    expect((await calendar.getUntilCached(list)).text).toBe(text);
  });
});

/** Reads until a response does not come from the cache. Changes by another session take effect moments after the commit. */
async function untilChanged<Shown extends { isCached: boolean }>(ask: () => Promise<Shown>): Promise<Shown> {
  for (;;) {
    const shown = await ask();
    if (!shown.isCached) return shown;
  }
}
