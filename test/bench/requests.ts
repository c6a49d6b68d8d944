import { CREATED } from './database.js';
import { PUBLIC_URL, TOKEN, type Server } from './processes.js';
import { drawn, type Values } from './values.js';

/** The namespace of the interface. */
export const NAMESPACE = '/calendar/events/v1';

/** A request as it is sent. */
export interface Sent {
  readonly method: 'GET' | 'POST';
  /** With the query, behind the origin. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A kind of request that the service and the floor are compared by, and the least ratio of their throughputs. */
export interface RequestKind {
  readonly name: string;
  readonly goal: number;
  /** The same beside the tight floor, for what it serves. */
  readonly tightGoal?: number;
  readonly writes?: boolean;
  readonly draw: () => Sent;
}

const READ_GOAL = 0.5;
const CREATE_GOAL = 0.4;
const TIGHT_READ_GOAL = 0.5;
const TIGHT_CREATE_GOAL = 0.25;
/** Pages that `page` alone reaches, of twelve rows each. */
const REACH = 833;
/** Steps of the walk. */
const STEPS = 150;

/** The kinds of requests, with values of a database. */
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

/** A simple event, at a venue and in a category; no two are named alike. */
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

/** Paths of a walk by `next_rest_url`, from where `page` alone does not reach further, or deep in a shorter list. */
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
