import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ServedRecord } from '../support/kinds.js';
import { flatMapParallel, LANGUAGES } from '../support/languages.js';
import { createReaders, READERS, type Users } from '../support/readers.js';
import { pathAndQueryOf, readPage, followPages } from '../support/records.js';
import { countOf, expectedList, type TermListRequest, type TermFixture } from '../support/term-oracle.js';
import { createTermFixture } from '../support/term-fixture.js';
import { startTestCalendar, type TestCalendar } from '../support/test-calendar.js';

const UNKNOWN = 987_654_321;
const WORDS = [
  'a',
  'MUSICA',
  'mús',
  'coral',
  'canto coral',
  'coral canto',
  'collec',
  'col.lec',
  '%',
  '_',
  'ç',
  'no-such',
  '100',
  'now-',
  'yoga\nyoga',
  'yoga yoga',
];

let calendar: TestCalendar;
let users: Users;
let scenes: Record<TermFixture['path'], TermFixture>;
beforeAll(async () => {
  calendar = await startTestCalendar();
  users = await createReaders(calendar);
  const create = (path: TermFixture['path']) => createTermFixture(calendar, path, users.ids);
  scenes = { categories: await create('categories'), tags: await create('tags') };
});
afterAll(() => calendar.close());

/** What each parameter may say, in a scene. */
function domains({ path, terms, events }: TermFixture): Record<string, readonly string[]> {
  const ids = terms.map(({ id }) => id);
  const eventIds = [...events.map(({ id }) => String(id)), String(UNKNOWN)];
  const some = [ids.slice(2, 7).toReversed(), ids, [ids[1], ids[8]], ids.filter((id) => id % 2)].map(String);
  return {
    search: WORDS,
    include: [...some, `${ids[3]},${UNKNOWN}`],
    exclude: [...some, `0,${ids[3]},${UNKNOWN}`],
    parent: ['0', ...ids.map(String), String(UNKNOWN)],
    post: eventIds,
    event: eventIds,
    slug: [...terms.flatMap(({ slugs, former }) => [...Object.values(slugs), ...former]), 'MUSICA', 'no-such'],
    hide_empty: ['false', 'true'],
    orderby: ['name', 'id', 'slug', 'count', 'description', 'include'],
    order: ['asc', 'DESC', 'ascending', 'descending'],
    ml_fallback: ['none', 'record'],
    ...(path === 'tags' ? { parent: ['0', 'x'] } : {}),
  };
}

/** What is not as it must be. */
async function mistakes(scene: TermFixture, { asked, reader, parameters }: TermListRequest): Promise<string[]> {
  const query = new URLSearchParams({ ...parameters, per_page: '50', ml_language: asked });
  const token = users.tokens[reader];
  const { status, body } = await calendar.request('GET', `${scene.path}?${query.toString()}`, { token });
  const records = (body[scene.path] ?? []) as ServedRecord[];
  const served =
    status === 200
      ? { ids: records.map(({ id }) => id), counts: records.map(({ count }) => count), total: body['total'] }
      : { wrong: Object.keys(body['params'] ?? {}).toSorted(), status };
  const { ids = [], invalidParameters: wrong } = expectedList(scene, { asked, reader, parameters });
  const right = wrong
    ? { wrong, status: 400 }
    : { ids, counts: ids.map((id) => countOf(scene, id)), total: ids.length };
  return JSON.stringify(served) === JSON.stringify(right)
    ? []
    : [`${reader} ${query.toString()}: ${JSON.stringify(served)}, not ${JSON.stringify(right)}`];
}

const inLanes = (scene: TermFixture, questions: readonly TermListRequest[]) =>
  flatMapParallel([0, 1, 2, 3], async (lane) => {
    const found: string[] = [];
    for (const question of questions.filter((_each, index) => index % 4 === lane))
      found.push(...(await mistakes(scene, question)));
    return found;
  });

