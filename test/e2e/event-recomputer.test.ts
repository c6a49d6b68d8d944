import { MikroORM } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { databaseOptions } from '../../src/database/database-options.js';
import type { CostFormatter } from '../../src/events/cost-formatter.js';
import { CostWriter } from '../../src/events/cost-writer.js';
import { EventRecomputer } from '../../src/events/event-recomputer.js';
import type { Housekeeping } from '../../src/persistence/maintenance/housekeeping.js';
import { createRecord } from '../support/records/kinds.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { query, waitForBlockedSession, withRolledBackTransaction } from '../support/database/database-session.js';
import { copyEvent } from '../support/feeds/copy-event.js';
import { useSilentLogger } from '../support/run/silent-logger.js';

useSilentLogger();

const calendar = useTestCalendar();
let orm: MikroORM;
let recomputer: EventRecomputer;
beforeAll(async () => {
  orm = await MikroORM.init(databaseOptions(calendar.databaseUrl));
  const housekeeping = { addTask: () => undefined } as unknown as Housekeeping;
  // Recomputing does not format costs.
  recomputer = new EventRecomputer(orm.em, new CostWriter({} as CostFormatter), housekeeping);
});
afterAll(() => orm.close());

const read = async (id: number) => (await calendar.request('GET', `events/${id}`)).body;
const update = (id: number, json: object) => calendar.request('PATCH', `events/${id}`, { json });
const create = (start_date: string, end_date: string, fields: object = {}) =>
  createRecord(calendar, 'events', { start_date, end_date, timezone: 'Europe/Madrid', ...fields });
const recompute = (signal = new AbortController().signal) => recomputer.run(signal);
/** Shifts instants by an hour, clears `is_free`, and stores the given rules as those that computed both. */
const shiftInstants = (ids: number[], rules = 'time zones 1999a') =>
  query(
    calendar.databaseUrl,
    `update events set starts_at = starts_at - interval '1 hour', ends_at = ends_at - interval '1 hour', is_free = null
      where id in (${ids.join()});
    insert into service_state values ('event_rules', '${rules}') on conflict (key) do update set value = excluded.value`,
  );

describe('Events with instants of other time zone data', () => {
  it('get the instants of their wall clocks, match the filter free again, and keep their versions (6.3)', async () => {
    const events = [
      await create('2027-05-09 20:30', '2027-05-09 22:00', { cost: 'Gratis' }),
      await create('2027-05-09', '2027-05-10', { all_day: true }),
      await create('2027-10-31T02:30:00+01:00', '2027-10-31T02:45:00+01:00'),
    ];
    await shiftInstants(events.slice(0, 2).map(({ id }) => id));
    expect((await read(events[0]?.id ?? 0))['starts_at']).toBe('2027-05-09T20:30:00+03:00');
    await recompute();
    for (const event of events) expect(await read(event.id)).toEqual(event);
    const { body } = await calendar.request('GET', 'events?free=true&starts_after=2027-05-01');
    expect(body['events']).toEqual([events[0]]);
  });

  it('are logged only if the recomputation changed one of them (6.3)', async () => {
    const { id } = await create('2027-05-09 20:30', '2027-05-09 22:00');
    const log = vi.spyOn(Logger.prototype, 'log').mockReturnValue();
    for (const changed of [[id], [0]]) {
      await shiftInstants(changed);
      await recompute();
    }
    expect(log.mock.calls).toEqual([[expect.stringMatching(/^Recomputed start and end of 1 events/)]]);
    log.mockRestore();
  });

  it('are all recomputed after an interruption between two batches (6.3)', async () => {
    const { id } = await create('2027-05-09 20:30', '2027-05-09 22:00');
    // One event more than a batch.
    await copyEvent(calendar.databaseUrl, id, 100);
    await query(calendar.databaseUrl, `select setval(pg_get_serial_sequence('events', 'id'), max(id)) from events`);
    const ids = Array.from({ length: 101 }, (_each, index) => id + index);
    await shiftInstants(ids);
    const interruption = new AbortController();
    setImmediate(() => interruption.abort());
    await expect(recompute(interruption.signal)).rejects.toThrow('aborted');
    await recompute();
    const starts = await query(
      calendar.databaseUrl,
      `select distinct starts_at from events where id in (${ids.join()})`,
    );
    expect(starts).toEqual([{ starts_at: new Date('2027-05-09T18:30:00Z') }]);
  });

  it('get both instants by the current rules if they are updated before the recomputation (6.3)', async () => {
    const { id } = await create('2027-05-09 20:30', '2027-05-09 22:00');
    await shiftInstants([id]);
    const { status, body } = await update(id, { end_date: '2027-05-09 20:45' });
    expect([status, body['starts_at'], body['ends_at']]).toEqual([
      200,
      '2027-05-09T20:30:00+02:00',
      '2027-05-09T20:45:00+02:00',
    ]);
  });
});

