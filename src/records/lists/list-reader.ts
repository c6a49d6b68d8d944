import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ApiError, parameterError } from '../../kernel/errors/api-error.js';
import { EXPIRES_KEY, type ExpiryTrigger, type ExpiringView } from '../../kernel/context/expiry-trigger.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { ListedResource } from '../../kernel/context/record-kind.js';
import type { PaginationQuery } from './base.query.js';
import { ListLimiter, shapeOf } from './list-limiter.js';
import type { Page } from './page.view.js';
import { MAX_OFFSET, pageUrls } from './page-urls.js';
import {
  countAndSelectPage,
  existsAmongFirst,
  selectPage,
  type Cursor,
  type ListPlan,
  type PageRow,
  type PageWindow,
  type Position,
} from './list-statements.js';
import type { SortKey } from './sort-key.js';

/** A list plan with the kind of its records. */
interface ResourcePlan<Plural extends string = string> extends ListPlan {
  readonly kind: ListedResource<Plural>;
}

/** How the rows of a list are found, read and served. */
export interface ListDefinition<Plural extends string, Row, View> extends ResourcePlan<Plural> {
  /** Values that replace those of the query in the URLs of pages, such as the absolute form of a relative date. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Triggers other than writes that make the list stale. */
  readonly expires?: readonly ExpiryTrigger[];
  /** Reads the records of a page, in its order. */
  readonly read: (page: readonly PageRow[]) => Promise<readonly Row[]>;
  readonly view: (row: Row) => View;
}

/** Some records of a walk, and the position of the last one if others may follow. */
interface Batch<View> {
  readonly views: Iterable<View>;
  readonly cursor: Position | undefined;
}

/** Number of records that a walk reads at a time. The first batch has fewer, so that it arrives soon. */
const [FIRST_BATCH_SIZE, BATCH_SIZE] = [50, 200];

/** Reads pages of lists, or whole lists. */
@Injectable()
export class ListReader {
  constructor(
    private readonly em: EntityManager,
    private readonly limiter: ListLimiter,
  ) {}

  /** Reads one page of a list: its records, the total, and the URLs of the pages around it. */
  async readPage<Plural extends string, Row, View>(
    context: RequestContext,
    query: PaginationQuery,
    definition: ListDefinition<Plural, Row, View>,
  ): Promise<Page & Record<Plural, View[]> & ExpiringView> {
    const listKey = listKeyOf(definition);
    const window = requestedWindow(query, listKey, definition.sort);
    const { total, total_pages, last, records } = await this.limiter.run(shapeOf(query, listKey, definition), () =>
      this.fetchPage(query, definition, window),
    );
    const after = last && encodeCursor({ listKey, value: last.sort_value, id: last.id });
    return {
      [definition.kind.plural]: records.map(definition.view),
      page: query.page,
      per_page: query.per_page,
      total,
      total_pages,
      ...pageUrls(context, query, definition, { after, total_pages }),
      [EXPIRES_KEY]: definition.expires ?? [],
    } as Page & Record<Plural, View[]> & ExpiringView;
  }

  /** Whether a list has records. Counts only if none of its first rows meets the filters, because few rows are then likely to match. */
  exists(query: object, plan: ResourcePlan): Promise<boolean> {
    const db = this.em.getKysely();
    return this.runLimited('exists', query, plan, async () => {
      if ((await existsAmongFirst(plan).execute(db)).rows[0]?.exists) return true;
      if (!plan.selective?.length) return false;
      return (await this.find(plan, { cursor: undefined, offset: 0, limit: 1 })).total > 0;
    });
  }

  /** Runs statements on the records of a list under the list limiter. `name` keeps their durations separate from those of the list. */
  runLimited<Result>(name: string, query: object, plan: ResourcePlan, work: () => Promise<Result>): Promise<Result> {
    return this.limiter.run(shapeOf(query, `${listKeyOf(plan)}:${name}`, plan), work);
  }

  private async fetchPage<Plural extends string, Row, View>(
    query: PaginationQuery,
    definition: ListDefinition<Plural, Row, View>,
    window: PageWindow,
  ) {
    const { total, rows } = await this.find(definition, window);
    const total_pages = countPages(query, window, total);
    const pageRows = rows.slice(0, query.per_page);
    const last = rows.length > query.per_page ? pageRows.at(-1) : undefined;
    return { total, total_pages, last, records: pageRows.length > 0 ? await definition.read(pageRows) : [] };
  }

