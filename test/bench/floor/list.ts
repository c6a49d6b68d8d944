import type { Pool } from 'pg';
import { BELOW, DEFAULT_LIST, FILTERED_LIST, NEXT_PAGE } from './statements.js';
import { eventView, type Row } from './views.js';

const PER_PAGE = 12;
const CURSOR_KEY = 'events:start_date:asc';
const EVENTS = `${process.env['PUBLIC_URL']}/calendar/events/v1/events`;

/** The pages that the benchmark requests: the first one, unfiltered or by category and search, or the page after a cursor. */
export async function listEvents(pool: Pool, query: URLSearchParams): Promise<object> {
  const page = Number(query.get('page') ?? 1);
  const [start, end] = dateWindowOf(query);
  const bounds = [`${start.slice(0, 10)} 00:00:00Z`, `${end.slice(0, 10)} 23:59:59Z`];
  const [category, search, after] = [query.get('categories'), query.get('search'), query.get('after')];
  const read = async () => {
    if (after !== null) return pool.query<Row>({ ...NEXT_PAGE, values: [...bounds, ...decodeCursor(after)] });
    if (category === null || search === null) return pool.query<Row>({ ...DEFAULT_LIST, values: bounds });
    const descendants = await pool.query<Row>({ ...BELOW, values: [category] });
    const pattern = `%${search.toLowerCase()}%`;
    return pool.query<Row>({ ...FILTERED_LIST, values: [...bounds, descendants.rows[0]?.['ids'], pattern] });
  };
  const { rows } = await read();
  const total = Number(rows[0]?.['total'] ?? 0);
  const pageRows = rows.slice(0, PER_PAGE);
  const filters = new URLSearchParams();
  filters.set('per_page', String(PER_PAGE));
  filters.set('ml_fallback', 'record');
  if (search !== null) filters.set('search', search);
  filters.set('start_date', start);
  filters.set('end_date', end);
  filters.set('strict_dates', 'false');
  if (category !== null) filters.set('categories', category);
  filters.set('orderby', 'start_date');
  filters.set('order', 'asc');
  filters.set('ml_language', 'en');
  const base = `${EVENTS}?${filters.toString()}`;
  const lastRow = rows.length > PER_PAGE ? pageRows.at(-1) : undefined;
  return {
    events: pageRows.map(eventView),
    page,
    per_page: PER_PAGE,
    total,
    total_pages: Math.ceil(total / PER_PAGE),
    rest_url: pageUrl(base, page, after ?? undefined),
    next_rest_url: lastRow ? pageUrl(base, page + 1, encodeCursor(lastRow)) : null,
    previous_rest_url: page > 1 && (page - 2) * PER_PAGE < 10_000 ? pageUrl(base, page - 1) : null,
  };
}

function pageUrl(base: string, page: number, after?: string): string {
  const paging = page > 1 ? `&page=${page}` : '';
  return after === undefined ? base + paging : `${base}${paging}&after=${after}`;
}

/** Date window of the list. Default: the two years from today. */
function dateWindowOf(query: URLSearchParams): [start: string, end: string] {
  const today = new Date().toISOString().slice(0, 10);
  const inTwoYears = `${Number(today.slice(0, 4)) + 2}${today.slice(4)}`.replace('-02-29', '-02-28');
  return [query.get('start_date') ?? `${today} 00:00:00`, query.get('end_date') ?? `${inTwoYears} 23:59:59`];
}

const encodeCursor = (row: Row): string =>
  Buffer.from(JSON.stringify([CURSOR_KEY, row['position'], Number(row['id'])])).toString('base64url');

const decodeCursor = (after: string): [microseconds: string, id: number] => {
  const [, microseconds, id] = JSON.parse(Buffer.from(after, 'base64url').toString()) as [string, string, number];
  return [microseconds, id];
};
