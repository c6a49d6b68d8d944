import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecord, KINDS, type Kind, type ServedRecord } from '../support/kinds.js';
import { readPage, upcomingDates, followPages } from '../support/records.js';
import { startTestCalendar, type TestCalendar } from '../support/test-calendar.js';

const TERMS = ['categories', 'tags'] as const;
const PLACES = ['venues', 'organizers'] as const;

let calendar: TestCalendar;
let ids: Record<Kind['path'], number[]>;
beforeAll(async () => {
  calendar = await startTestCalendar();
  const made = await Promise.all(KINDS.map(async (kind) => [kind.path, await fourOf(kind)] as const));
  ids = Object.fromEntries(made) as typeof ids;
});
afterAll(() => calendar.close());

/** Four records, whose first and third have the same text; the second is written once more in the end. */
async function fourOf({ path, titleField: heading, isPublishable: isPublished }: Kind): Promise<number[]> {
  const records: ServedRecord[] = [];
  for (const [index, name] of ['Bàscula', 'ànima', 'Bàscula 2', 'Çedilla'].entries()) {
    const texts = { [heading]: name, description: `Nivell ${index % 2}`, ml_language: 'ca' };
    const date = isPublished ? { date_utc: `2020-01-0${4 - index} 10:00:00` } : { slug: `z-${4 - index}` };
    const facts = path === 'events' ? upcomingDates(20 - index) : {};
    records.push(await createRecord(calendar, path, { ...texts, ...date, ...facts }));
  }
  await calendar.request('PATCH', `${path}/${records[1]?.id}`, { json: { description: 'Nivell 1 i escaig' } });
  return records.map(({ id }) => id);
}

/** The list in an order, as positions of the four. */
async function listed(path: Kind['path'], query: string): Promise<number[]> {
  const all = path === 'categories' || path === 'tags' ? '&hide_empty=false' : '';
  const { body } = await readPage(calendar, `${path}?ml_language=ca&${query}${all}`);
  const records = body[path].map(({ id }) => ids[path].indexOf(id));
  const walked = await followPages(calendar, path, `${path}?ml_language=ca&per_page=1&${query}${all}`);
  expect(walked.map((id) => ids[path].indexOf(id))).toEqual(records);
  return records;
}

describe('the order of lists', () => {
  it.each([
    ['start_date', [3, 2, 1, 0]],
    ['end_date', [3, 2, 1, 0]],
    ['title', [1, 0, 2, 3]],
    ['date', [3, 2, 1, 0]],
    ['id', [0, 1, 2, 3]],
  ])('7.2 of events by %s', async (orderby, ascending) => {
    expect(await listed('events', `orderby=${orderby}`)).toEqual(ascending);
    expect(await listed('events', `orderby=${orderby}&order=DESCENDING`)).toEqual(ascending.toReversed());
  });

  it.each(['events', ...PLACES] as const)('7.2 7.10 of %s by the last change', async (path) => {
    const ascending = [0, 2, 3, 1];
    expect(await listed(path, 'orderby=modified&order=Asc')).toEqual(ascending);
    expect(await listed(path, 'orderby=modified&order=desc')).toEqual(ascending.toReversed());
    expect(await listed(path, 'orderby=modified')).toEqual(path === 'events' ? ascending : ascending.toReversed());
  });

  it.each(PLACES)('7.10 of %s by date, name and id', async (path) => {
    expect(await listed(path, '')).toEqual([0, 1, 2, 3]);
    expect(await listed(path, 'orderby=date&order=ascending')).toEqual([3, 2, 1, 0]);
    expect(await listed(path, 'orderby=name')).toEqual([1, 0, 2, 3]);
    expect(await listed(path, 'orderby=id')).toEqual([0, 1, 2, 3]);
  });

  it.each(TERMS)('7.11 of %s by name, id, slug and description, then by id in the same direction', async (path) => {
    expect(await listed(path, '')).toEqual([1, 0, 2, 3]);
    expect(await listed(path, 'orderby=id&order=desc')).toEqual([3, 2, 1, 0]);
    expect(await listed(path, 'orderby=slug')).toEqual([3, 2, 1, 0]);
    expect(await listed(path, 'orderby=description')).toEqual([0, 2, 3, 1]);
    expect(await listed(path, 'orderby=description&order=desc')).toEqual([1, 3, 2, 0]);
  });

  it.each(TERMS)('7.11 of %s by the ids given, whose positions are of no other list of ids', async (path) => {
    const include = [2, 0, 3].map((index) => ids[path][index]).join();
    expect(await listed(path, `orderby=include&include=${include}`)).toEqual([2, 0, 3]);
    expect(await listed(path, `orderby=include&include=${include}&order=desc`)).toEqual([3, 0, 2]);
    const { body } = await readPage(calendar, `${path}?hide_empty=false&per_page=1&orderby=include&include=${include}`);
    const other = String(body.next_rest_url).replace(encodeURIComponent(include), ids[path].join());
    const { status, body: problem } = await calendar.request('GET', other.replace(calendar.origin, ''));
    expect([status, Object.keys(problem['params'] ?? {})]).toEqual([400, ['after']]);
  });

  it.each(KINDS.map(({ path }) => path))('7.1 of %s takes no other key or direction', async (path) => {
    for (const [query, name] of [
      ['orderby=parent', 'orderby'],
      ['orderby=title;drop', 'orderby'],
      ['order=up', 'order'],
      ['order=asc&order=desc', 'order'],
    ] as const) {
      const { status, body } = await calendar.request('GET', `${path}?${query}`);
      expect([query, status, Object.keys(body['params'] ?? {})]).toEqual([query, 400, [name]]);
    }
  });

  it('3.5 puts texts in order by their first 200 characters, however long they are', async () => {
    const title = '😀'.repeat(499);
    const long: number[] = [];
    for (const last of ['b', 'a', 'c']) {
      long.push(
        (await createRecord(calendar, 'events', { title: `${title}${last}`, ml_language: 'en', ...upcomingDates() }))
          .id,
      );
    }
    const path = 'events?ml_language=en&ml_fallback=none&orderby=title&per_page=1';
    expect(await followPages(calendar, 'events', path)).toEqual(long);
    expect(await followPages(calendar, 'events', `${path}&order=desc`)).toEqual(long.toReversed());
    const search = encodeURIComponent('😀'.repeat(450));
    expect(await followPages(calendar, 'events', `${path}&search=${search}`)).toEqual(long);
  });
});
