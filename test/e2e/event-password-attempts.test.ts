import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { byRunMode, onlyInFullRun } from '../support/run/run-mode.js';
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
const MINUTE = 60_000;

let scene: PasswordFixture;
let start: number;
beforeAll(async () => {
  scene = await startPasswordFixture();
  start = Date.now();
});
afterAll(() => scene.calendar.close());
afterEach(() => scene.calendar.setNow(undefined));

/** Sets the clock to the given number of minutes after the start of the tests. */
const at = (minutes: number) => scene.calendar.setNow(new Date(start + minutes * MINUTE).toISOString());
const attempt = async (event: ServedRecord, password: string) => outcomeOf(await scene.byQuery(event, password));

/** Sends wrong passwords one after the other and returns the outcome of each. */
async function wrong(event: ServedRecord, count: number): Promise<string[]> {
  const outcomes: string[] = [];
  for (let tried = 0; tried < count; tried += 1) outcomes.push(await attempt(event, `wrong ${tried}`));
  return outcomes;
}

const closed = (count: number) => Array.from({ length: count }, () => PASSWORD_REQUIRED);

/**
 * Numbers of attempts. The short form has fewer, because each verification takes some 30 ms. It leaves out an event
 * without a password.
 */
const READS = byRunMode(2, 12);
const CONCURRENT_WRONG = byRunMode(20, 60);
const CONCURRENT_CORRECT = byRunMode(5, 20);