describe('Events that a process with newer time zone data has recomputed', () => {
  it('keep their instants (6.3)', async () => {
    const { id } = await create('2027-05-09 20:30', '2027-05-09 22:00');
    await shiftInstants([id], 'time zones 9999a, prices 1');
    await recompute();
    expect((await read(id))['starts_at']).toBe('2027-05-09T20:30:00+03:00');
  });

  it('keep their instants if that process starts while an older one is recomputing (6.3)', async () => {
    const { id } = await create('2027-05-09 20:30', '2027-05-09 22:00');
    await shiftInstants([id]);
    await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query('lock table events in access exclusive mode');
      const recomputed = recompute();
      await waitForBlockedSession(session);
      await session.query(`update service_state set value = 'time zones 9999a, prices 1' where key = 'event_rules'`);
      await session.query('commit');
      await recomputed;
    });
    expect((await read(id))['starts_at']).toBe('2027-05-09T20:30:00+03:00');
    const state = await query(
      calendar.databaseUrl,
      `select value, is_complete from service_state where key = 'event_rules'`,
    );
    expect(state).toEqual([{ value: 'time zones 9999a, prices 1', is_complete: false }]);
  });
});

describe('An event in a time zone that the runtime does not know', () => {
  it.each([false, true])(
    'is served with its stored times and can be sent back without the zone: all_day %s (6.2, 6.3)',
    async (all_day) => {
      const created = await create('2027-05-09 20:30', '2027-05-09 22:00', {
        all_day,
        status: 'publish',
        date_utc: '2026-02-01 12:00',
      });
      await query(calendar.databaseUrl, `update events set timezone = 'Atlantis/Poseidonis' where id = ${created.id}`);
      // `date` and `modified` have the offset of the start, too.
      const dates = { date: '2026-02-01 14:00:00', modified: expect.any(String) };
      const expected = { ...created, ...dates, timezone: 'Atlantis/Poseidonis', timezone_abbr: 'UTC+2' };
      expect(await read(created.id)).toEqual(expected);
      const list = await calendar.request('GET', `events?include=${created.id}`);
      expect([list.status, list.body['events']]).toEqual([200, [expected]]);

      const { timezone: _timezone, modified: _modified, ...unchanged } = expected;
      expect((await update(created.id, unchanged)).body).toEqual(expected);
      const refused = await update(created.id, { start_date: '2027-05-08 20:00' });
      expect([refused.status, Object.keys(refused.body['params'] ?? {})]).toEqual([400, ['timezone']]);
      const { body } = await update(created.id, { timezone: 'Europe/Madrid' });
      expect([body['starts_at'], body['ends_at']]).toEqual([created['starts_at'], created['ends_at']]);
    },
  );

  it('keeps its times when others are recomputed, and the log names the zone (6.3)', async () => {
    const { id, starts_at } = await create('2027-05-09 20:30', '2027-05-09 22:00');
    await query(calendar.databaseUrl, `update events set timezone = 'Atlantis/Poseidonis' where id = ${id}`);
    await query(calendar.databaseUrl, `delete from service_state where key = 'event_rules'`);
    const warn = vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    await recompute();
    expect(warn.mock.calls).toEqual([[expect.stringContaining('Atlantis/Poseidonis')]]);
    warn.mockRestore();
    expect((await read(id))['starts_at']).toBe(starts_at);
  });
});
