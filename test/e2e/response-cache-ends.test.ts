import { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import pg from 'pg';
import { ChangeCounter } from '../../src/persistence/transactions/change-counter.js';
import {
  stablePartsOf,
  stablePartsOfUncached,
  startCachedCalendar,
  type CachedCalendar,
} from '../support/calendar/cached-calendar.js';
import { createRecord, requiredFieldsOf, KINDS, uniqueName, type ServedRecord } from '../support/records/kinds.js';

/** Tables without a change trigger. No cached response depends on them. */
const TABLES_WITHOUT_TRIGGER = [
  'audit_entries',
  'idempotency_keys',
  'image_permissions',
  'migrations',
  'password_attempts',
  'service_state',
  'tokens',
  'users',
];

const KINDS_BY_PATH = KINDS.map((kind) => [kind.path, kind] as const);

let calendar: CachedCalendar;
let otherSession: pg.Client;
beforeAll(async () => {
  calendar = await startCachedCalendar({ TIMEZONE: 'Europe/Madrid' });
  otherSession = new pg.Client({ connectionString: calendar.databaseUrl });
  await otherSession.connect();
});
afterAll(async () => {
  await otherSession.end();
  await calendar.close();
});
beforeEach(() => calendar.setNow(undefined));

const setNow = (instant: string) => calendar.setNow(instant);
const write = (method: string, path: string, json?: object) => calendar.request<ServedRecord>(method, path, { json });

describe.each(KINDS_BY_PATH)('Write to %s in the same process', (path, kind) => {
  const list = `${path}?hide_empty=false&per_page=50&orderby=id&start_date=2030-01-01`;
  const namesIn = (body: Record<string, unknown>) =>
    (body[path] as ServedRecord[]).map((record) => record[kind.titleField]);

  it('invalidates cached responses before its own response is sent (12.2)', async () => {
    const name = uniqueName();
    const created = await createRecord(calendar, path, { [kind.titleField]: name });
    const recordPath = `${path}/${created.id}`;
    const changes = [
      () => write('PATCH', recordPath, { [kind.titleField]: `${name} changed` }),
      () => write('PATCH', `${recordPath}?ml_language=ca`, { [kind.titleField]: `${name} canviat` }),
      () => write('PATCH', `${recordPath}?ml_language=en`, { description: 'Changed' }),
      () => write('DELETE', `${recordPath}?ml_language=en&ml_scope=translation`),
      () => write('DELETE', `${recordPath}?force=true`),
    ];
    for (const change of changes) {
      await Promise.all([list, recordPath].map((url) => calendar.getUntilCached(url)));
      expect((await change()).status).toBe(200);
      expect((await calendar.get(recordPath)).isCached).toBe(false);
      const listed = await calendar.get(list);
      expect(listed.isCached).toBe(false);
      const uncached = await calendar.get(list, { headers: { 'X-Event-Password': 'none' } });
      expect(stablePartsOf(listed)).toEqual(stablePartsOfUncached(uncached, String(listed.headers.vary)));
    }
    await calendar.getUntilCached(list);
    const { [kind.titleField]: createdName } = (await write('POST', path, requiredFieldsOf(kind))).body;
    expect(namesIn((await calendar.get(list)).body)).toContain(createdName);
  });
});

describe('Change notifications', () => {
  const tables = async () => {
    const { rows } = await otherSession.query<{ name: string; hasTrigger: boolean }>(`
      select relname as name, exists (select from pg_trigger where tgrelid = c.oid and tgname = 'notify_changes') as "hasTrigger"
      from pg_class as c where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`);
    return rows;
  };

  it('are sent for every table except those that no cached response depends on (12.2)', async () => {
    const withoutTrigger = (await tables()).filter(({ hasTrigger }) => !hasTrigger).map(({ name }) => name);
    expect(withoutTrigger).toEqual(TABLES_WITHOUT_TRIGGER);
  });

  it('of every table with a change trigger invalidate cached responses (12.2)', async () => {
    const tablesWithTrigger = (await tables()).filter(({ hasTrigger }) => hasTrigger).map(({ name }) => name);
    expect(tablesWithTrigger).toHaveLength(20);
    for (const name of tablesWithTrigger) {
      await calendar.getUntilCached('venues');
      await otherSession.query(`delete from ${name} where false`);
      await untilChanged(() => calendar.get('venues'));
    }
  });

  it('of another session: the first uncached response contains the change (12.2)', async () => {
    const { id } = await createRecord(calendar, 'venues', { venue: 'Old' });
    for (let round = 0; round < 20; round += 1) {
      await calendar.getUntilCached(`venues/${id}`);
      await otherSession.query(`update venue_translations set name = 'New ${round}' where venue_id = $1`, [id]);
      const { body } = await untilChanged(() => calendar.get(`venues/${id}`));
      expect(body['venue']).toBe(`New ${round}`);
    }
  });

  it('of a removed user: the first uncached response has author null (11.2)', async () => {
    const token = await calendar.createToken('editor');
    const { body } = await calendar.request<ServedRecord>('POST', 'tags', { token, json: { name: uniqueName() } });
    const venue = await createRecord(calendar, 'venues', {}, { token });
    expect((await calendar.getUntilCached(`venues/${venue.id}`)).body['author']).toEqual(venue['author']);
    await otherSession.query('delete from users where id = $1', [venue['author']]);
    const response = await untilChanged(() => calendar.get(`venues/${venue.id}`));
    expect([response.body['author'], body['author']]).toEqual([null, undefined]);
  });

  it('are sent once per committed transaction and not for a rejected write (12.2)', async () => {
    const payloads: string[] = [];
    otherSession.on('notification', ({ payload = '' }) => payloads.push(payload));
    await otherSession.query('listen calendar_changes');
    const links = { venue: { venue: 'New' }, organizer: [{ organizer: 'New' }], tags: ['New', 'Newer'] };
    await createRecord(calendar, 'events', { ...links, categories: ['New'], image: 'https://agenda.example/a.jpg' });
    await write('PATCH', 'events/987654321', { title: 'Nowhere' });
    await otherSession.query(`notify calendar_changes, 'end'`);
    expect(payloads).toEqual(['', 'end']);
    await otherSession.query('unlisten calendar_changes');
  });

  it('a commit of this process raises the change counter, also if its outcome is unknown (12.2)', async () => {
    const changes = calendar.application.get(ChangeCounter);
    const em = calendar.application.get(EntityManager).fork();
    const increaseDuring = async (work: () => Promise<unknown>) => {
      const before = changes.generation;
      await work().catch(() => undefined);
      return changes.generation - before;
    };
    expect(await increaseDuring(() => em.transactional(async () => undefined))).toBeGreaterThan(0);
    const loseConnection = async () => {
      const { rows } = await otherSession.query<{ pid: number }>(`
        select pid from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`);
      for (const { pid } of rows) await otherSession.query('select pg_terminate_backend($1)', [pid]);
    };
    expect(await increaseDuring(() => em.transactional(loseConnection))).toBeGreaterThan(0);
  });
});

describe('Expiry by time', () => {
  it.each([
    ['events', '2026-05-01'],
    ['venues', '2026-05-02'],
    ['organizers', '2026-05-03'],
  ] as const)('cached lists expire when the next scheduled record of %s is published (8.7)', async (path, day) => {
    setNow(`${day}T00:00:00Z`);
    const { id } = await createRecord(calendar, path, { date_utc: `${day} 12:00:00` });
    const list = `${path}?start_date=2030-01-01&orderby=id&order=desc`;
    const first = ({ body }: { body: Record<string, unknown> }) => (body[path] as ServedRecord[])[0]?.id;
    setNow(`${day}T11:59:59.999Z`);
    expect(first(await calendar.getUntilCached(list))).not.toBe(id);
    setNow(`${day}T12:00:00Z`);
    const due = await calendar.get(list);
    expect([due.isCached, first(due)]).toEqual([false, id]);
    // A response cached after the date is not valid for a time before it.
    await calendar.getUntilCached(list);
    setNow(`${day}T11:59:59.999Z`);
    expect((await calendar.get(list)).isCached).toBe(false);
  });

  it('responses that depend on the current day expire at midnight in TIMEZONE, others do not (7.2, 7.4)', async () => {
    for (const path of [
      'events',
      'events?start_date=today',
      'events?ends_after=yesterday',
      'events?end_date=%2B1 week',
    ]) {
      const url = path.replaceAll(' ', '%20');
      setNow('2026-07-01T21:59:59.999Z');
      const [before, others] = [await calendar.getUntilCached(url), await calendar.getUntilCached('venues')];
      setNow('2026-07-01T22:00:00Z');
      const after = await calendar.get(url);
      expect([path, after.isCached, after.body['rest_url'] === before.body['rest_url']]).toEqual([path, false, false]);
      expect(stablePartsOf(await calendar.getUntilCached('venues'))).toEqual(stablePartsOf(others));
      expect((await calendar.getUntilCached(url)).isCached).toBe(true);
    }
    setNow('2026-07-01T21:59:59.999Z');
    const fixedDates = await calendar.getUntilCached('events?start_date=2026-07-01&end_date=2026-07-31');
    setNow('2026-07-01T22:00:00Z');
    const fixedDatesNextDay = await calendar.getUntilCached('events?start_date=2026-07-01&end_date=2026-07-31');
    expect(stablePartsOf(fixedDatesNextDay)).toEqual(stablePartsOf(fixedDates));
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
    setNow('2026-07-01T00:00:00Z');
    await createRecord(calendar, 'events', { ...times, timezone: 'UTC', [kind]: { [kind]: uniqueName() } });
    setNow('2026-08-01T11:59:59.999Z');
    expect((await calendar.getUntilCached(upcoming)).body['total']).toBe(1);
    setNow('2026-08-01T12:00:00Z');
    expect(await calendar.get(upcoming)).toMatchObject({ isCached: false, body: { total: 1 } });
    setNow('2026-08-01T12:00:00.001Z');
    expect(await calendar.get(upcoming)).toMatchObject({ isCached: false, body: { total: 0 } });
    const { text } = await calendar.getUntilCached(list);
    setNow('2026-08-01T12:00:00.002Z');
    expect((await calendar.getUntilCached(list)).text).toBe(text);
  });
});

/** Reads until a response does not come from the cache. Changes by another session take effect moments after the commit. */
async function untilChanged<CachedRead extends { isCached: boolean }>(
  read: () => Promise<CachedRead>,
): Promise<CachedRead> {
  for (;;) {
    const response = await read();
    if (!response.isCached) return response;
  }
}
