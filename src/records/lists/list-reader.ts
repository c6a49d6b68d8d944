import { ApiError, parameterError } from '../../kernel/errors/api-error.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { Listed } from '../../kernel/context/record-kind.js';
import type { PagedQuery } from './page.query.js';
import type { Page } from './page.view.js';
import type { Counted, ListRows, PageRow, Section } from './list-statements.js';
import type { Lists } from './lists.js';
import { decodePosition, encodePosition, type Position, type SortKey } from './sort-key.js';
import type { Language } from '../../kernel/language/languages.js';

/** How far `page` alone reaches: behind it, skipping rows costs more than following `next_rest_url`. */
export const REACH = 10_000;

/** What one list is made of. */
export interface ListSource<Plural extends string, Row, View> extends ListRows {
  readonly kind: Listed<Plural>;
  /** What addresses say in place of what was sent: a date that was relative, for one. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Reads what is served of the rows of a page, in their order. */
  readonly read: (page: readonly PageRow[]) => Promise<readonly Row[]>;
  readonly view: (row: Row) => View;
}

/** Reads one page of a list: the records, the total, and the addresses around it. */
export async function readPage<Plural extends string, Row, View>(
  lists: Lists,
  context: RequestContext,
  query: PagedQuery,
  source: ListSource<Plural, Row, View>,
): Promise<Page & Record<Plural, View[]>> {
  const key = keyOf(source);
  const position = positionOf(query, key, source.sort);
  if (!position && (query.page - 1) * query.per_page >= REACH) {
    throw parameterError({ page: { key: 'validation.page_reach', args: { most: REACH } } });
  }
  // One row more than shown tells whether there is a next page.
  const section = { position, offset: position ? 0 : (query.page - 1) * query.per_page, limit: query.per_page + 1 };
  const counting = lists.count(context, source);
  const finding = source.sparse?.length
    ? counting.then((counted) => findCounted(lists, source, section, counted))
    : lists.find(source, section);
  const [found, { total }] = await Promise.all([finding, counting]);
  const total_pages = Math.ceil(total / query.per_page);
  if (!position && total > 0 && query.page > total_pages)
    throw new ApiError('page_not_found', { args: { total_pages } });
  const shown = found.slice(0, query.per_page);
  const last = found.length > query.per_page ? shown.at(-1) : undefined;
  const after = last && encodePosition({ key, value: last.sort_value, id: last.id });
  const rows = shown.length > 0 ? await source.read(shown) : [];
  const records = { [source.kind.plural]: rows.map(source.view) } as Record<Plural, View[]>;
  return {
    ...records,
    page: query.page,
    per_page: query.per_page,
    total,
    total_pages,
    ...addresses(context, query, source, { after, total_pages }),
  };
}

/** Rows that were counted are looked for among the ids that were found, where those are known. */
async function findCounted(
  lists: Lists,
  source: ListRows,
  section: Section,
  { total, ids }: Counted,
): Promise<readonly PageRow[]> {
  const { position, offset, limit } = section;
  if (position ? total === 0 : offset >= total) return [];
  if (!ids) return lists.find(source, section);
  if (position) return lists.find(source, section, ids);
  const wanted = ids.slice(offset, offset + limit);
  const found = await lists.find(source, { ...section, offset: 0 }, wanted);
  const isAsCounted = found.length === wanted.length && found.every(({ id }, index) => id === wanted[index]);
  // Where some are gone or have moved since, others stand in their places.
  return isAsCounted ? found : lists.find(source, { ...section, offset: 0 }, ids.slice(offset));
}

/** In which list and order a position stands. */
function keyOf({ kind, sort }: Pick<ListSource<string, unknown, unknown>, 'kind' | 'sort'>): string {
  return [kind.plural, sort.name, sort.direction, ...(sort.of === undefined ? [] : [sort.of])].join(':');
}

function positionOf({ after }: PagedQuery, key: string, sort: SortKey): Position | undefined {
  if (after === undefined) return undefined;
  const position = decodePosition(after, key, sort.type);
  if (!position) throw parameterError({ after: { key: 'validation.after' } });
  return position;
}

function addresses(
  context: RequestContext,
  query: PagedQuery,
  { kind, parameters }: Pick<ListSource<string, unknown, unknown>, 'kind' | 'parameters'>,
  next: { readonly after: string | undefined; readonly total_pages: number },
): Pick<Page, 'rest_url' | 'next_rest_url' | 'previous_rest_url'> {
  const base = `${context.root}/${kind.path}`;
  const { page, after } = query;
  const address = (paging: { page: number; after?: string | undefined }) =>
    listAddress(base, { ...query, ...parameters }, context.language.asked, paging);
  const hasPrevious = page > 1 && page - 1 <= next.total_pages && (page - 2) * query.per_page < REACH;
  return {
    rest_url: address({ page, after }),
    next_rest_url: next.after ? address({ page: page + 1, after: next.after }) : null,
    previous_rest_url: hasPrevious ? address({ page: page - 1 }) : null,
  };
}

/** What a field of a list's query holds once it is read. */
type QueryValue = string | number | boolean | readonly (string | number)[] | { toString(): string } | null | undefined;

/** Never repeated in an address. */
const OMITTED = new Set(['page', 'after', 'password', 'ml_language']);

/**
 * The address of a page of a list, carrying every filter that was given and the language, so that following it loses
 * none. Lists of values are written with commas.
 */
export function listAddress(
  base: string,
  query: PagedQuery,
  language: Language,
  { page, after }: { page: number; after?: string | undefined },
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, QueryValue][]) {
    if (OMITTED.has(name) || value === undefined || value === null) continue;
    if (isPlain(value))
      for (const [member, each] of Object.entries(value))
        for (const one of [each].flat()) parameters.append(`${name}[${member}]`, written(one));
    else parameters.set(name, written(value));
  }
  parameters.set('ml_language', language);
  if (page > 1) parameters.set('page', String(page));
  if (after !== undefined) parameters.set('after', after);
  return `${base}?${parameters.toString()}`;
}

/** An object by its members, as a query has it; one of a class says itself how it is written. */
const isPlain = (
  value: object | string | number | boolean,
): value is Readonly<Record<string, NonNullable<QueryValue>>> =>
  typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;

/** Numbers as texts of them are read: the smallest have an exponent in JavaScript. */
function written(value: NonNullable<QueryValue>): string {
  const text = String(value);
  const [, sign, whole, decimals = '', places] =
    (typeof value === 'number' && /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text)) || [];
  return places === undefined ? text : `${sign}0.${'0'.repeat(Number(places) - 1)}${whole}${decimals}`;
}
