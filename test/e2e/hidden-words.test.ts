import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addHiddenRecords,
  createPublicRecords,
  EVENT_PASSWORD,
  HIDDEN_NAMES,
  hiddenIdRanges,
  type PublicRecords,
} from './hidden/hidden-records.js';
import { uniqueWord, wordsIn } from '../support/records/unique-words.js';
import { createRecord } from '../support/records/kinds.js';
import { readerRequests, type ReaderRequest } from './hidden/reader-requests.js';
import { pathAndQueryOf, upcomingDates } from '../support/records/records.js';
import { byRunMode, casesByRunMode } from '../support/jest/run-mode.js';
import { mapConcurrently } from '../support/map-concurrently.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';
import { startWatchedService, type WatchedService } from '../support/processes/watched-service.js';

let calendar: TestCalendar;
let service: WatchedService;
let scene: PublicRecords;
let questions: readonly ReaderRequest[];
const tokens: Record<string, string> = { editor: ADMIN_TOKEN };
beforeAll(async () => {
  calendar = await startTestCalendar();
  for (const role of ['subscriber', 'contributor', 'author'] as const) tokens[role] = await calendar.createToken(role);
  scene = await createPublicRecords(calendar);
  const reach = await hiddenIdRanges(calendar);
  await addHiddenRecords(calendar, scene);
  const requests = readerRequests({ idRanges: reach, terms: 5, words: HIDDEN_NAMES });
  // The short form sends every third request.
  questions = casesByRunMode(
    requests.filter(({ method }) => method === 'GET'),
    (_request, index) => index % 3 === 0,
  );
  service = await startWatchedService(calendar);
});
afterAll(async () => {
  await stopServiceProcesses();
  await calendar.close();
});

const bearer = (role: string) => (tokens[role] ? { Authorization: `Bearer ${tokens[role]}` } : {});
const secrets = () => Object.values(tokens);

/** Collects unique words and tokens from a response and its next pages, except those in the request path. */
async function seenIn(role: string, path: string): Promise<string[]> {
  const seen: string[] = [];
  for (let next: string | null = path; next !== null && seen.length === 0;) {
    const { rawHeaders, text, body } = await service.request({ path: next, headers: bearer(role) });
    const told = [...rawHeaders, text].join('\n');
    const asked = wordsIn(path);
    seen.push(...wordsIn(told).filter((word) => !asked.includes(word)));
    seen.push(...secrets().filter((token) => told.includes(token)));
    next = typeof body['next_rest_url'] === 'string' ? pathAndQueryOf(body['next_rest_url']) : null;
  }
  return seen;
}

describe('Service with a response cache and debug logging', () => {
  it('shows other callers no word of hidden records after an editor has read them (8.5, 8.14)', async () => {
    const byEditor = await mapConcurrently(questions, ({ path }) => seenIn('editor', path));
    expect(new Set(byEditor.flat()).size).toBeGreaterThan(byRunMode(50, 100));
    for (const [role, share] of [
      ['anonymous', 1],
      ['anonymous', 1],
      ['subscriber', 4],
      ['contributor', 2],
      ['author', 2],
    ] as const) {
      const some = questions.filter((_each, index) => index % share === 0);
      const found = await mapConcurrently(some, async ({ path }) => ({ path, seen: await seenIn(role, path) }));
      expect([role, found.filter(({ seen }) => seen.length > 0).slice(0, 5)]).toEqual([role, []]);
    }
    // The log may contain request URLs, and these contain the hidden names.
    expect(wordsIn(service.output()).filter((word) => !HIDDEN_NAMES.includes(word))).toEqual([]);
    expect(secrets().filter((token) => service.output().includes(token))).toEqual([]);
  });

  it('shows no protected text after a read with the password, nor the password (8.13, 8.14, 8.15, 12.2)', async () => {
    const path = `events/${scene.protectedEvent.id}`;
    const header = { 'X-Event-Password': EVENT_PASSWORD };
    for (const each of [
      { path: `${path}?password=${EVENT_PASSWORD}` },
      { path: `${path}?ml_language=ca&password=${EVENT_PASSWORD}` },
      { path: `/es/calendar/events/v1/${path}/?password=${EVENT_PASSWORD}`, method: 'HEAD' },
      { path, headers: header },
      { path: `events/by-slug/${scene.protectedEvent.slug}`, headers: header },
    ]) {
      const { status, headers, rawHeaders, text } = await service.request(each);
      expect([each.path, status, headers['cache-control']]).toEqual([each.path, 200, 'no-store']);
      expect(each.method === 'HEAD' || wordsIn(text).length > 5).toBe(true);
      expect([...rawHeaders, text].join().includes(EVENT_PASSWORD)).toBe(false);
      for (const bare of [
        path,
        `${path}?ml_language=ca`,
        `events/by-slug/${scene.protectedEvent.slug}`,
        `${path}?password=`,
      ]) {
        const closed = await service.request({ path: bare });
        expect([closed.status, closed.headers['cache-control']]).toEqual([403, 'no-store']);
        expect(wordsIn([...closed.rawHeaders, closed.text].join())).toEqual([]);
      }
    }
    for (const list of [
      `events?password=${EVENT_PASSWORD}&per_page=1`,
      `venues?password=${EVENT_PASSWORD}&per_page=1`,
    ]) {
      const { rawHeaders, text, body } = await service.request({ path: list });
      expect([wordsIn([...rawHeaders, text].join()), String(body['rest_url']).includes('password')]).toEqual([
        [],
        false,
      ]);
    }
    expect(service.output()).not.toContain(EVENT_PASSWORD);
  });

  it('serves no cached text of an event after a password is set (8.14, 12.2)', async () => {
    const word = uniqueWord();
    const { id } = await createRecord(calendar, 'events', {
      ...upcomingDates(),
      excerpt: word,
      tags: [scene.unlinked.tags],
    });
    const asked = [`events/${id}`, `events?include=${id}`, `events?search=${word}&venue=`, `tags?event=${id}`, 'tags'];
    const seen = () => Promise.all(asked.map(async (path) => (await service.request({ path })).text));
    const open = [...(await seen()), ...(await seen())].filter(
      (text) => text.includes(word) || text.includes('Lonely'),
    );
    expect(open).toHaveLength(10);
    const protect = {
      method: 'PATCH',
      path: `events/${id}`,
      headers: bearer('editor'),
      body: '{"password":"from now on"}',
    };
    expect((await service.request(protect)).status).toBe(200);
    const left = (await seen()).map((text) => [wordsIn(text).length, text.includes('Lonely')]);
    // The URLs of a search response contain the search word.
    expect(left).toEqual([
      [0, false],
      [0, false],
      [1, false],
      [0, false],
      [0, false],
    ]);
  });
});
