import { setTimeout } from 'node:timers/promises';
import type { RequestOptions, TestCalendar } from '../calendar/test-calendar.js';

/** One of the five resources. */
export interface Kind {
  /** Path below the namespace, and the key of its lists. */
  readonly path: 'events' | 'venues' | 'organizers' | 'categories' | 'tags';
  /** Name in error codes. */
  readonly kind: 'event' | 'venue' | 'organizer' | 'category' | 'tag';
  /** Field of the title or name. */
  readonly titleField: 'title' | 'venue' | 'organizer' | 'name';
  /** Other required fields. */
  readonly required: Readonly<Record<string, string>>;
  /** Whether records have paths by slug, a status and a trash. */
  readonly isPublishable: boolean;
}

const DATES = { start_date: '2030-05-01 19:00:00', end_date: '2030-05-01 21:00:00' };

export const KINDS: readonly Kind[] = [
  { path: 'events', kind: 'event', titleField: 'title', required: DATES, isPublishable: true },
  { path: 'venues', kind: 'venue', titleField: 'venue', required: {}, isPublishable: true },
  { path: 'organizers', kind: 'organizer', titleField: 'organizer', required: {}, isPublishable: true },
  { path: 'categories', kind: 'category', titleField: 'name', required: {}, isPublishable: false },
  { path: 'tags', kind: 'tag', titleField: 'name', required: {}, isPublishable: false },
];

/** Kinds whose records have an author and a status. */
export const PUBLISHABLE_KINDS = KINDS.filter(({ isPublishable }) => isPublishable);

/** A record as served. */
export type ServedRecord = Record<string, unknown> & { id: number; slug: string; rest_url: string };

let createdNames = 0;

export const uniqueName = (prefix = 'Record'): string => `${prefix} ${(createdNames += 1)}`;

/** The required fields of a new record, with a unique name. */
export function requiredFieldsOf(kind: Kind, fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { [kind.titleField]: uniqueName(), ...kind.required, ...fields };
}

/** Attempts of a create: on a busy machine, the service may exceed its time limits and respond with 503. */
const MAX_ATTEMPTS = 3;

/** Creates a record and returns it as served. */
export async function createRecord(
  calendar: TestCalendar,
  path: Kind['path'],
  fields: Readonly<Record<string, unknown>> = {},
  options: RequestOptions = {},
): Promise<ServedRecord> {
  const kind = KINDS.find((candidate) => candidate.path === path) as Kind;
  const json = requiredFieldsOf(kind, fields);
  const create = () => calendar.request<ServedRecord>('POST', path, { ...options, json });
  let response = await create();
  for (let attempt = 1; response.status === 503 && attempt < MAX_ATTEMPTS; attempt += 1) {
    await setTimeout(1000 * Number(response.headers.get('Retry-After')));
    response = await create();
  }
  if (response.status !== 201) throw new Error(`POST ${path} responded with ${response.status}: ${response.text}`);
  return response.body;
}
