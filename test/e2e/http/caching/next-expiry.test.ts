import { EntityManager } from '@mikro-orm/postgresql';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NextExpiry } from '../../../../src/http/caching/next-expiry.js';
import type { Configuration } from '../../../../src/kernel/config/configuration.js';
import type { ExpiryTrigger } from '../../../../src/kernel/context/expiry-trigger.js';
import { SystemClock } from '../../../../src/kernel/time/clock.js';
import type { ChangeCounter } from '../../../../src/persistence/transactions/change-counter.js';
import { query } from '../../../support/database/database-session.js';
import { startInProcessCalendar, type InProcessCalendar } from '../../../support/calendar/in-process-calendar.js';
import { createRecord } from '../../../support/records/kinds.js';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
/** What a distance may be off by: the statement, and what a busy machine adds. */
const TOLERANCE = 2 * SECOND;

/** The clock of a machine that is wrong, or that somebody sets. */
class SkewedClock extends SystemClock {
  skew = 0;

  override now(): number {
    return Date.now() + this.skew;
  }
}

let calendar: InProcessCalendar;
let clock: SkewedClock;
let changes: { generation: number };
let lookups: number;
let isBroken: boolean;
let moments: NextExpiry;
beforeEach(async () => {
  calendar = await startInProcessCalendar();
  [clock, changes, lookups, isBroken] = [new SkewedClock(), { generation: 1 }, 0, false];
  const em = calendar.application.get(EntityManager);
  const watched = new Proxy(em, {
    get(target, name) {
      if (name === 'getKysely') {
        lookups += 1;
        if (isBroken) throw new Error('the database is away');
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  moments = new NextExpiry(watched, changes as ChangeCounter, clock, { TIMEZONE: 'Europe/Madrid' } as Configuration);
});
afterEach(() => calendar.close());

const ANY = (): ExpiryTrigger[] => [];
const untilMidnight = (): ExpiryTrigger[] => ['midnight'];
const untilEventEnd = (): ExpiryTrigger[] => ['next-end'];

/** How far away the end of a response is by the clock of the process, in milliseconds. */
const distance = async (expires: readonly ExpiryTrigger[]) =>
  (await moments.periodResolver())(expires).untilMs - clock.now();

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

/** Has a record become public at that distance from the database's present, as a record of a kind that is published. */
async function scheduleVenue(ms: number, columns = `status = 'publish'`): Promise<void> {
  const { id } = await createRecord(calendar, 'venues');
  await query(
    calendar.databaseUrl,
    `update venues set ${columns}, published_at = now() + interval '${ms} milliseconds' where id = ${id}`,
  );
}

/** An event that ends at that distance. */
const createEventUntil = (ms: number) =>
  createRecord(calendar, 'events', { start_date: inMs(-HOUR), end_date: inMs(ms), timezone: 'UTC' });

describe('the next moment at which the clock changes responses', () => {
  it('8.7 is none where no record becomes public and no event ends', async () => {
    expect([await distance(ANY()), await distance(untilEventEnd())]).toEqual([Infinity, Infinity]);
  });

  it('8.7 is the first date of a published record that is still to come', async () => {
    await scheduleVenue(2 * HOUR);
    await scheduleVenue(HOUR);
    await scheduleVenue(-HOUR);
    await scheduleVenue(HOUR / 2, `status = 'draft'`);
    await scheduleVenue(HOUR / 2, `status = 'publish', trashed_at = now()`);
    expect(Math.abs((await distance(ANY())) - HOUR)).toBeLessThan(TOLERANCE);
  });

  it.each([9 * DAY, -9 * DAY])(
    '8.7 is as far away by the process as by the database, whose clocks differ by %d ms',
    async (skew) => {
      clock.skew = skew;
      await scheduleVenue(HOUR);
      await createEventUntil(HOUR / 2);
      expect(Math.abs((await distance(ANY())) - HOUR)).toBeLessThan(TOLERANCE);
      expect(Math.abs((await distance(untilEventEnd())) - HOUR / 2)).toBeLessThan(TOLERANCE);
    },
  );

  it('7.10 is the end of an event only for a response that depends on ends', async () => {
    await createEventUntil(HOUR);
    await createEventUntil(2 * HOUR);
    expect(Math.abs((await distance(untilEventEnd())) - HOUR)).toBeLessThan(TOLERANCE);
    expect(await distance(ANY())).toBe(Infinity);
  });

  it('7.4 is midnight in TIMEZONE only for a response that depends on the day', async () => {
    // 2026-07-01T20:00 in Madrid, in summer time.
    clock.skew = Date.UTC(2026, 6, 1, 18) - Date.now();
    expect(Math.abs((await distance(untilMidnight())) - 4 * HOUR)).toBeLessThan(TOLERANCE);
    expect(await distance(ANY())).toBe(Infinity);
  });
});

describe('the lookup of these moments', () => {
  it('12.2 happens once as long as nothing is written', async () => {
    for (let time = 0; time < 3; time += 1) await moments.periodResolver();
    expect(lookups).toBe(1);
  });

  it('12.2 is shared by requests at the same time', async () => {
    await moments.periodResolver();
    changes.generation += 1;
    await Promise.all([moments.periodResolver(), moments.periodResolver(), moments.periodResolver()]);
    expect(lookups).toBe(2);
  });

  it('12.2 happens again after a write, and finds what was written', async () => {
    expect(await distance(ANY())).toBe(Infinity);
    await scheduleVenue(HOUR);
    expect(await distance(ANY())).toBe(Infinity);
    changes.generation += 1;
    expect(Math.abs((await distance(ANY())) - HOUR)).toBeLessThan(TOLERANCE);
  });

  it('happens again once a time of publication has passed (8.7)', async () => {
    // Midnight, which would be another such time, is far away.
    const noon = Date.UTC(2026, 6, 1, 10) - Date.now();
    clock.skew = noon;
    await scheduleVenue(HOUR);
    await moments.periodResolver();
    clock.skew = noon + HOUR - TOLERANCE;
    await moments.periodResolver();
    expect(lookups).toBe(1);
    // The column has whole seconds, rounded.
    clock.skew = noon + HOUR + SECOND;
    await moments.periodResolver();
    expect(lookups).toBe(2);
  });

  it('12.2 happens again after the clock was set back', async () => {
    await moments.periodResolver();
    clock.skew = -HOUR;
    await moments.periodResolver();
    expect(lookups).toBe(2);
  });

  it('12.2 rejects where the database is away, and is repeated for the next request', async () => {
    isBroken = true;
    await expect(moments.periodResolver()).rejects.toThrow('the database is away');
    isBroken = false;
    await expect(moments.periodResolver()).resolves.toBeInstanceOf(Function);
  });
});
