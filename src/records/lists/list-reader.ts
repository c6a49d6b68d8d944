import { ApiError, parameterError } from '../../kernel/errors/api-error.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { Listable } from '../../kernel/context/record-kind.js';
import type { PaginationQuery } from './page.query.js';
import type { Page } from './page.view.js';
import type { ListCount, ListPlan, PageRow, PageWindow } from './list-statements.js';
import type { Lists } from './lists.js';
import { decodeCursor, encodeCursor, type Cursor, type SortKey } from './sort-key.js';
import type { Language } from '../../kernel/language/languages.js';

/** How far `page` alone reaches: behind it, skipping rows costs more than following `next_rest_url`. */
export const MAX_OFFSET = 10_000;

/** What one list is made of. */
export interface ListDefinition<Plural extends string, Row, View> extends ListPlan {
  readonly kind: Listable<Plural>;
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
  query: PaginationQuery,
  definition: ListDefinition<Plural, Row, View>,
): Promise<Page & Record<Plural, View[]>> {
  const listKey = listKeyOf(definition);
  const cursor = requestedCursor(query, listKey, definition.sort);
  if (!cursor && (query.page - 1) * query.per_page >= MAX_OFFSET) {
    throw parameterError({ page: { key: 'validation.page_reach', args: { most: MAX_OFFSET } } });
  }
  // One row more than shown tells whether there is a next page.
  const window = { cursor, offset: cursor ? 0 : (query.page - 1) * query.per_page, limit: query.per_page + 1 };
  const countPromise = lists.count(context, definition);
  const finding = definition.selective?.length
    ? countPromise.then((counted) => findCounted(lists, definition, window, counted))
    : lists.find(definition, window);
  const [found, { total }] = await Promise.all([finding, countPromise]);
  const total_pages = Math.ceil(total / query.per_page);
  if (!cursor && total > 0 && query.page > total_pages) throw new ApiError('page_not_found', { args: { total_pages } });
  const pageRows = found.slice(0, query.per_page);
  const last = found.length > query.per_page ? pageRows.at(-1) : undefined;
  const after = last && encodeCursor({ listKey, value: last.sort_value, id: last.id });
  const rows = pageRows.length > 0 ? await definition.read(pageRows) : [];
  const records = { [definition.kind.plural]: rows.map(definition.view) } as Record<Plural, View[]>;
  return {
    ...records,
    page: query.page,
    per_page: query.per_page,
    total,
    total_pages,
    ...pageUrls(context, query, definition, { after, total_pages }),
  };
}

/** Rows that were counted are looked for among the ids that were found, where those are known. */
async function findCounted(
  lists: Lists,
  source: ListPlan,
  section: PageWindow,
  { total, ids }: ListCount,
): Promise<readonly PageRow[]> {
  const { cursor: position, offset, limit } = section;
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
function listKeyOf({ kind, sort }: Pick<ListDefinition<string, unknown, unknown>, 'kind' | 'sort'>): string {
  return [kind.plural, sort.name, sort.direction, ...(sort.variant === undefined ? [] : [sort.variant])].join(':');
}

function requestedCursor({ after }: PaginationQuery, key: string, sort: SortKey): Cursor | undefined {
  if (after === undefined) return undefined;
  const cursor = decodeCursor(after, key, sort.type);
  if (!cursor) throw parameterError({ after: { key: 'validation.after' } });
  return cursor;
}

function pageUrls(
  context: RequestContext,
  query: PaginationQuery,
  { kind, parameters }: Pick<ListDefinition<string, unknown, unknown>, 'kind' | 'parameters'>,
  next: { readonly after: string | undefined; readonly total_pages: number },
): Pick<Page, 'rest_url' | 'next_rest_url' | 'previous_rest_url'> {
  const base = `${context.baseUrl}/${kind.path}`;
  const { page, after } = query;
  const urlOf = (position: { page: number; after?: string | undefined }) =>
    listUrl(base, { ...query, ...parameters }, context.language.requested, position);
  const hasPrevious = page > 1 && page - 1 <= next.total_pages && (page - 2) * query.per_page < MAX_OFFSET;
  return {
    rest_url: urlOf({ page, after }),
    next_rest_url: next.after ? urlOf({ page: page + 1, after: next.after }) : null,
    previous_rest_url: hasPrevious ? urlOf({ page: page - 1 }) : null,
  };
}

/** What a field of a list's query holds once it is read. */
type QueryValue = string | number | boolean | readonly (string | number)[] | { toString(): string } | null | undefined;

/** Never repeated in an address. */
const OMITTED_PARAMETERS = new Set(['page', 'after', 'password', 'ml_language']);

/**
 * The address of a page of a list, carrying every filter that was given and the language, so that following it loses
 * none. Lists of values are written with commas.
 */
export function listUrl(
  base: string,
  query: PaginationQuery,
  language: Language,
  { page, after }: { page: number; after?: string | undefined },
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, QueryValue][]) {
    if (OMITTED_PARAMETERS.has(name) || value === undefined || value === null) continue;
    if (isPlainObject(value))
      for (const [member, each] of Object.entries(value))
        for (const item of [each].flat()) parameters.append(`${name}[${member}]`, formatQueryValue(item));
    else parameters.set(name, formatQueryValue(value));
  }
  parameters.set('ml_language', language);
  if (page > 1) parameters.set('page', String(page));
  if (after !== undefined) parameters.set('after', after);
  return `${base}?${parameters.toString()}`;
}

/** An object by its members, as a query has it; one of a class says itself how it is written. */
const isPlainObject = (
  value: object | string | number | boolean,
): value is Readonly<Record<string, NonNullable<QueryValue>>> =>
  typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;

/** Numbers as texts of them are read: the smallest have an exponent in JavaScript. */
function formatQueryValue(value: NonNullable<QueryValue>): string {
  const text = String(value);
  const [, sign, integerPart, decimals = '', places] =
    (typeof value === 'number' && /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text)) || [];
  return places === undefined ? text : `${sign}0.${'0'.repeat(Number(places) - 1)}${integerPart}${decimals}`;
}
