import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecord, KINDS, type Kind, type ServedRecord } from '../support/records/kinds.js';
import { pathAndQueryOf, readPage, upcomingDates, type ServedPage } from '../support/records/records.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const EACH = KINDS.map((kind) => [kind.path, kind] as const);
const COUNT = 7;

let calendar: TestCalendar;
/** Separate calendar with empty lists. */
let empty: TestCalendar;
const made = new Map<string, ServedRecord[]>();
beforeAll(async () => {
  [calendar, empty] = await Promise.all([startTestCalendar({ MAX_PER_PAGE: '5' }), startTestCalendar()]);
  for (const kind of KINDS) {
    const records: ServedRecord[] = [];
    for (let each = 0; each < COUNT; each += 1) {
      const fields = {
        [kind.titleField]: `Pàgina ${each}`,
        ...(kind.path === 'events' ? upcomingDates(each + 3) : {}),
      };
      records.push(await createRecord(calendar, kind.path, fields));
    }
    made.set(kind.path, records);
  }
});
afterAll(() => Promise.all([calendar.close(), empty.close()]));

const all = (kind: Kind, more = '') => `${kind.path}?${kind.isPublishable ? '' : 'hide_empty=false&'}${more}`;
const parameters = (address: string | null) => Object.fromEntries(new URL(address ?? '').searchParams);
const links = (headers: Headers) =>
  Object.fromEntries(
    [...(headers.get('Link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, address = '', relation = '']) => [
      relation,
      address,
    ]),
  );
const problem = async (path: string) => {
  const { status, body } = await calendar.request('GET', path);
  return [status, body['code'], Object.keys(body['params'] ?? {})];
};

describe.each(EACH)('Page of %s', (path, kind) => {
  it('has records, page numbers, totals and links in body and headers (5.6)', async () => {
    const { body, headers } = await readPage(calendar, all(kind, 'per_page=3&page=2'));
    expect(Object.keys(body).toSorted()).toEqual(
      [path, 'page', 'per_page', 'total', 'total_pages', 'rest_url', 'next_rest_url', 'previous_rest_url'].toSorted(),
    );
    expect(body).toMatchObject({ page: 2, per_page: 3, total: COUNT, total_pages: 3 });
    expect(body[path]).toHaveLength(3);
    expect([headers.get('X-Total'), headers.get('X-Total-Pages')]).toEqual([String(COUNT), '3']);
    const { first, prev, next, last } = links(headers);
    expect([prev, next]).toEqual([body.previous_rest_url, body.next_rest_url]);
    expect([parameters(first ?? '')['page'] ?? '1', parameters(last ?? '')['page']]).toEqual(['1', '3']);
  });

  it('has no link before the first and after the last page (5.6)', async () => {
    const { body, headers } = await readPage(calendar, all(kind, 'per_page=4'));
    expect([body.page, body.previous_rest_url, Object.keys(links(headers))]).toEqual([
      1,
      null,
      ['first', 'next', 'last'],
    ]);
    const last = await readPage(calendar, all(kind, 'per_page=4&page=2'));
    expect([last.body[path].length, last.body.next_rest_url]).toEqual([COUNT - 4, null]);
    expect(Object.keys(links(last.headers))).toEqual(['first', 'prev', 'last']);
    const four = made
      .get(path)
      ?.slice(0, 4)
      .map(({ id }) => id);
    for (const size of ['per_page=2&page=2', 'per_page=4', 'per_page=5']) {
      const full = await readPage(calendar, all(kind, `include=${four?.join(',')}&${size}`));
      expect([size, full.body.total, full.body.next_rest_url]).toEqual([size, 4, null]);
    }
  });

  it('has URLs that return the same, the next and the previous page (5.6)', async () => {
    const { body } = await readPage(calendar, all(kind, 'per_page=2&page=2'));
    expect((await readPage(calendar, pathAndQueryOf(body.rest_url))).body).toEqual(body);
    const next = (await readPage(calendar, pathAndQueryOf(body.next_rest_url ?? ''))).body;
    expect(next[path]).toEqual((await readPage(calendar, all(kind, 'per_page=2&page=3'))).body[path]);
    expect((await readPage(calendar, pathAndQueryOf(next.rest_url))).body).toEqual(next);
    const back = (await readPage(calendar, pathAndQueryOf(next.previous_rest_url ?? ''))).body;
    expect(back[path]).toEqual(body[path]);
    const first = (await readPage(calendar, pathAndQueryOf(body.previous_rest_url ?? ''))).body;
    expect([first.page, first.previous_rest_url]).toEqual([1, null]);
  });

  it('of an empty list is 200 with [] and total_pages 0 (5.6)', async () => {
    for (const page of ['', 'page=1', 'page=7']) {
      const { body, headers } = await readPage(empty, all(kind, page));
      expect(body[path]).toEqual([]);
      expect(body).toMatchObject({ total: 0, total_pages: 0, next_rest_url: null });
      expect([headers.get('X-Total'), headers.get('X-Total-Pages')]).toEqual(['0', '0']);
    }
    expect((await readPage(empty, all(kind, 'page=7'))).body.previous_rest_url).toBeNull();
  });

  it('has URLs with every filter and the language, without unknown parameters and password (5.7)', async () => {
    const include =
      made
        .get(path)
        ?.map(({ id }) => id)
        .join(',') ?? '';
    const query = `include=${include}&search=pagina&ml_fallback=record&per_page=2&page=2&unknown=1&password=secret`;
    const { body } = await readPage(calendar, `/es/calendar/events/v1/${all(kind, query)}&context=view`);
    for (const address of [body.rest_url, body.next_rest_url, body.previous_rest_url]) {
      expect(address).toMatch(`${calendar.base}/${path}?`);
      const { include: ids, search, ml_language, per_page, hide_empty, ...others } = parameters(address);
      expect({ ids, search, ml_language, per_page }).toEqual({
        ids: include,
        search: 'pagina',
        ml_language: 'es',
        per_page: '2',
      });
      expect(hide_empty).toBe(kind.isPublishable ? undefined : 'false');
      for (const name of ['unknown', 'password', 'context']) expect(others).not.toHaveProperty(name);
      const strict = await calendar.request('GET', pathAndQueryOf(address ?? ''), {
        headers: { Prefer: 'handling=strict' },
      });
      expect([strict.status, strict.body['params']]).toEqual([200, undefined]);
    }
  });

  it('has URLs with the negotiated language (5.7)', async () => {
    const sent = { headers: { 'Accept-Language': 'ca-ES,en;q=0.5' } };
    const { body } = await calendar.request<ServedPage>('GET', all(kind, 'per_page=2'), sent);
    expect(parameters(body.rest_url)['ml_language']).toBe('ca');
    expect(parameters(body.next_rest_url)['ml_language']).toBe('ca');
  });

  it('has at most MAX_PER_PAGE records, which per_page shows, and 12 by default (5.9)', async () => {
    for (const more of ['', 'per_page=6', 'per_page=100', 'per_page=9007199254740991']) {
      const { body } = await readPage(calendar, all(kind, more));
      expect([more, body.per_page, body[path].length]).toEqual([more, 5, 5]);
      expect(parameters(body.next_rest_url)['per_page']).toBe('5');
    }
    expect((await readPage(empty, all(kind))).body.per_page).toBe(12);
    expect((await readPage(empty, all(kind, 'per_page=51'))).body.per_page).toBe(50);
  });

  it.each(['0', '-1', '1.5', 'abc', '1e1', '٣', '9007199254740992', 'Infinity'])(
    'is 400 for %s as page or per_page (5.9)',
    async (value) => {
      for (const name of ['page', 'per_page']) {
        const expected = [name, 400, 'invalid_parameter', [name]];
        expect([name, ...(await problem(all(kind, `${name}=${value}`)))]).toEqual(expected);
      }
    },
  );

  it('is the first page in default size if page and per_page are empty (2.3)', async () => {
    expect((await readPage(calendar, all(kind, 'page=&per_page='))).body).toMatchObject({ page: 1, per_page: 5 });
  });

  it('after the last page of a non-empty list is 404 (5.9)', async () => {
    expect(await problem(all(kind, 'per_page=4&page=3'))).toEqual([404, 'page_not_found', []]);
    expect(await problem(all(kind, 'page=2000'))).toEqual([404, 'page_not_found', []]);
  });

  it('by number is limited to the first 10,000 rows, regardless of the content of the list (5.8)', async () => {
    expect(await problem(all(kind, 'per_page=5&page=2001'))).toEqual([400, 'invalid_parameter', ['page']]);
    expect(await problem(all(kind, 'per_page=1&page=10000'))).toEqual([404, 'page_not_found', []]);
    expect(await problem(all(kind, 'per_page=1&page=10001'))).toEqual([400, 'invalid_parameter', ['page']]);
    const beyond = await empty.request('GET', all(kind, 'per_page=50&page=201'));
    expect([beyond.status, Object.keys(beyond.body['params'] as object)]).toEqual([400, ['page']]);
    expect((await readPage(empty, all(kind, 'per_page=50&page=200'))).body[path]).toEqual([]);
  });

  it('has the same maximum size for an administrator (5.9)', async () => {
    expect((await readPage(calendar, all(kind, 'per_page=50'), ADMIN_TOKEN)).body.per_page).toBe(5);
  });
});
