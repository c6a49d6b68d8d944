import { findDifferences, type Language } from '../languages.js';
import type { ReaderRole } from '../readers.js';
import type { ServedPage } from '../records.js';
import type { TestResponse, RequestOptions, TestCalendar } from '../test-calendar.js';
import type { ZoneOracle } from '../zone-oracle.js';
import { diffMembers } from './diff-members.js';
import { expectedResponse, type ExpectedResponse } from './oracle.js';
import { pathOf, type EventQuery } from './queries.js';
import type { OracleContext } from './rights.js';
import type { Dataset } from './dataset.js';

/** A calendar that holds a world, and what the oracle needs to know of it. */
export interface OracleSetup {
  readonly calendar: TestCalendar;
  readonly dataset: Dataset;
  readonly zone: ZoneOracle;
  readonly defaultLanguage: Language;
  readonly tokens: Readonly<Record<ReaderRole, string | undefined>>;
}

/** A page, or a problem. */
export type ListResponse = TestResponse<ServedPage & { code?: string; params?: object }>;

/** The most events of a page, whatever is asked for. */
export const MAX_PER_PAGE = 50;

/** What is wrong with what the list of events answers to a query at a moment, in epoch seconds. */
export async function diffWithOracle(setup: OracleSetup, query: EventQuery, now: number): Promise<string[]> {
  setNow(setup, now);
  const expected = expectedResponse({ ...setup, query, now });
  const answer = await setup.calendar.request<ListResponse['body']>(
    'GET',
    pathOf(query),
    requestOptionsFor(setup, query),
  );
  const wrong =
    expected.status === 200
      ? [...diffPage(answer, query, expected.ids), ...diffEvents(answer, { ...setup, query, now })]
      : diffProblem(answer, expected);
  return wrong.map((each) => `${query.reader} ${decodeURIComponent(pathOf(query))}: ${each}`);
}

export function setNow({ calendar }: OracleSetup, now: number): void {
  calendar.setNow(new Date(now * 1000).toISOString());
}

/** What a request says beside its address. */
export function requestOptionsFor({ tokens }: OracleSetup, { reader, language }: EventQuery): RequestOptions {
  const token = tokens[reader];
  return language?.by === 'header'
    ? { token, headers: { 'Accept-Language': `fr, ${language.asked}-AD;q=0.8` } }
    : { token };
}

/** A refusal names all that is wrong and nothing else; the parameters of one circle count as one. */
function diffProblem({ status, body }: ListResponse, expected: Exclude<ExpectedResponse, { status: 200 }>): string[] {
  const names = Object.keys(body.params ?? {}).map((name) => name.replace(/^(geoloc)_\w+$|\[.*$/, '$1'));
  const found = { status, names: [...new Set(names)].toSorted().join() };
  return findDifferences('refusal', found, { status: expected.status, names: expected.names.toSorted().join() });
}

function diffPage(answer: ListResponse, query: EventQuery, ids: readonly number[]): string[] {
  const { page = 1, per_page: requestedSize = 12 } = query;
  const per_page = Math.min(requestedSize, MAX_PER_PAGE);
  const total_pages = Math.ceil(ids.length / per_page);
  if (ids.length > 0 && page > total_pages) {
    const found = { status: answer.status, code: answer.body.code };
    return findDifferences('beyond the last page', found, { status: 404, code: 'page_not_found' });
  }
  if (answer.status !== 200) return [`answered ${answer.status}: ${answer.text}`];
  return findDifferences('page', observedPage(answer), {
    ids: ids.slice((page - 1) * per_page, page * per_page).join(),
    page,
    per_page,
    total: ids.length,
    total_pages,
    'X-Total': String(ids.length),
    'X-Total-Pages': String(total_pages),
    hasNext: page < total_pages,
    hasPrevious: page > 1 && total_pages > 0,
  });
}

const diffEvents = ({ body, status }: ListResponse, context: OracleContext): string[] =>
  status === 200 ? body.events.flatMap((event) => diffMembers(event, context)) : [];

function observedPage({ body, headers }: ListResponse): object {
  return {
    ...body,
    ids: idsOf(body).join(),
    'X-Total': headers.get('X-Total'),
    'X-Total-Pages': headers.get('X-Total-Pages'),
    hasNext: body.next_rest_url !== null,
    hasPrevious: body.previous_rest_url !== null,
  };
}

export const idsOf = ({ events }: ServedPage): number[] => events.map(({ id }) => id);
