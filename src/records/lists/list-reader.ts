import { ApiError, parameterError } from '../../kernel/errors/api-error.js';
import { EXPIRES, type Expiry, type ExpiringView } from '../../kernel/context/expiry.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { Listable } from '../../kernel/context/record-kind.js';
import type { PaginationQuery } from './page.query.js';
import type { Page } from './page.view.js';
import { MAX_OFFSET, pageUrls } from './page-urls.js';
import type { ListCount, ListPlan, PageRow, PageWindow } from './list-statements.js';
import type { Lists } from './lists.js';
import { decodeCursor, encodeCursor, type Cursor, type SortKey } from './sort-key.js';

/** A list: its rows, and how they are read and served. */
export interface ListDefinition<Plural extends string, Row, View> extends ListPlan {
  readonly kind: Listable<Plural>;
  /** What addresses say in place of what was sent: a date that was relative, for one. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** When the list becomes stale although nothing is written. */
  readonly expires?: readonly Expiry[];
  /** Reads what is served of the rows of a page, in their order. */
  readonly read: (page: readonly PageRow[]) => Promise<readonly Row[]>;
  readonly view: (row: Row) => View;
}

/** Reads one page of a list: its records, the total, and the URLs of the pages around it. */
export async function readPage<Plural extends string, Row, View>(
  lists: Lists,
  context: RequestContext,
  query: PaginationQuery,
  definition: ListDefinition<Plural, Row, View>,
): Promise<Page & Record<Plural, View[]> & ExpiringView> {
  const listKey = listKeyOf(definition);
  const window = requestedWindow(query, listKey, definition.sort);
  const countPromise = lists.count(context, definition, window);
  const finding = definition.selective?.length
    ? countPromise.then((count) => findCounted(lists, definition, window, count))
    : lists.find(definition, window);
  const [found, { total, isShared }] = await Promise.all([finding, countPromise]);
  const total_pages = totalPages(query, window, total);
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
    [EXPIRES]: [...(definition.expires ?? []), ...(isShared ? (['immediately'] as const) : [])],
  };
}

/** The rows to read: one more than the page shows, which tells whether there is a next page. */
function requestedWindow(query: PaginationQuery, listKey: string, sort: SortKey): PageWindow {
  const limit = query.per_page + 1;
  const cursor = requestedCursor(query, listKey, sort);
  if (cursor) return { cursor, offset: 0, limit };
  const offset = (query.page - 1) * query.per_page;
  if (offset >= MAX_OFFSET)
    throw parameterError({ page: { key: 'validation.page_out_of_range', args: { max: MAX_OFFSET } } });
  return { cursor, offset, limit };
}

/** @throws {ApiError} `page_not_found` */
function totalPages({ page, per_page }: PaginationQuery, { cursor }: PageWindow, total: number): number {
  const total_pages = Math.ceil(total / per_page);
  if (!cursor && total > 0 && page > total_pages) throw new ApiError('page_not_found', { args: { total_pages } });
  return total_pages;
}

/** The rows of a page of a list with selective conditions. Counting has found them if they are few. */
async function findCounted(
  lists: Lists,
  plan: ListPlan,
  window: PageWindow,
  { total, rows }: ListCount,
): Promise<readonly PageRow[]> {
  if (rows) return rows;
  const isBeyondEnd = window.cursor ? total === 0 : window.offset >= total;
  return isBeyondEnd ? [] : lists.find(plan, window);
}

/** In which list and order a position stands. */
function listKeyOf({ kind, sort }: Pick<ListDefinition<string, unknown, unknown>, 'kind' | 'sort'>): string {
  return [kind.plural, sort.name, sort.direction, ...(sort.variant === undefined ? [] : [sort.variant])].join(':');
}

function requestedCursor({ after }: PaginationQuery, key: string, sort: SortKey): Cursor | undefined {
  if (after === undefined) return undefined;
  const cursor = decodeCursor(after, key, sort.type);
  if (!cursor) throw parameterError({ after: { key: 'validation.cursor' } });
  return cursor;
}
