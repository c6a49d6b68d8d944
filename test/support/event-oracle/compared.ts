import { differences, type Language } from '../languages.js';
import type { Reader } from '../readers.js';
import type { ServedPage } from '../records.js';
import type { Answer, Sent, TestCalendar } from '../test-calendar.js';
import type { ZoneOracle } from '../zone-oracle.js';
import { unlikeMembers } from './members.js';
import { expectedOf, type Expected } from './oracle.js';
import { pathOf, type EventQuery } from './queries.js';
import type { Reading } from './rights.js';
import type { World } from './worlds.js';

/** A calendar that holds a world, and what the oracle needs to know of it. */
export interface Filled {
  readonly calendar: TestCalendar;
  readonly world: World;
  readonly zone: ZoneOracle;
  readonly byDefault: Language;
  readonly tokens: Readonly<Record<Reader, string | undefined>>;
}

/** A page, or a problem. */
export type Listed = Answer<ServedPage & { code?: string; params?: object }>;

/** The most events of a page, whatever is asked for. */
export const MOST = 50;

/** What is wrong with what the list of events answers to a query at a moment, in epoch seconds. */
export async function unlikeOracle(filled: Filled, query: EventQuery, now: number): Promise<string[]> {
  setNow(filled, now);
  const expected = expectedOf({ ...filled, query, now });
  const answer = await filled.calendar.request<Listed['body']>('GET', pathOf(query), sentWith(filled, query));
  const wrong =
    expected.status === 200
      ? [...unlikePage(answer, query, expected.ids), ...unlikeEvents(answer, { ...filled, query, now })]
      : unlikeRefusal(answer, expected);
  return wrong.map((each) => `${query.reader} ${decodeURIComponent(pathOf(query))}: ${each}`);
}

export function setNow({ calendar }: Filled, now: number): void {
  calendar.setNow(new Date(now * 1000).toISOString());
}

/** What a request says beside its address. */
export function sentWith({ tokens }: Filled, { reader, language }: EventQuery): Sent {
  const token = tokens[reader];
  return language?.by === 'header'
    ? { token, headers: { 'Accept-Language': `fr, ${language.asked}-AD;q=0.8` } }
    : { token };
}

/** A refusal names all that is wrong and nothing else; the parameters of one circle count as one. */
function unlikeRefusal({ status, body }: Listed, expected: Exclude<Expected, { status: 200 }>): string[] {
  const names = Object.keys(body.params ?? {}).map((name) => name.replace(/^(geoloc)_\w+$|\[.*$/, '$1'));
  const found = { status, names: [...new Set(names)].toSorted().join() };
  return differences('refusal', found, { status: expected.status, names: expected.names.toSorted().join() });
}

function unlikePage(answer: Listed, query: EventQuery, ids: readonly number[]): string[] {
  const { page = 1, per_page: asked = 12 } = query;
  const per_page = Math.min(asked, MOST);
  const total_pages = Math.ceil(ids.length / per_page);
  if (ids.length > 0 && page > total_pages) {
    const found = { status: answer.status, code: answer.body.code };
    return differences('beyond the last page', found, { status: 404, code: 'page_not_found' });
  }
  if (answer.status !== 200) return [`answered ${answer.status}: ${answer.text}`];
  return differences('page', seenOf(answer), {
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

const unlikeEvents = ({ body, status }: Listed, asked: Reading): string[] =>
  status === 200 ? body.events.flatMap((event) => unlikeMembers(event, asked)) : [];

function seenOf({ body, headers }: Listed): object {
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
