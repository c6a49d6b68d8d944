import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseOptions } from '../../../../src/database/database-options.js';
import { NextExpiry } from '../../../../src/http/caching/next-expiry.js';
import type { Configuration } from '../../../../src/kernel/config/configuration.js';
import type { ExpiryTrigger } from '../../../../src/kernel/context/expiry-trigger.js';
import { SystemClock } from '../../../../src/kernel/time/clock.js';
import type { ChangeCounter } from '../../../../src/persistence/transactions/change-counter.js';
import { query } from '../../../support/database/database-session.js';
import { useTestCalendar } from '../../../support/calendar/use-test-calendar.js';
import { createRecord } from '../../../support/records/kinds.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Tolerance for durations: far below their differences, and longer than the statements take on a busy machine. */
const TOLERANCE_MS = 60_000;

/** A system clock with an offset of `skewMs`. */
class SkewedClock extends SystemClock {
  skewMs = 0;

  override now(): number {
    return Date.now() + this.skewMs;
  }
}

const calendar = useTestCalendar();
let orm: MikroORM;
let clock: SkewedClock;
let changes: { generation: number };
let lookups: number;
let isUnreachable: boolean;
let nextExpiry: NextExpiry;
beforeAll(async () => {
  orm = await MikroORM.init(databaseOptions(calendar.databaseUrl));
});
afterAll(() => orm.close());
beforeEach(async () => {
  await query(calendar.databaseUrl, 'truncate events, venues cascade');
  [clock, changes, lookups, isUnreachable] = [new SkewedClock(), { generation: 1 }, 0, false];
  const observedEm = new Proxy(orm.em, {
    get(target, name) {
      if (name === 'getKysely') {
        lookups += 1;
        if (isUnreachable) throw new Error('the database is away');
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  nextExpiry = new NextExpiry(observedEm, changes as ChangeCounter, clock, {
    TIMEZONE: 'Europe/Madrid',
  } as Configuration);
});

/** Milliseconds until a response expires, by the clock of the process. */
const untilExpiryMs = async (expires: readonly ExpiryTrigger[]) =>
  (await nextExpiry.periodResolver())(expires).untilMs - clock.now();

const isoTimeIn = (ms: number) => new Date(Date.now() + ms).toISOString();

/** Creates a venue with a publication date `ms` milliseconds from now, by the clock of the database. */
async function scheduleVenue(ms: number, assignments = `status = 'publish'`): Promise<void> {
  const { id } = await createRecord(calendar, 'venues');
  await query(
    calendar.databaseUrl,
    `update venues set ${assignments}, published_at = now() + interval '${ms} milliseconds' where id = ${id}`,
  );
}

/** Creates an event that ends in `ms` milliseconds. */
const createEventUntil = (ms: number) =>
  createRecord(calendar, 'events', { start_date: isoTimeIn(-HOUR_MS), end_date: isoTimeIn(ms), timezone: 'UTC' });

describe('Next expiry of cached responses', () => {
  it.each([9 * DAY_MS, -9 * DAY_MS])(
    'is the first publication or end of an event, also if the clocks of process and database differ by %d ms (8.7, 7.10)',
    async (skewMs) => {
      clock.skewMs = skewMs;
      await scheduleVenue(2 * HOUR_MS);
      await scheduleVenue(HOUR_MS);
      await scheduleVenue(-HOUR_MS);
      await scheduleVenue(HOUR_MS / 4, `status = 'draft'`);
      await scheduleVenue(HOUR_MS / 4, `status = 'publish', trashed_at = now()`);
      await createEventUntil(HOUR_MS / 2);
      await createEventUntil(2 * HOUR_MS);
      expect(Math.abs((await untilExpiryMs([])) - HOUR_MS)).toBeLessThan(TOLERANCE_MS);
      expect(Math.abs((await untilExpiryMs(['next-end'])) - HOUR_MS / 2)).toBeLessThan(TOLERANCE_MS);
    },
  );

  it('is looked up once while nothing is written, and once for concurrent requests after a write (12.2)', async () => {
    for (let round = 0; round < 3; round += 1) await nextExpiry.periodResolver();
    expect(lookups).toBe(1);
    changes.generation += 1;
    await Promise.all([nextExpiry.periodResolver(), nextExpiry.periodResolver(), nextExpiry.periodResolver()]);
    expect(lookups).toBe(2);
  });

  it('is not known if the database is unreachable, and is looked up again for the next request (12.2)', async () => {
    isUnreachable = true;
    await expect(nextExpiry.periodResolver()).rejects.toThrow('the database is away');
    isUnreachable = false;
    await expect(nextExpiry.periodResolver()).resolves.toBeInstanceOf(Function);
  });
});
