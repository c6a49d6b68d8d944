import { beforeEach, describe, expect, it } from 'vitest';
import { copyEvent } from '../support/feeds/copy-event.js';
import { createRecord, KINDS, uniqueName, type Kind, type ServedRecord } from '../support/records/kinds.js';
import { pathAndQueryOf, readPage, upcomingDates, followPages } from '../support/records/records.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const TESTED_KINDS = KINDS.filter(({ path }) => path === 'events' || path === 'tags');
const calendar = useTestCalendar();

const listPath = ({ path, isPublishable }: Kind, query = '') =>
  `${path}?${isPublishable ? '' : 'hide_empty=false&'}${query}`;
const cursorIn = (address: string | null) => new URL(address ?? '').searchParams.get('after') ?? '';

/** Creates a record with the same start or date as others of its kind, so that the id decides their order. Terms differ by name. */
function createTied(kind: Kind): Promise<ServedRecord> {
  if (kind.path === 'events') return createRecord(calendar, kind.path, upcomingDates());
  if (kind.isPublishable) return createRecord(calendar, kind.path, { date: '2024-05-01 12:00:00' });
  return createRecord(calendar, kind.path, { name: uniqueName() });
}

describe.each(TESTED_KINDS)('Pagination of $path by next_rest_url', (kind) => {
  const { path } = kind;
  beforeEach(async () => {
    for (let index = 0; index < 5; index += 1) await createTied(kind);
  });

  it('serves each unchanged record exactly once during creates and deletes (5.8)', async () => {
    const filters = 'search=record&ml_has_translation=en&';
    const order = await followPages(calendar, path, listPath(kind, `${filters}per_page=50`));
    const deleted = new Set<number>();
    const visited = await followPages(calendar, path, listPath(kind, `${filters}per_page=2`), async (seen) => {
      const [seenId, unseenId] = [seen.find((id) => !deleted.has(id)), order.findLast((id) => !seen.includes(id))];
      for (const id of [seenId, unseenId]) {
        if (id === undefined || deleted.size >= 5) continue;
        await calendar.request('DELETE', `${path}/${id}?force=true`);
        deleted.add(id);
      }
      if (seen.length < 9) await createTied(kind);
    });
    expect(new Set(visited).size).toBe(visited.length);
    expect(deleted.size).toBeGreaterThan(3);
    for (const id of order.filter((candidate) => !deleted.has(candidate)))
      expect([id, visited.includes(id)]).toEqual([id, true]);
  });

  it('ends with 200 and an empty page if the remaining records were deleted (5.8)', async () => {
    const name = uniqueName('Ending');
    for (const suffix of ['one', 'two', 'three'])
      await createRecord(calendar, path, {
        [kind.titleField]: `${name} ${suffix}`,
        ...(path === 'events' ? upcomingDates() : {}),
      });
    const search = `search=${encodeURIComponent(name)}`;
    const [last] = (await readPage(calendar, listPath(kind, `${search}&per_page=1&page=3`))).body[path];
    const first = (await readPage(calendar, listPath(kind, `${search}&per_page=2`))).body;
    await calendar.request('DELETE', `${path}/${last?.id}?force=true`);
    const { body } = await readPage(calendar, pathAndQueryOf(first.next_rest_url ?? ''));
    expect(body).toMatchObject({ [path]: [], page: 2, total: 2, total_pages: 1, next_rest_url: null });
    expect((await readPage(calendar, pathAndQueryOf(body.previous_rest_url ?? ''))).body[path]).toEqual(first[path]);
  });

  it('with an invalid cursor, or with that of another list, is 400 (5.8)', async () => {
    const cursorOf = async (other: Kind) =>
      cursorIn((await readPage(calendar, listPath(other, 'per_page=1'))).body.next_rest_url);
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const validCursor = await cursorOf(kind);
    const [key, value, id] = JSON.parse(Buffer.from(validCursor, 'base64url').toString()) as unknown[];
    const instants = ['NaN', '-Infinity', '9'.repeat(19), '9223371331000000001', '-210866803000000001'];
    const wrongTypes = [
      [],
      7,
      [key, value],
      [key, null, id],
      [key, [value], id],
      [key, value, 1.5],
      ['id:asc', value, id],
    ];
    const outOfRange = ['a\u0000', ...(kind.isPublishable ? instants : [])].map((instant) => [key, instant, id]);
    const broken = ['x', '%00', validCursor.slice(0, -3), `${validCursor}${validCursor}`, 'a'.repeat(3000)];
    const invalidCursors = [...broken, ...[...wrongTypes, ...outOfRange].map(encode)];
    for (const other of KINDS.filter((otherKind) => otherKind.path !== path)) {
      for (let index = 0; index < 2; index += 1) await createTied(other);
      invalidCursors.push(await cursorOf(other));
    }
    for (const after of invalidCursors) {
      const { status, body } = await calendar.request('GET', listPath(kind, `per_page=2&after=${after}`));
      const expected = [after, 400, 'invalid_parameter', ['after']];
      expect([after, status, body['code'], Object.keys(body['params'] ?? {})]).toEqual(expected);
    }
    // Every timestamp that PostgreSQL can store is valid, however far away.
    const valid = ['infinity', '-infinity', '9223371331000000000', '-210866803000000000'];
    for (const timestamp of kind.isPublishable ? valid : []) {
      const { status, text } = await calendar.request('GET', listPath(kind, `after=${encode([key, timestamp, id])}`));
      expect([timestamp, status, text]).toEqual([timestamp, 200, text]);
    }
  });
});

