import type { ServedRecord } from './kinds.js';

/** Links of an event: path of the linked kind and field of its name. */
export const LINKS = {
  venue: { path: 'venues', titleField: 'venue' },
  organizer: { path: 'organizers', titleField: 'organizer' },
  categories: { path: 'categories', titleField: 'name' },
  tags: { path: 'tags', titleField: 'name' },
} as const;

export type Link = keyof typeof LINKS;

export const LINK_NAMES = Object.keys(LINKS) as Link[];
export const VENUE_ORGANIZER_LINKS = ['venue', 'organizer'] as const;
export const TERM_LINKS = ['categories', 'tags'] as const;

/** Input that links or creates a record by name: an object for venues and organizers, a text for terms. */
export const linkInput = (link: Link, name: string): unknown =>
  link === 'venue' || link === 'organizer' ? { [link]: name } : name;

export const linkedRecords = (event: Readonly<Record<string, unknown>>, link: Link): ServedRecord[] =>
  event[link] as ServedRecord[];

export const idsOf = (event: Readonly<Record<string, unknown>>, link: Link): number[] =>
  linkedRecords(event, link).map(({ id }) => id);

export const namesOf = (event: Readonly<Record<string, unknown>>, link: Link): unknown[] =>
  linkedRecords(event, link).map((record) => record[LINKS[link].titleField]);

export const repeatParallel = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_item, index) => work(index)));
