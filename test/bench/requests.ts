import { CREATED } from './database.js';
import { PUBLIC_URL, TOKEN, type Server } from './processes.js';
import { drawn, type Values } from './values.js';

/** Namespace of the API. */
export const NAMESPACE = '/calendar/events/v1';

/** A request to send. */
export interface Sent {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A kind of request, with the minimum ratio of the throughput of service and floor. */
export interface RequestKind {
  readonly name: string;
  readonly goal: number;
  /** Minimum ratio for the tight floor. `undefined` if the tight floor does not serve the kind. */
  readonly tightGoal?: number;
  readonly writes?: boolean;
  readonly draw: () => Sent;
}

const READ_GOAL = 0.5;
const CREATE_GOAL = 0.4;
const TIGHT_READ_GOAL = 0.5;
const TIGHT_CREATE_GOAL = 0.25;
/** Last page that `page` can reach, with twelve rows per page. */
const REACH = 833;
/** Maximum number of pages in the walk. */
const STEPS = 150;

/** All kinds of requests, with values of a database. */
export async function requestKinds(service: Server, values: Values): Promise<RequestKind[]> {
  const read = (name: string, path: () => string, tightGoal?: number): RequestKind => ({
    name,
    goal: READ_GOAL,
    tightGoal,
    draw: () => ({ method: 'GET', path: `${NAMESPACE}/${path()}` }),
  });
  const step = drawn(await walk(service));
  return [
    read('default list', () => 'events', TIGHT_READ_GOAL),
    read('category + search', () => `events?categories=${values.category()}&search=${values.word()}`),
    { name: 'deep walk', goal: READ_GOAL, draw: () => ({ method: 'GET', path: step() }) },
    read('by id', () => `events/${values.id()}`, TIGHT_READ_GOAL),
    read('by slug', () => `events/by-slug/${encodeURIComponent(values.slug())}`),
    { name: 'create', goal: CREATE_GOAL, tightGoal: TIGHT_CREATE_GOAL, writes: true, draw: () => creation(values) },
  ];
}

let created = 0;

/** Create of a simple event with a venue, a category and a unique title. */
export function creation(values: Values): Sent {
  const number = `${process.pid}-${Date.now().toString(36)}-${(created += 1)}`;
  const body = {
    title: `${CREATED.replaceAll('-', ' ')}${number}`,
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

/** Paths of consecutive `next_rest_url`, starting at the last page that `page` can reach, or deep in a shorter list. */
async function walk(service: Server): Promise<string[]> {
  const list = async (path: string): Promise<Page> => {
    const answer = await fetch(`${service.origin}${path}`);
    if (!answer.ok) throw new Error(`${answer.status} ${path}: ${await answer.text()}`);
    return (await answer.json()) as Page;
  };
  const { total_pages } = await list(`${NAMESPACE}/events`);
  const steps: string[] = [];
  let path: string | undefined = `${NAMESPACE}/events?page=${Math.min(REACH, Math.ceil(total_pages * 0.6))}`;
  while (path !== undefined && steps.length < STEPS) {
    const { next_rest_url } = await list(path);
    path = next_rest_url?.replace(PUBLIC_URL, '');
    if (path !== undefined) steps.push(path);
  }
  return steps;
}

interface Page {
  readonly total_pages: number;
  readonly next_rest_url: string | null;
}
