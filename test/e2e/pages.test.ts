import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecord, KINDS, type Kind } from '../support/records/kinds.js';
import { pathAndQueryOf, readPage, upcomingDates } from '../support/records/records.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const COUNT = 7;

let calendar: TestCalendar;
/** Separate calendar with empty lists. */
let empty: TestCalendar;
const ids = {} as Record<Kind['path'], number[]>;
beforeAll(async () => {
  [calendar, empty] = await Promise.all([startTestCalendar({ MAX_PER_PAGE: '5' }), startTestCalendar()]);
  for (const { path, titleField } of KINDS) {
    ids[path] = [];
    for (let index = 0; index < COUNT; index += 1) {
      const fields = { [titleField]: `Pàgina ${index}`, ...(path === 'events' ? upcomingDates(index + 3) : {}) };
      ids[path].push((await createRecord(calendar, path, fields)).id);
    }
  }
});
afterAll(() => Promise.all([calendar.close(), empty.close()]));

const listPath = (kind: Kind, query = '') => `${kind.path}?${kind.isPublishable ? '' : 'hide_empty=false&'}${query}`;
const parameters = (url = '') => Object.fromEntries(new URL(url).searchParams);
/** Links to pages by relation. */
const links = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    [...(headers.get('Link') ?? '').matchAll(/<([^>]+)>; rel="(?!alternate)(\w+)"/g)].map(
      ([, url = '', relation = '']) => [relation, url],
    ),
  );

describe.each(KINDS)('Page of $path', (kind) => {
  const { path } = kind;
  const read = (query: string) => readPage(calendar, listPath(kind, query));
  const problem = async (query: string, from = calendar) => {
    const { status, body } = await from.request('GET', listPath(kind, query));
    return [status, body['code'], Object.keys(body['params'] ?? {})];
  };

  it('has records, page numbers, totals, and links in body and header (5.6)', async () => {
    for (const [page, count, relations] of [
      [1, 3, ['first', 'next', 'last']],
      [2, 3, ['first', 'prev', 'next', 'last']],
      [3, 1, ['first', 'prev', 'last']],
    ] as const) {
      const { body, headers } = await read(`per_page=3&page=${page}`);
      const { previous_rest_url, next_rest_url } = body;
      expect(body).toMatchObject({ page, per_page: 3, total: COUNT, total_pages: 3 });
      const totals = ['X-Total', 'X-Total-Pages'].map((name) => headers.get(name));
      expect([body[path].length, ...totals]).toEqual([count, String(COUNT), '3']);
      const { first, prev = null, next = null, last } = links(headers);
      expect(Object.keys(links(headers))).toEqual(relations);
      expect([prev, next]).toEqual([previous_rest_url, next_rest_url]);
      expect([parameters(first)['page'] ?? '1', parameters(last)['page']]).toEqual(['1', '3']);
    }
  });

  it('has URLs of the same, the next and the previous page, with all filters and the language (5.6, 5.7)', async () => {
    const include = ids[path].slice(1).join(',');
    const filters: Record<string, string> = { include, search: 'pagina', ml_fallback: 'record', per_page: '2' };
    if (kind.isPublishable) filters['status'] = 'publish';
    const query = `${new URLSearchParams(filters).toString()}&unknown=1&password=secret&context=view`;
    const { body } = await readPage(calendar, `/es/calendar/events/v1/${listPath(kind, query)}&page=2`);
    const [own, next, previous] = [body.rest_url, body.next_rest_url ?? '', body.previous_rest_url ?? ''];
    for (const url of [own, next, previous]) {
      expect(url).toMatch(`${calendar.base}/${path}?`);
      expect(parameters(url)).toMatchObject({ ...filters, ml_language: 'es' });
      for (const name of ['unknown', 'password', 'context']) expect(parameters(url)).not.toHaveProperty(name);
    }
    const strict = { headers: { Prefer: 'handling=strict' } };
    const pages = [own, next, previous].map((url) => calendar.request('GET', pathAndQueryOf(url), strict));
    const [same, third, first] = (await Promise.all(pages)).map((response) => response.body);
    expect(same).toEqual(body);
    expect(third?.[path]).toEqual((await read(`${query}&ml_language=es&page=3`)).body[path]);
    expect(first).toMatchObject({ page: 1, total: COUNT - 1, previous_rest_url: null });
    expect(pathAndQueryOf(String(third?.['previous_rest_url']))).toContain('page=2');
  });

  it('of an empty list is 200 with [] and total_pages 0 (5.6)', async () => {
    for (const page of ['', 'page=1', 'page=7']) {
      const { body, headers } = await readPage(empty, listPath(kind, page));
      expect(body).toMatchObject({
        [path]: [],
        total: 0,
        total_pages: 0,
        next_rest_url: null,
        previous_rest_url: null,
      });
      expect([headers.get('X-Total'), headers.get('X-Total-Pages')]).toEqual(['0', '0']);
      expect(Object.keys(links(headers))).toEqual(['first']);
    }
  });

  it('has at most MAX_PER_PAGE records, which per_page shows, and 12 by default (5.9)', async () => {
    for (const query of ['', 'per_page=6', 'per_page=9007199254740991']) {
      const { body } = await read(query);
      expect([query, body.per_page, body[path].length]).toEqual([query, 5, 5]);
      expect(parameters(body.next_rest_url ?? '')['per_page']).toBe('5');
    }
    expect((await readPage(empty, listPath(kind))).body.per_page).toBe(12);
    expect((await readPage(empty, listPath(kind, 'per_page=51'))).body.per_page).toBe(50);
  });

  it('by number is 404 after the last page, and 400 after the first 10,000 rows (5.8, 5.9)', async () => {
    const [notFound, tooFar] = [
      [404, 'page_not_found', []],
      [400, 'invalid_parameter', ['page']],
    ];
    expect(await problem('per_page=4&page=3')).toEqual(notFound);
    expect(await problem('per_page=5&page=2000')).toEqual(notFound);
    expect(await problem('per_page=5&page=2001')).toEqual(tooFar);
    expect(await problem('per_page=1&page=10000')).toEqual(notFound);
    expect(await problem('per_page=1&page=10001')).toEqual(tooFar);
    expect((await readPage(empty, listPath(kind, 'per_page=50&page=200'))).body[path]).toEqual([]);
    expect(await problem('per_page=50&page=201', empty)).toEqual(tooFar);
  });
});
