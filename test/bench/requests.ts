import { CREATED_SLUG_PREFIX } from './database.js';
import { TOKEN, type Server } from './processes.js';
import { shuffledDraw, type Values } from './values.js';

/** Namespace of the API. */
export const NAMESPACE = '/calendar/events/v1';

/** A request to send. */
export interface BenchRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A kind of request, with the minimum ratios of the throughput of the service to that of the floors. */
export interface RequestKind {
  readonly name: string;
  /** The tight floor serves only some kinds. */
  readonly goals: { readonly floor: number; readonly tight?: number };
  readonly writes?: boolean;
  readonly draw: () => BenchRequest;
}

/** First page of the deep walk in a long list. With twelve rows per page, `page` can be at most 834. */
const FIRST_DEEP_PAGE = 833;
/** Maximum number of pages in the deep walk. */
const MAX_PAGES = 150;

/** All kinds of requests, with values of a database. */
export async function requestKinds(service: Server, values: Values): Promise<RequestKind[]> {
  const readKind = (name: string, path: () => string, tight?: number): RequestKind => ({
    name,
    goals: { floor: 0.5, tight },
    draw: () => ({ method: 'GET', path: `${NAMESPACE}/events${path()}` }),
  });
  const nextQuery = shuffledDraw(await collectPageQueries(service));
  return [
    readKind('default list', () => '', 0.5),
    readKind('category + search', () => `?categories=${values.category()}&search=${values.word()}`),
    readKind('deep walk', nextQuery),
    readKind('by id', () => `/${values.id()}`, 0.5),
    readKind('by slug', () => `/by-slug/${encodeURIComponent(values.slug())}`),
    { name: 'create', goals: { floor: 0.4, tight: 0.25 }, writes: true, draw: () => createRequest(values) },
  ];
}

let createdCount = 0;

/** Create of a simple event with a venue, a category and a unique title. */
function createRequest(values: Values): BenchRequest {
  const number = `${process.pid}-${Date.now().toString(36)}-${(createdCount += 1)}`;
  const body = {
    title: `${CREATED_SLUG_PREFIX.replaceAll('-', ' ')}${number}`,
    description: '<p>Written to see how long that takes.</p>',
    start_date: `${values.day()} 19:00:00`,
    end_date: '2030-03-01 21:00:00',
    timezone: 'Europe/Madrid',
    venue: [values.venue()],
    categories: [values.category()],
  };
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${TOKEN}` };
  return { method: 'POST', path: `${NAMESPACE}/events`, headers, body: JSON.stringify(body) };
}

/** Queries of consecutive `next_rest_url`, starting close to the last page that `page` can reach, or deep in a shorter list. */
async function collectPageQueries(service: Server): Promise<string[]> {
  const list = async (query: string): Promise<Page> => {
    const response = await fetch(`${service.origin}${NAMESPACE}/events${query}`);
    if (!response.ok) throw new Error(`${response.status} ${query}: ${await response.text()}`);
    return (await response.json()) as Page;
  };
  const { total_pages } = await list('');
  const queries: string[] = [];
  let next: string | null = `?page=${Math.min(FIRST_DEEP_PAGE, Math.ceil(total_pages * 0.6))}`;
  while (next !== null && queries.length < MAX_PAGES) {
    const { next_rest_url } = await list(next);
    next = next_rest_url && new URL(next_rest_url).search;
    if (next !== null) queries.push(next);
  }
  return queries;
}

interface Page {
  readonly total_pages: number;
  readonly next_rest_url: string | null;
}
