import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countRows } from '../support/database/database-session.js';
import { byRunMode } from '../support/run/run-mode.js';
import type { ServedRecord } from '../support/records/kinds.js';
import { repeatParallel } from '../support/records/links.js';
import {
  PASSWORD_REQUIRED,
  ACCESS_GRANTED,
  EVENT_PASSWORD,
  outcomeOf,
  startPasswordFixture,
  withPassword,
  type PasswordFixture,
} from '../support/records/protected-events.js';

const LOCKED = '429 too_many_requests';
const CONCURRENT = byRunMode(15, 60);
const start = Date.now();

let scene: PasswordFixture;
beforeAll(async () => {
  scene = await startPasswordFixture();
});
afterAll(() => scene.calendar.close());
beforeEach(() => at(0));

/** Sets the clock to the given number of minutes after the start of the tests. */
const at = (minutes: number) => scene.calendar.setNow(new Date(start + minutes * 60_000).toISOString());
const attempt = async (event: ServedRecord, password: string) => outcomeOf(await scene.byQuery(event, password));
const attemptMany = (event: ServedRecord, count: number, password: string) =>
  repeatParallel(count, () => attempt(event, password));

/** Sends wrong passwords one after the other and returns the outcome of each. */
async function tryWrongPasswords(event: ServedRecord, count: number): Promise<string[]> {
  const outcomes: string[] = [];
  for (let tried = 0; tried < count; tried += 1) outcomes.push(await attempt(event, `wrong ${tried}`));
  return outcomes;
}
const rejections = (count: number) => Array.from({ length: count }, () => PASSWORD_REQUIRED);

describe('Limit of wrong passwords', () => {
  it('rejects all attempts after ten wrong ones, on every path, except of callers who may edit the event (8.13)', async () => {
    const [event, otherEvent] = [await scene.create({ author: scene.users.author }), await scene.create()];
    expect(await tryWrongPasswords(event, 11)).toEqual([...rejections(10), LOCKED]);
    for (const path of [`events/${event.id}`, `events/by-slug/${event.slug}`, `events/${event.id}/`]) {
      expect([path, outcomeOf(await scene.byHeader(path, EVENT_PASSWORD))]).toEqual([path, LOCKED]);
      expect([path, outcomeOf(await scene.read(path))]).toEqual([path, PASSWORD_REQUIRED]);
    }
    const refused = await scene.byQuery(event, EVENT_PASSWORD);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, String(15 * 60)]);
    expect(refused.headers.get('Cache-Control')).toBe('no-store');
    expect(refused.text + JSON.stringify([...refused.headers])).not.toMatch(/jutges|Inside|Record/);
    expect(await attempt(otherEvent, EVENT_PASSWORD)).toBe(ACCESS_GRANTED);
    for (const role of ['editor', 'author'] as const) {
      const response = await scene.read(`events/${event.id}?password=wrong`, { token: scene.tokens[role] });
      expect([role, outcomeOf(response)]).toEqual([role, ACCESS_GRANTED]);
    }
    const updated = await scene.calendar.request('PATCH', `events/${event.id}`, { json: { password: 'New one' } });
    expect(outcomeOf(updated)).toBe(ACCESS_GRANTED);
    expect(outcomeOf(await scene.calendar.request('DELETE', `events/${event.id}`))).toBe(ACCESS_GRANTED);
  });

  it('forgets each attempt after 15 minutes (8.13)', async () => {
    const event = await scene.create();
    expect(await tryWrongPasswords(event, 4)).toEqual(rejections(4));
    at(10);
    expect(await tryWrongPasswords(event, 7)).toEqual([...rejections(6), LOCKED]);
    expect((await scene.byQuery(event, EVENT_PASSWORD)).headers.get('Retry-After')).toBe(String(5 * 60));
    at(14.98);
    expect(await attempt(event, EVENT_PASSWORD)).toBe(LOCKED);
    at(15.02);
    expect(await attempt(event, EVENT_PASSWORD)).toBe(ACCESS_GRANTED);
    expect(await tryWrongPasswords(event, 5)).toEqual([...rejections(4), LOCKED]);
    at(24.98);
    expect(await attempt(event, EVENT_PASSWORD)).toBe(LOCKED);
    const countKeptRows = async () => {
      await scene.calendar.runHousekeeping();
      return countRows(scene.calendar.databaseUrl, 'password_attempts', `event_id = ${event.id}`);
    };
    expect(await countKeptRows()).toBe(1);
    at(31);
    expect([await countKeptRows(), await attempt(event, EVENT_PASSWORD)]).toEqual([0, ACCESS_GRANTED]);
  });

  it('does not count concurrent correct passwords, which do not reset the count either (8.13)', async () => {
    const event = await scene.create();
    await tryWrongPasswords(event, 9);
    expect(new Set(await attemptMany(event, CONCURRENT / 5, EVENT_PASSWORD))).toEqual(new Set([ACCESS_GRANTED]));
    expect(await tryWrongPasswords(event, 2)).toEqual([PASSWORD_REQUIRED, LOCKED]);
    expect(await attempt(event, EVENT_PASSWORD)).toBe(LOCKED);
  });

  it('counts HEAD, slug, header, other languages, other callers and forged addresses together (8.13)', async () => {
    const event = await scene.create();
    const [byId, bySlug] = [`events/${event.id}`, `events/by-slug/${event.slug}`];
    const headers = withPassword('wrong');
    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const forgedAddress = { 'X-Forwarded-For': `203.0.113.${round}`, Forwarded: `for=203.0.113.${round}` };
      const responses = [
        await scene.calendar.request('HEAD', `${byId}?password=wrong`, { headers: forgedAddress }),
        await scene.read(bySlug, { headers: { ...headers, ...forgedAddress } }),
        await scene.read(`/ca/calendar/events/v1/${byId}?password=wrong`, { headers: forgedAddress }),
        await scene.read(`${byId}?ml_language=es`, { headers, token: scene.tokens.subscriber }),
      ];
      statuses.push(...responses.map(({ status }) => status));
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429]);
  });

  it('checks 10 of many concurrent wrong passwords and rejects the others (8.13)', async () => {
    const event = await scene.create();
    const outcomes = await attemptMany(event, CONCURRENT, 'wrong');
    expect(outcomes.toSorted()).toEqual([...rejections(10), ...Array.from({ length: CONCURRENT - 10 }, () => LOCKED)]);
  });
});