describe.each(['categories', 'tags'] as const)('the list of %s', (path) => {
  it('7.1 7.11 8.3 8.14 keeps to each parameter by itself', async () => {
    const questions = Object.entries(domains(scenes[path])).flatMap(([name, values]) =>
      values.flatMap((value, index) => {
        const asked = LANGUAGES[index % 3] ?? 'en';
        const parameters = { [name]: value };
        const readers = name === 'event' ? READERS : [READERS[index % READERS.length] ?? 'anonymous'];
        const shown = name === 'hide_empty' ? [] : readers;
        const all = shown.map((reader) => ({ asked, reader, parameters: { ...parameters, hide_empty: 'false' } }));
        return [{ asked, reader: 'anonymous' as const, parameters }, ...all];
      }),
    );
    expect(questions.length).toBeGreaterThan(100);
    expect(await inLanes(scenes[path], questions)).toEqual([]);
  });

  it('7.1 7.11 8.3 8.14 keeps to several together', async () => {
    const parameters = fc
      .shuffledSubarray(Object.entries(domains(scenes[path])), { minLength: 2, maxLength: 4 })
      .chain((chosen) =>
        fc.tuple(...chosen.map(([name, values]) => fc.constantFrom(...values).map((value) => [name, value]))),
      )
      .map((chosen) => Object.fromEntries(chosen) as Record<string, string>);
    const question = fc.record({
      asked: fc.constantFrom(...LANGUAGES),
      reader: fc.constantFrom(...READERS),
      parameters,
    });
    const questions = fc.sample(question, { numRuns: 400, seed: 711 });
    const found = questions.filter((each) => expectedList(scenes[path], each).ids?.length);
    expect(found.length).toBeGreaterThan(100);
    expect(await inLanes(scenes[path], questions)).toEqual([]);
  });

  it('7.11 5.8 in the order of the count is walked page by page', async () => {
    const counts = async (order: string) => {
      const query = `${path}?hide_empty=false&orderby=count&order=${order}`;
      const { body } = await readPage(calendar, `${query}&per_page=50`);
      expect(await followPages(calendar, path, `${query}&per_page=2`)).toEqual(body[path].map(({ id }) => id));
      return body[path].map(({ count }) => count);
    };
    expect(await counts('asc')).toEqual((await counts('desc')).toReversed());
    expect(new Set(await counts('asc')).size).toBeGreaterThan(2);
    const { body } = await readPage(calendar, `${path}?hide_empty=false&orderby=count&per_page=2`);
    const elsewhere = pathAndQueryOf(String(body.next_rest_url)).replace('orderby=count', 'orderby=id');
    expect((await calendar.request('GET', elsewhere)).status).toBe(400);
  });

  it('2.7 7.11 names all that is wrong at once', async () => {
    const wrong = `include=${UNKNOWN}&event=${UNKNOWN}&exclude=x&orderby=up&hide_empty=perhaps&slug=${'s'.repeat(201)}`;
    const { status, body } = await calendar.request(
      'GET',
      `${path}?${wrong}${path === 'categories' ? '&parent=-1' : ''}`,
    );
    const names = [
      'event',
      'exclude',
      'hide_empty',
      'include',
      'orderby',
      'slug',
      ...(path === 'categories' ? ['parent'] : []),
    ];
    expect([status, Object.keys(body['params'] ?? {}).toSorted()]).toEqual([400, names.toSorted()]);
  });

  it('7.11 looks at post only where there is no event', async () => {
    const [event] = scenes[path].events;
    const read = async (query: string) => {
      const { status, body } = await calendar.request('GET', `${path}?${query}`);
      return status === 200 ? body['total'] : Object.keys(body['params'] ?? {});
    };
    for (const post of [UNKNOWN, 'x', 0, scenes[path].events[4]?.id]) {
      expect([post, await read(`event=${event?.id}&post=${post}`)]).toEqual([post, 2]);
    }
    expect(await read(`event=&post=${event?.id}`)).toBe(2);
    for (const post of [UNKNOWN, 'x', 0]) {
      expect([post, await read(`event=&post=${post}`)]).toEqual([post, ['post']]);
      expect([post, await read(`event=${post}&post=${event?.id}`)]).toEqual([post, ['event']]);
    }
  });

  it('5.7 7.11 carries what was asked for in its addresses', async () => {
    const { terms, events } = scenes[path];
    const parameters = {
      exclude: String(terms[0]?.id),
      event: String(events[0]?.id),
      hide_empty: 'false',
      orderby: 'count',
      order: 'desc',
    };
    const query = `${new URLSearchParams(parameters).toString()}&post=1&per_page=1`;
    const { body } = await readPage(calendar, `${path}?${query}`);
    for (const address of [body.rest_url, String(body.next_rest_url)]) {
      const sent = Object.fromEntries(new URL(address).searchParams);
      expect(sent).toMatchObject(parameters);
      expect(sent).not.toHaveProperty('post');
    }
  });
});
