import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addHidden, createPublic, GUARD, NAMES, reachOf, type PublicScene } from '../support/hidden-scene.js';
import { newWord, wordsIn } from '../support/hidden-words.js';
import { createRecord } from '../support/kinds.js';
import { questionsFor, type Question } from '../support/reader-questions.js';
import { behindOrigin, soon } from '../support/records.js';
import { together } from '../support/rights-scene.js';
import { endServiceProcesses } from '../support/service-process.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/test-calendar.js';
import { startWatchedService, type WatchedService } from '../support/watched-service.js';

let calendar: TestCalendar;
let service: WatchedService;
let scene: PublicScene;
let questions: readonly Question[];
const tokens: Record<string, string> = { editor: ADMIN_TOKEN };
beforeAll(async () => {
  calendar = await startTestCalendar();
  for (const role of ['subscriber', 'contributor', 'author'] as const) tokens[role] = await calendar.tokenOf(role);
  scene = await createPublic(calendar);
  const reach = await reachOf(calendar);
  await addHidden(calendar, scene);
  questions = questionsFor({ reach, terms: 5, words: NAMES }).filter(({ method }) => method === 'GET');
  service = await startWatchedService(calendar);
});
afterAll(async () => {
  await endServiceProcesses();
  await calendar.close();
});

const bearer = (role: string) => (tokens[role] ? { Authorization: `Bearer ${tokens[role]}` } : {});
const secrets = () => Object.values(tokens);

/** Words and tokens in what is answered that are not in the question, page after page. */
async function seenIn(role: string, path: string): Promise<string[]> {
  const seen: string[] = [];
  for (let next: string | null = path; next !== null && seen.length === 0;) {
    const { rawHeaders, text, body } = await service.ask({ path: next, headers: bearer(role) });
    const told = [...rawHeaders, text].join('\n');
    const asked = wordsIn(path);
    seen.push(...wordsIn(told).filter((word) => !asked.includes(word)));
    seen.push(...secrets().filter((token) => told.includes(token)));
    next = typeof body['next_rest_url'] === 'string' ? behindOrigin(body['next_rest_url']) : null;
  }
  return seen;
}

describe('a process with a response cache that writes down all it can', () => {
  it('8.5 8.14 shows nobody a word of what is hidden, after an editor has read it', async () => {
    const byEditor = await together(questions, ({ path }) => seenIn('editor', path));
    expect(new Set(byEditor.flat()).size).toBeGreaterThan(100);
    for (const [role, share] of [
      ['anonymous', 1],
      ['anonymous', 1],
      ['subscriber', 4],
      ['contributor', 2],
      ['author', 2],
    ] as const) {
      const some = questions.filter((_each, index) => index % share === 0);
      const found = await together(some, async ({ path }) => ({ path, seen: await seenIn(role, path) }));
      expect([role, found.filter(({ seen }) => seen.length > 0).slice(0, 5)]).toEqual([role, []]);
    }
    // What is asked for stands in addresses, and those may be written down.
    expect(wordsIn(service.output()).filter((word) => !NAMES.includes(word))).toEqual([]);
    expect(secrets().filter((token) => service.output().includes(token))).toEqual([]);
  });

  it('8.13 8.14 8.15 12.2 nor after somebody has opened it by its password, which stands nowhere', async () => {
    const path = `events/${scene.guarded.id}`;
    const header = { 'X-Event-Password': GUARD };
    for (const each of [
      { path: `${path}?password=${GUARD}` },
      { path: `${path}?ml_language=ca&password=${GUARD}` },
      { path: `/es/calendar/events/v1/${path}/?password=${GUARD}`, method: 'HEAD' },
      { path, headers: header },
      { path: `events/by-slug/${scene.guarded.slug}`, headers: header },
    ]) {
      const { status, headers, rawHeaders, text } = await service.ask(each);
      expect([each.path, status, headers['cache-control']]).toEqual([each.path, 200, 'no-store']);
      expect(each.method === 'HEAD' || wordsIn(text).length > 5).toBe(true);
      expect([...rawHeaders, text].join().includes(GUARD)).toBe(false);
      for (const bare of [
        path,
        `${path}?ml_language=ca`,
        `events/by-slug/${scene.guarded.slug}`,
        `${path}?password=`,
      ]) {
        const closed = await service.ask({ path: bare });
        expect([closed.status, closed.headers['cache-control']]).toEqual([403, 'no-store']);
        expect(wordsIn([...closed.rawHeaders, closed.text].join())).toEqual([]);
      }
    }
    for (const list of [`events?password=${GUARD}&per_page=1`, `venues?password=${GUARD}&per_page=1`]) {
      const { rawHeaders, text, body } = await service.ask({ path: list });
      expect([wordsIn([...rawHeaders, text].join()), String(body['rest_url']).includes('password')]).toEqual([
        [],
        false,
      ]);
    }
    expect(service.output()).not.toContain(GUARD);
  });

  it('8.14 12.2 nor from the cache, once a password protects what was open', async () => {
    const word = newWord();
    const { id } = await createRecord(calendar, 'events', { ...soon(), excerpt: word, tags: [scene.lonely.tags] });
    const asked = [`events/${id}`, `events?include=${id}`, `events?search=${word}&venue=`, `tags?event=${id}`, 'tags'];
    const seen = () => Promise.all(asked.map(async (path) => (await service.ask({ path })).text));
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
    expect((await service.ask(protect)).status).toBe(200);
    const left = (await seen()).map((text) => [wordsIn(text).length, text.includes('Lonely')]);
    // Addresses of a search have its words.
    expect(left).toEqual([
      [0, false],
      [0, false],
      [1, false],
      [0, false],
      [0, false],
    ]);
  });
});