describe('Cursors', () => {
  it('work for dates from the year 1 to 9999 (5.8)', async () => {
    const ids: number[] = [];
    for (const year of ['0001', '1582', '1969', '2300', '5138', '5139', '9999']) {
      const dates = { start_date: `${year}-12-31 23:59:58`, end_date: `${year}-12-31 23:59:59` };
      ids.push((await createRecord(calendar, 'events', dates)).id);
    }
    expect(await followPages(calendar, 'events', `events?per_page=1&include=${ids.join(',')}`)).toEqual(ids);
  });

  it('work for names of any characters (5.8)', async () => {
    const names = [
      '%_\\',
      '"quoted"',
      "l'òpera",
      '日本',
      '😀',
      '{}[],',
      'Ñu',
      'a'.repeat(500),
      '𠀀'.repeat(500),
      '\\'.repeat(500),
    ];
    const ids: number[] = [];
    for (const name of names) ids.push((await createRecord(calendar, 'tags', { name })).id);
    const path = `tags?hide_empty=false&include=${ids.join(',')}`;
    expect(await followPages(calendar, 'tags', `${path}&per_page=1`)).toEqual(
      await followPages(calendar, 'tags', path),
    );
  });

  it('in a sort order by text are valid for one language only (5.8)', async () => {
    const { body: page } = await readPage(calendar, 'tags?hide_empty=false&per_page=1&ml_language=ca');
    const after = cursorIn(page.next_rest_url);
    const { status, body } = await calendar.request('GET', `tags?hide_empty=false&ml_language=es&after=${after}`);
    expect([status, Object.keys(body['params'] as object)]).toEqual([400, ['after']]);
  });

  it('work for records without a date (5.8)', async () => {
    const token = await calendar.createToken('editor');
    const ids: number[] = [];
    for (let index = 0; index < 3; index += 1)
      ids.push((await createRecord(calendar, 'venues', { status: 'draft' })).id);
    const visited: number[] = [];
    for (let next: string | null = `venues?per_page=1&include=${ids.join(',')}`; next;) {
      const { body } = await readPage(calendar, next, token);
      visited.push(...body.venues.map(({ id }) => id));
      next = body.next_rest_url && pathAndQueryOf(body.next_rest_url);
    }
    expect(visited).toEqual(ids.toReversed());
  });

  it.each(['categories', 'tags'] as const)(
    'of %s in the order of include are 400 with another list of ids (7.11)',
    async (path) => {
      const ids: number[] = [];
      for (let count = 0; count < 3; count += 1) ids.push((await createRecord(calendar, path)).id);
      const list = `${path}?hide_empty=false&per_page=1&orderby=include`;
      const { body } = await readPage(calendar, `${list}&include=${ids.join()}`);
      const other = `${list}&include=${ids.toReversed().join()}&after=${cursorIn(body.next_rest_url)}`;
      const response = await calendar.request('GET', other);
      expect([response.status, Object.keys(response.body['params'] ?? {})]).toEqual([400, ['after']]);
    },
  );

  it('work in an order that compares texts by their first 200 characters, then by id (3.5)', async () => {
    const ids: number[] = [];
    for (const last of ['b', 'a', 'c']) {
      const fields = { title: `${'😀'.repeat(499)}${last}`, ml_language: 'en', ...upcomingDates() };
      ids.push((await createRecord(calendar, 'events', fields)).id);
    }
    const path = `events?orderby=title&per_page=1&search=${encodeURIComponent('😀'.repeat(450))}`;
    expect(await followPages(calendar, 'events', path)).toEqual(ids);
    expect(await followPages(calendar, 'events', `${path}&order=desc`)).toEqual(ids.toReversed());
  });

  it('work in an order that compares numbers in texts by value (3.5)', async () => {
    const ids: number[] = [];
    const name = uniqueName('Recompte');
    for (const number of [2, 10, 9])
      ids.push((await createRecord(calendar, 'tags', { name: `${name} ${number} d’abril` })).id);
    const path = `tags?hide_empty=false&orderby=name&per_page=1&search=${encodeURIComponent(name)}`;
    expect(await followPages(calendar, 'tags', path)).toEqual([ids[0], ids[2], ids[1]]);
  });
});

// Up to 1,000 matches, the counting statement also sorts the rows of the page.
it('A list with more than 1,000 matches of its filters is paginated in its order, by cursor and by number (5.6, 5.8)', async () => {
  const { id } = await createRecord(calendar, 'events', { featured: true, ...upcomingDates() });
  await copyEvent(calendar.databaseUrl, id, 1099);
  const read = async (path: string) => {
    const { body } = await readPage(calendar, path);
    return { ids: body.events.map((event) => event.id - id), total: body.total, next: body.next_rest_url };
  };
  const list = 'events?featured=true&orderby=id&order=asc&per_page=3';
  const first = await read(list);
  expect([first.ids, first.total]).toEqual([[0, 1, 2], 1100]);
  expect((await read(pathAndQueryOf(first.next ?? ''))).ids).toEqual([3, 4, 5]);
  expect(await read(`${list}&page=367`)).toEqual({ ids: [1098, 1099], total: 1100, next: null });
});
