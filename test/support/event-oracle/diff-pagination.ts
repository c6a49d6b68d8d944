import { findDifferences } from '../languages.js';
import { pathAndQueryOf, type ServedPage } from '../records.js';
import {
  idsOf,
  MAX_PER_PAGE,
  requestOptionsFor,
  setNow,
  diffWithOracle,
  type OracleSetup,
  type ListResponse,
} from './diff-with-oracle.js';
import { DAY } from './arbitrary-instants.js';
import { expectedResponse } from './oracle.js';
import { DATE_FILTERS, filterNamesOf, pathOf, type EventQuery } from './queries.js';

/** So many pages are enough to see that a walk goes on, and so many that it goes on in a long list. */
const TARGET_PAGES = 5;
const MAX_PAGES = 12;
const WINDOW = ['start_date', 'end_date'] as const;

type Read = (address: string) => Promise<ServedPage>;

/**
 * What is wrong with the addresses around a list that is asked for at a moment: they must lead through all of it, show each
 * event once, lose no filter, and mean the same when they are followed a day later.
 */
export async function diffPagination(filled: OracleSetup, request: EventQuery, now: number): Promise<string[]> {
  const query = { ...request, page: undefined, per_page: pageSizeFor(filled, request, now) };
  const wrong = await diffWithOracle(filled, query, now);
  const later = now + DAY;
  const expected = expectedResponse({ ...filled, query, now: later, firstRequestedAt: now });
  if (wrong.length > 0 || expected.status !== 200) return wrong;
  const read = pageReader(filled, query);
  const first = await filled.calendar.request<ListResponse['body']>(
    'GET',
    pathOf(query),
    requestOptionsFor(filled, query),
  );
  if (first.status !== 200) return [];
  setNow(filled, later);
  const where = `${query.reader} ${decodeURIComponent(pathOf(query))}: a day later`;
  return [
    ...findLostFilters(first.body.rest_url, query),
    ...(await diffSecondPage(read, first.body, expected.ids)),
    ...(await diffAllPages(read, first.body, query, expected.ids)),
  ].map((each) => `${where}: ${each}`);
}

/** Events a page, so that there are some pages and not too many. */
function pageSizeFor(filled: OracleSetup, query: EventQuery, now: number): number {
  const expected = expectedResponse({ ...filled, query, now });
  const found = expected.status === 200 ? expected.ids.length : 0;
  return Math.min(MAX_PER_PAGE, Math.max(query.per_page ?? 12, Math.ceil(found / TARGET_PAGES)));
}

/** Follows addresses as they are, without a word on languages. */
function pageReader({ calendar, tokens }: OracleSetup, { reader }: EventQuery): Read {
  return async (address) => {
    const sent = { token: tokens[reader] };
    const { body, status, text } = await calendar.request<ServedPage>('GET', pathAndQueryOf(address), sent);
    if (status !== 200) throw new Error(`${address} answered ${status}: ${text}`);
    return body;
  };
}

/** What is wrong with the second page, by the address that the first one gave a day ago: it goes on behind its last event. */
async function diffSecondPage(read: Read, first: ServedPage, ids: readonly number[]): Promise<string[]> {
  const last = ids.indexOf(idsOf(first).at(-1) ?? 0);
  if (first.next_rest_url === null || last === -1) return [];
  const rest = ids.slice(last + 1, last + 1 + first.per_page);
  return findDifferences('next_rest_url', { ids: idsOf(await read(first.next_rest_url)).join() }, { ids: rest.join() });
}

/** What is wrong with the list from its beginning, by the addresses that lead from `rest_url` on. */
async function diffAllPages(read: Read, { rest_url }: ServedPage, query: EventQuery, ids: readonly number[]) {
  const first = await read(rest_url);
  const wrong = findDifferences('rest_url', { ...first }, { total: ids.length, rest_url });
  const seen = idsOf(first);
  let next = first.next_rest_url;
  for (let pages = 1; next !== null && pages < MAX_PAGES; pages += 1) {
    wrong.push(...findLostFilters(next, query));
    const page = await read(next);
    seen.push(...idsOf(page));
    if (page.page === 2) wrong.push(...diffFirstPage(first, await read(String(page.previous_rest_url))));
    next = page.next_rest_url;
  }
  const reached = next === null ? ids : ids.slice(0, seen.length);
  return [...wrong, ...findDifferences('walk', { ids: seen.join() }, { ids: reached.join() })];
}

/** The first page again, by another address. */
const diffFirstPage = (first: ServedPage, again: ServedPage): string[] =>
  findDifferences(
    'previous_rest_url',
    { ...again, ids: idsOf(again).join() },
    { ids: idsOf(first).join(), total: first.total, rest_url: first.rest_url },
  );

/** 5.7: the filters that an address has lost, the dates that still depend on the present, and what should not be there. */
function findLostFilters(address: string, query: EventQuery): string[] {
  const { searchParams } = new URL(address);
  const isWindowed = !query.include && DATE_FILTERS.slice(2).every((name) => !query.dates[name]);
  const names = [...filterNamesOf(query), ...(isWindowed ? WINDOW : []), 'ml_language'];
  const lost = names.filter((name) => !searchParams.has(name));
  const relative = DATE_FILTERS.filter((name) => /now|day|week|month|tomorrow/i.test(searchParams.get(name) ?? ''));
  const idle = ['password', 'unknown'].filter((name) => searchParams.has(name));
  return [
    ...lost.map((name) => `${name} is lost in ${address}`),
    ...relative.map((name) => `${name} depends on the present in ${address}`),
    ...idle.map((name) => `${name} is kept in ${address}`),
  ];
}
