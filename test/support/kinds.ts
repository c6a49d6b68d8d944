import { setTimeout } from 'node:timers/promises';
import type { RequestOptions, TestCalendar } from './test-calendar.js';

/** One of the five resources, and the least that creates a record of it. */
export interface Kind {
  /** Path below the namespace, and the key of its lists. */
  readonly path: 'events' | 'venues' | 'organizers' | 'categories' | 'tags';
  /** As error codes name it. */
  readonly kind: 'event' | 'venue' | 'organizer' | 'category' | 'tag';
  /** The field that holds its title or name. */
  readonly titleField: 'title' | 'venue' | 'organizer' | 'name';
  /** Fields that a create needs beside that. */
  readonly required: Readonly<Record<string, string>>;
  /** Whether records are addressed by slug too, and go to a trash. */
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

/** A record as served, as far as tests rely on it. */
export type ServedRecord = Record<string, unknown> & { id: number; slug: string; rest_url: string };

let createdNames = 0;

/** A name that no other record has. */
export const uniqueName = (stem = 'Record'): string => `${stem} ${(createdNames += 1)}`;

/** The fields of a record that can be created as they are. */
export function requiredFieldsOf(kind: Kind, fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { [kind.titleField]: uniqueName(), ...kind.required, ...fields };
}

/** How often a record is asked for at most: a machine that does much else may take a service's limits of time, which it says by 503. */
const MAX_ATTEMPTS = 3;

/** Creates a record, and gives it as served. */
export async function createRecord(
  calendar: TestCalendar,
  path: Kind['path'],
  fields: Readonly<Record<string, unknown>> = {},
  options: RequestOptions = {},
): Promise<ServedRecord> {
  const kind = KINDS.find((each) => each.path === path) as Kind;
  const json = requiredFieldsOf(kind, fields);
  const create = () => calendar.request<ServedRecord>('POST', path, { ...options, json });
  let response = await create();
  for (let attempt = 1; response.status === 503 && attempt < MAX_ATTEMPTS; attempt += 1) {
    await setTimeout(1000 * Number(response.headers.get('Retry-After')));
    response = await create();
  }
  if (response.status !== 201) throw new Error(`POST ${path} answered ${response.status}: ${response.text}`);
  return response.body;
}
