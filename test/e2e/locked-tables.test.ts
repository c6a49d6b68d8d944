import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { withRolledBackTransaction } from '../support/database-session.js';
import { newKey, newTag, sendWithKey, TAGS_PATH } from '../support/idempotent-writes.js';
import { createRecord } from '../support/kinds.js';
import { ADMIN_HEADERS, rawRequest, type RawResponse } from '../support/raw-request.js';
import { upcomingDates } from '../support/records.js';
import { startTestCalendar, type TestCalendar } from '../support/test-calendar.js';

/** Within how many milliseconds everything is answered, whatever is locked. */
const LIMIT = 3_500;

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
// A service that has just started opens its connections first.
beforeEach(() => Promise.all([...times(40, (index) => read(`${TAGS_PATH}?q=${index}`)), ...times(16, create)]));
afterAll(() => calendar.close());

const read = (path: string) => rawRequest(calendar.origin, { method: 'GET', path });
const create = () => sendWithKey(calendar.origin, newKey(), newTag());
const createPlain = () => {
  const { method, path, json } = newTag();
  const headers = { ...ADMIN_HEADERS, 'Content-Type': 'application/json' };
  return rawRequest(calendar.origin, { method, path, headers, body: JSON.stringify(json) });
};
const times = (count: number, ask: (index: number) => Promise<RawResponse>) =>
  Array.from({ length: count }, (_each, index) => ask(index));

/** What comes of requests, and how long the slowest took, in milliseconds. */
async function outcomeOf(asked: Promise<RawResponse>[]): Promise<{ outcomes: unknown[]; slowest: number }> {
  const began = performance.now();
  const took = asked.map((each) => each.then(() => performance.now() - began));
  const answers = await Promise.all(asked);
  const outcomes = new Set(answers.map(({ status, headers }) => `${status} ${String(headers['retry-after'])}`));
  return { outcomes: [...outcomes], slowest: Math.max(...(await Promise.all(took))) };
}

/** The same while a table is locked. */
const whileLocked = (table: string, ask: () => Promise<RawResponse>[]) =>
  withRolledBackTransaction(calendar.databaseUrl, async (session) => {
    await session.query(`lock table ${table} in access exclusive mode`);
    return outcomeOf(ask());
  });

describe('while a table is locked', () => {
  it('12.4 all of 64 writes under keys, 40 without and 100 reads are unavailable within 3.5 s, and all well afterwards', async () => {
    const { outcomes, slowest } = await whileLocked('tags', () => [
      ...times(64, create),
      ...times(40, createPlain),
      ...times(100, (index) => read(`${TAGS_PATH}?q=${index}`)),
    ]);
    expect(outcomes).toEqual(['503 1']);
    expect(slowest).toBeLessThan(LIMIT);
    expect((await outcomeOf([...times(64, create), ...times(40, createPlain)])).outcomes).toEqual(['201 undefined']);
    expect((await outcomeOf(times(40, () => read(TAGS_PATH)))).outcomes).toEqual(['200 undefined']);
  });

  it('12.4 a write that waits for two locks, one after the other, has one time for both', async () => {
    const { id } = await createRecord(calendar, 'events', upcomingDates());
    const change = () => {
      const headers = { ...ADMIN_HEADERS, 'Content-Type': 'application/json' };
      const path = `/calendar/events/v1/events/${id}`;
      return rawRequest(calendar.origin, { method: 'PATCH', path, headers, body: '{"featured":true}' });
    };
    const locked = Promise.withResolvers<void>();
    const row = withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query('select from events where id = $1 for update', [id]);
      locked.resolve();
      await setTimeout(1_500);
    });
    await locked.promise;
    const { outcomes, slowest } = await whileLocked('audit_entries', () => [change()]);
    await row;
    expect(outcomes).toEqual(['503 1']);
    expect(slowest).toBeGreaterThan(1_900);
    expect(slowest).toBeLessThan(3_000);
    expect((await change()).status).toBe(200);
  });

  it('12.4 8.13 so are attempts at one password, one after another as they are', async () => {
    const { id } = await createRecord(calendar, 'events', { ...upcomingDates(), password: 'Sesam' });
    const attempt = () => read(`/calendar/events/v1/events/${id}?password=Sesam`);
    const { outcomes, slowest } = await whileLocked('password_attempts', () => times(10, attempt));
    expect(outcomes).toEqual(['503 1']);
    expect(slowest).toBeLessThan(LIMIT);
    expect((await outcomeOf(times(10, attempt))).outcomes).toEqual(['200 undefined']);
  });
});