  /**
   * Reads a whole list in its order, in batches, each in statements of its own. A record that is not changed meanwhile occurs exactly once.
   * The next batch is read while the caller handles the present one. Views are built one by one, when they are used.
   */
  async *walk<Plural extends string, Row, View>(
    definition: ListDefinition<Plural, Row, View>,
  ): AsyncGenerator<Iterable<View>, void> {
    let next: Promise<Batch<View>> | undefined = this.readBatch(definition, undefined);
    while (next) {
      const { views, cursor }: Batch<View> = await next;
      next = cursor && this.readBatch(definition, cursor);
      // If the caller stops, nothing else handles the rejection.
      next?.catch(() => undefined);
      yield views;
    }
  }

  private async readBatch<Plural extends string, Row, View>(
    definition: ListDefinition<Plural, Row, View>,
    cursor: Position | undefined,
  ): Promise<Batch<View>> {
    const limit = cursor ? BATCH_SIZE : FIRST_BATCH_SIZE;
    const window = { cursor, offset: 0, limit };
    const { rows } = await selectPage(definition, window).execute(this.em.getKysely());
    const records = rows.length > 0 ? await definition.read(rows) : [];
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return {
      views: records.values().map(definition.view),
      cursor: last && { value: last.sort_value, id: last.id },
    };
  }

  /** Counts the rows of a list and finds those of a page window. */
  private async find(plan: ListPlan, window: PageWindow): Promise<{ total: number; rows: readonly PageRow[] }> {
    const db = this.em.getKysely();
    const found = (await countAndSelectPage(plan, window).execute(db)).rows[0] ?? { total: 0, rows: [] };
    const isBeyondEnd = !window.cursor && window.offset >= found.total;
    const rows = found.rows ?? (isBeyondEnd ? [] : (await selectPage(plan, window).execute(db)).rows);
    return { total: found.total, rows };
  }
}

/** Identifies a list and its order. */
function listKeyOf({ kind, sort: { name, direction, variant } }: ResourcePlan): string {
  return [kind.plural, name, direction, ...(variant === undefined ? [] : [variant])].join(':');
}

/** The rows to read: one more than the page shows, which tells whether there is a next page. */
function requestedWindow({ page, per_page, after }: PaginationQuery, listKey: string, { type }: SortKey): PageWindow {
  const cursor = after === undefined ? undefined : decodeCursor(after, listKey, type);
  const offset = after === undefined ? (page - 1) * per_page : 0;
  if (after !== undefined && !cursor) throw parameterError({ after: { key: 'validation.cursor' } });
  if (offset >= MAX_OFFSET)
    throw parameterError({ page: { key: 'validation.page_out_of_range', args: { max: MAX_OFFSET } } });
  return { cursor, offset, limit: per_page + 1 };
}

/** @throws {ApiError} `page_not_found` */
function countPages({ page, per_page }: PaginationQuery, { cursor }: PageWindow, total: number): number {
  const total_pages = Math.ceil(total / per_page);
  if (!cursor && total > 0 && page > total_pages) throw new ApiError('page_not_found', { args: { total_pages } });
  return total_pages;
}

/**
 * The sort values that a cursor can hold. Timestamps are whole microseconds since 1970. Because the conversion rounds,
 * their range begins some minutes after PostgreSQL's first timestamp and ends eight days before the largest `bigint`.
 */
const SORT_VALUE_RANGES = {
  bigint: [-(2n ** 63n), 2n ** 63n - 1n],
  timestamptz: [-210_866_803_000_000_000n, 9_223_371_331_000_000_000n],
} as const;

/** Whether a text is a sort value of this type, in the form that `sortValueSql` gives it. */
function isCursorValue(text: string, type: SortKey['type']): boolean {
  if (type === 'text') return !text.includes('\u0000');
  if (type === 'timestamptz' && /^-?infinity$/.test(text)) return true;
  const [min, max] = SORT_VALUE_RANGES[type];
  return /^-?\d{1,19}$/.test(text) && BigInt(text) >= min && BigInt(text) <= max;
}

function encodeCursor({ listKey, value, id }: Cursor): string {
  return Buffer.from(JSON.stringify([listKey, value, id])).toString('base64url');
}

/** @returns undefined if the text is not a cursor of this list */
function decodeCursor(text: string, listKey: string, type: SortKey['type']): Cursor | undefined {
  try {
    const [key, value, id] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[];
    const isValid = key === listKey && typeof value === 'string' && isCursorValue(value, type);
    return isValid && Number.isSafeInteger(id) ? { listKey, value, id: id as number } : undefined;
  } catch {
    return undefined;
  }
}
