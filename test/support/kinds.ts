import { setTimeout } from 'node:timers/promises';
import type { Sent, TestCalendar } from './test-calendar.js';

/** One of the five resources, and the least that creates a record of it. */
export interface Kind {
  /** Path below the namespace, and the key of its lists. */
  readonly path: 'events' | 'venues' | 'organizers' | 'categories' | 'tags';
  /** As error codes name it. */
  readonly kind: 'event' | 'venue' | 'organizer' | 'category' | 'tag';
  /** The field that holds its title or name. */
  readonly heading: 'title' | 'venue' | 'organizer' | 'name';
  /** Fields that a create needs beside that. */
  readonly required: Readonly<Record<string, string>>;
  /** Whether records are addressed by slug too, and go to a trash. */
  readonly isPublished: boolean;
}

const DATES = { start_date: '2030-05-01 19:00:00', end_date: '2030-05-01 21:00:00' };

export const KINDS: readonly Kind[] = [
  { path: 'events', kind: 'event', heading: 'title', required: DATES, isPublished: true },
  { path: 'venues', kind: 'venue', heading: 'venue', required: {}, isPublished: true },
  { path: 'organizers', kind: 'organizer', heading: 'organizer', required: {}, isPublished: true },
  { path: 'categories', kind: 'category', heading: 'name', required: {}, isPublished: false },
  { path: 'tags', kind: 'tag', heading: 'name', required: {}, isPublished: false },
];

/** A record as served, as far as tests rely on it. */
export type ServedRecord = Record<string, unknown> & { id: number; slug: string; rest_url: string };

let made = 0;

/** A name that no other record has. */
export const uniqueName = (stem = 'Record'): string => `${stem} ${(made += 1)}`;

/** The fields of a record that can be created as they are. */
export function fieldsOfNew(kind: Kind, fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { [kind.heading]: uniqueName(), ...kind.required, ...fields };
}

/** How often a record is asked for at most: a machine that does much else may take a service's limits of time, which it says by 503. */
const ATTEMPTS = 3;

/** Creates a record, and gives it as served. */
export async function createRecord(
  calendar: TestCalendar,
  path: Kind['path'],
  fields: Readonly<Record<string, unknown>> = {},
  sent: Sent = {},
): Promise<ServedRecord> {
  const kind = KINDS.find((each) => each.path === path) as Kind;
  const json = fieldsOfNew(kind, fields);
  const create = () => calendar.request<ServedRecord>('POST', path, { ...sent, json });
  let answer = await create();
  for (let attempt = 1; answer.status === 503 && attempt < ATTEMPTS; attempt += 1) {
    await setTimeout(1000 * Number(answer.headers.get('Retry-After')));
    answer = await create();
  }
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}