describe('Limit of wrong passwords', () => {
  it('rejects all attempts after ten, also with the correct password and on every path (8.13)', async () => {
    at(0);
    const [event, other] = [await scene.create(), await scene.create()];
    expect(await wrong(event, 11)).toEqual([...closed(10), LOCKED]);
    expect(await attempt(event, EVENT_PASSWORD)).toBe(LOCKED);
    for (const path of [`events/${event.id}`, `events/by-slug/${event.slug}`, `events/${event.id}/`]) {
      expect([path, outcomeOf(await scene.byHeader(path, EVENT_PASSWORD))]).toEqual([path, LOCKED]);
      expect([path, outcomeOf(await scene.read(path))]).toEqual([path, PASSWORD_REQUIRED]);
    }
    const refused = await scene.byQuery(event, EVENT_PASSWORD);
    expect(refused.headers.get('Retry-After')).toBe(String(15 * 60));
    expect(refused.headers.get('Cache-Control')).toBe('no-store');
    expect(refused.text + JSON.stringify([...refused.headers])).not.toMatch(/jutges|Inside|Record/);
    expect(await attempt(other, EVENT_PASSWORD)).toBe(ACCESS_GRANTED);
    expect(await wrong(other, 1)).toEqual([PASSWORD_REQUIRED]);
  });

  it('does not apply to callers who may edit the event (8.13)', async () => {
    at(0);
    const event = await scene.create({ author: scene.users.author });
    await wrong(event, 11);
    for (const role of ['editor', 'author'] as const) {
      const answer = await scene.read(`events/${event.id}?password=wrong`, { token: scene.tokens[role] });
      expect([role, outcomeOf(answer)]).toEqual([role, ACCESS_GRANTED]);
    }
    const updated = await scene.calendar.request('PATCH', `events/${event.id}`, { json: { password: 'New one' } });
    expect(outcomeOf(updated)).toBe(ACCESS_GRANTED);
    expect(outcomeOf(await scene.calendar.request('DELETE', `events/${event.id}`))).toBe(ACCESS_GRANTED);
  });

  it('forgets each attempt after 15 minutes (8.13)', async () => {
    at(0);
    const event = await scene.create();
    expect(await wrong(event, 4)).toEqual(closed(4));
    at(10);
    expect(await wrong(event, 7)).toEqual([...closed(6), LOCKED]);
    expect((await scene.byQuery(event, EVENT_PASSWORD)).headers.get('Retry-After')).toBe(String(5 * 60));
    at(14.98);
    expect(await attempt(event, EVENT_PASSWORD)).toBe(LOCKED);
    at(15.02);
    expect(await attempt(event, EVENT_PASSWORD)).toBe(ACCESS_GRANTED);
    expect(await wrong(event, 5)).toEqual([...closed(4), LOCKED]);
    at(24.98);
    expect(await attempt(event, EVENT_PASSWORD)).toBe(LOCKED);
    at(31);
    expect(await wrong(event, 11)).toEqual([...closed(10), LOCKED]);
  });

  it('does not count correct passwords, which do not reset the count either (8.13)', async () => {
    at(0);
    const event = await scene.create();
    for (let tried = 0; tried < 9; tried += 1) {
      expect([tried, ...(await wrong(event, 1)), await attempt(event, EVENT_PASSWORD)]).toEqual([
        tried,
        PASSWORD_REQUIRED,
        ACCESS_GRANTED,
      ]);
    }
    for (let read = 0; read < READS; read += 1) expect(await attempt(event, EVENT_PASSWORD)).toBe(ACCESS_GRANTED);
    expect([...(await wrong(event, 2)), await attempt(event, EVENT_PASSWORD)]).toEqual([
      PASSWORD_REQUIRED,
      LOCKED,
      LOCKED,
    ]);
  });

  it('counts HEAD, slug, header, every language and forged client addresses together (8.13)', async () => {
    at(0);
    const event = await scene.create();
    const [byId, bySlug] = [`events/${event.id}`, `events/by-slug/${event.slug}`];
    const headers = withPassword('wrong');
    const seen: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const claimed = { 'X-Forwarded-For': `203.0.113.${round}`, Forwarded: `for=203.0.113.${round}` };
      const answers = [
        await scene.calendar.request('HEAD', `${byId}?password=wrong`, { headers: claimed }),
        await scene.read(bySlug, { headers: { ...headers, ...claimed } }),
        await scene.read(`/ca/calendar/events/v1/${byId}?password=wrong`, { headers: claimed }),
        await scene.read(`${byId}?ml_language=es`, { headers, token: scene.tokens.subscriber }),
      ];
      seen.push(...answers.map(({ status }) => status));
    }
    expect(seen).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429]);
  });

  it('checks 10 of many concurrent wrong passwords and rejects the others (8.13)', async () => {
    at(0);
    const event = await scene.create();
    const outcomes = await repeatParallel(CONCURRENT_WRONG, (index) => attempt(event, `wrong ${index}`));
    const counted = [PASSWORD_REQUIRED, LOCKED].map((each) => outcomes.filter((outcome) => outcome === each).length);
    expect(counted).toEqual([10, CONCURRENT_WRONG - 10]);
    expect(await attempt(event, EVENT_PASSWORD)).toBe(LOCKED);
  });

  it('accepts concurrent correct passwords after nine wrong ones (8.13)', async () => {
    at(0);
    const event = await scene.create();
    await wrong(event, 9);
    expect(await repeatParallel(CONCURRENT_CORRECT, () => attempt(event, EVENT_PASSWORD))).toEqual(
      Array.from({ length: CONCURRENT_CORRECT }, () => ACCESS_GRANTED),
    );
    expect(await wrong(event, 2)).toEqual([PASSWORD_REQUIRED, LOCKED]);
  });

  onlyInFullRun(() => {
    it('counts nothing while the event has no password (8.13, 8.5)', async () => {
      at(0);
      const event = await scene.create({ password: null });
      expect(await wrong(event, 12)).toEqual(Array.from({ length: 12 }, () => ACCESS_GRANTED));
      await scene.calendar.request('PATCH', `events/${event.id}`, { json: { password: EVENT_PASSWORD } });
      expect(await attempt(event, EVENT_PASSWORD)).toBe(ACCESS_GRANTED);
      expect(await wrong(event, 11)).toEqual([...closed(10), LOCKED]);
    });
  });
});
