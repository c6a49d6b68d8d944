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
/** Tolerance for durations: the time of the statement, which is longer on a busy machine. */
const TOLERANCE = 2 * SECOND;

/** A system clock that is off by `skew` milliseconds. */
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

/** Milliseconds until a response expires, by the clock of the process. */
const distance = async (expires: readonly ExpiryTrigger[]) =>
  (await moments.periodResolver())(expires).untilMs - clock.now();

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

/** Creates a venue with a publication date `ms` milliseconds from now, by the clock of the database. */
async function scheduleVenue(ms: number, columns = `status = 'publish'`): Promise<void> {
  const { id } = await createRecord(calendar, 'venues');
  await query(
    calendar.databaseUrl,
    `update venues set ${columns}, published_at = now() + interval '${ms} milliseconds' where id = ${id}`,
  );
}

/** Creates an event that ends in `ms` milliseconds. */
const createEventUntil = (ms: number) =>
  createRecord(calendar, 'events', { start_date: inMs(-HOUR), end_date: inMs(ms), timezone: 'UTC' });

describe('Next expiry of cached responses', () => {
  it.each([0, 9 * DAY, -9 * DAY])(
    'is the first publication or end of an event, also if the clocks of process and database differ by %d ms (8.7, 7.10)',
    async (skew) => {
      clock.skew = skew;
      await scheduleVenue(2 * HOUR);
      await scheduleVenue(HOUR);
      await scheduleVenue(-HOUR);
      await scheduleVenue(HOUR / 4, `status = 'draft'`);
      await scheduleVenue(HOUR / 4, `status = 'publish', trashed_at = now()`);
      await createEventUntil(HOUR / 2);
      await createEventUntil(2 * HOUR);
      expect(Math.abs((await distance([])) - HOUR)).toBeLessThan(TOLERANCE);
      expect(Math.abs((await distance(['next-end'])) - HOUR / 2)).toBeLessThan(TOLERANCE);
    },
  );
});

describe('Lookup of the next expiry', () => {
  it('runs once while nothing is written (12.2)', async () => {
    for (let time = 0; time < 3; time += 1) await moments.periodResolver();
    expect(lookups).toBe(1);
  });

  it('is shared by concurrent requests (12.2)', async () => {
    await moments.periodResolver();
    changes.generation += 1;
    await Promise.all([moments.periodResolver(), moments.periodResolver(), moments.periodResolver()]);
    expect(lookups).toBe(2);
  });

  it('runs again after a write, and finds the new publication date (12.2)', async () => {
    expect(await distance([])).toBe(Infinity);
    await scheduleVenue(HOUR);
    expect(await distance([])).toBe(Infinity);
    changes.generation += 1;
    expect(Math.abs((await distance([])) - HOUR)).toBeLessThan(TOLERANCE);
  });

  it('runs again after a publication date has passed (8.7)', async () => {
    // At noon, midnight is too far away to cause a lookup.
    const noon = Date.UTC(2026, 6, 1, 10) - Date.now();
    clock.skew = noon;
    await scheduleVenue(HOUR);
    await moments.periodResolver();
    clock.skew = noon + HOUR - TOLERANCE;
    await moments.periodResolver();
    expect(lookups).toBe(1);
    // The column is rounded to whole seconds.
    clock.skew = noon + HOUR + SECOND;
    await moments.periodResolver();
    expect(lookups).toBe(2);
  });

  it('runs again after the clock is set back (12.2)', async () => {
    await moments.periodResolver();
    clock.skew = -HOUR;
    await moments.periodResolver();
    expect(lookups).toBe(2);
  });

  it('rejects if the database is unreachable, and runs again for the next request (12.2)', async () => {
    isBroken = true;
    await expect(moments.periodResolver()).rejects.toThrow('the database is away');
    isBroken = false;
    await expect(moments.periodResolver()).resolves.toBeInstanceOf(Function);
  });
});
