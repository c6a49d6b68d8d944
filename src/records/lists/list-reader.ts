import type { RawBuilder } from 'kysely';
import { ApiError, parameterError } from '../../kernel/errors/api-error.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { Listed } from '../../kernel/context/record-kind.js';
import type { PagedQuery } from './page.query.js';
import type { Page } from './page.view.js';
import type { Counted } from './list-statements.js';
import { isSparse, type ListRows } from './list-statements.js';
import { rowsAlong, rowsAnywhere, rowsNear, rowsOf, type PageRow, type Section } from './list-statements.js';
import { decodePosition, encodePosition, type Position, type SortKey } from './sort-key.js';
import type { Totals } from './totals.js';
import type { Language } from '../../kernel/language/languages.js';

/** How far `page` alone reaches: behind it, skipping rows costs more than following `next_rest_url`. */
export const REACH = 10_000;

/** What one list is made of. */
export interface ListSource<Plural extends string, Row extends Found, View> extends ListRows {
  readonly kind: Listed<Plural>;
  /** What addresses say in place of what was sent: a date that was relative, for one. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Reads the representations of a page's rows, by rank, in the one statement that also finds them. */
  readonly read: (page: RawBuilder<PageRow>) => Promise<readonly Row[]>;
  readonly view: (row: Row) => View;
}

interface Found {
  readonly id: number;
  readonly sort_value: string;
}

/** Reads one page of a list: the records, the total, and the addresses around it. */
export async function readPage<Plural extends string, Row extends Found, View>(
  totals: Totals,
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
  const counting = totals.of(context, source);
  const reading = isSparse(source)
    ? counting.then((counted) => readFound(source, section, counted))
    : source.read(rowsAlong(source, section));
  const [rows, { total }] = await Promise.all([reading, counting]);
  const total_pages = Math.ceil(total / query.per_page);
  if (!position && total > 0 && query.page > total_pages)
    throw new ApiError('page_not_found', { args: { total_pages } });
  const shown = rows.slice(0, query.per_page);
  const last = rows.length > query.per_page ? shown.at(-1) : undefined;
  const after = last && encodePosition({ key, value: last.sort_value, id: last.id });
  const records = { [source.kind.plural]: shown.map(source.view) } as Record<Plural, View[]>;
  return {
    ...records,
    page: query.page,
    per_page: query.per_page,
    total,
    total_pages,
    ...addresses(context, query, source, { after, total_pages }),
  };
}

/** What was counted is known, or tells where the rows are to be looked for. */
async function readFound<Row>(
  source: ListSource<string, Row & Found, unknown>,
  section: Section,
  { total, ids }: Counted,
): Promise<readonly Row[]> {
  if (ids) return readOf(source, ids, section);
  if (section.offset >= total) return [];
  const near = await source.read(rowsNear(source, section));
  const isAll = near.length === section.limit || (!section.position && section.offset + near.length >= total);
  return isAll ? near : source.read(rowsAnywhere(source, section));
}

async function readOf<Row>(
  source: ListSource<string, Row & Found, unknown>,
  ids: readonly number[],
  section: Section,
): Promise<readonly Row[]> {
  const { position, offset, limit } = section;
  const wanted = position ? ids : ids.slice(offset, offset + limit);
  if (wanted.length === 0) return [];
  const rows = await source.read(rowsOf(source, wanted, section));
  const isAsCounted = rows.length === wanted.length && rows.every(({ id }, index) => id === wanted[index]);
  // Where some are gone or have moved since, others stand in their places.
  return position || isAsCounted ? rows : source.read(rowsOf(source, ids.slice(offset), section));
}

/** In which list and order a position stands. */
function keyOf({ kind, sort }: Pick<ListSource<string, Found, unknown>, 'kind' | 'sort'>): string {
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
  { kind, parameters }: Pick<ListSource<string, Found, unknown>, 'kind' | 'parameters'>,
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
