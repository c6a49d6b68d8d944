import type { Language } from '../languages.js';
import type { Owner } from '../readers.js';

/** What is stored of the status of a record; `future` and `trash` are told by dates. */
export type StoredStatus = 'publish' | 'draft' | 'pending' | 'private';
export const STORED_STATUSES: readonly StoredStatus[] = ['publish', 'draft', 'pending', 'private'];

/** Facts that decide who reads a record, and by which dates lists order it. Times are epoch seconds. */
export interface DatasetRecord {
  readonly id: number;
  readonly owner: Owner;
  readonly status: StoredStatus;
  /** Null where it never was published. */
  readonly publishedAt: number | null;
  readonly trashed: boolean;
  readonly modifiedAt: number;
}

/** Texts without markup. */
export interface DatasetTexts {
  readonly title: string;
  readonly excerpt: string;
  readonly description: string;
}

export interface DatasetEvent extends DatasetRecord {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly zone: string;
  readonly allDay: boolean;
  readonly texts: Partial<Record<Language, DatasetTexts>>;
  readonly venue: readonly number[];
  readonly organizer: readonly number[];
  readonly categories: readonly number[];
  readonly tags: readonly number[];
  readonly featured: boolean;
  readonly ticketed: boolean;
  readonly hidden: boolean;
  /** Whether a password protects it. */
  readonly isProtected: boolean;
  readonly parent: number | null;
}

/** In degrees. */
export type Point = readonly [latitude: number, longitude: number];

/** A venue or an organizer; only venues have a place on the map. */
export interface DatasetVenueOrOrganizer extends DatasetRecord {
  readonly coordinates: Point | null;
}

/** A category or a tag. */
export interface DatasetTerm {
  readonly id: number;
  readonly parent: number | null;
  readonly slugs: Partial<Record<Language, string>>;
  /** Slugs that were its own, and find it still. */
  readonly former: readonly string[];
}

/** All that a calendar holds. */
export interface Dataset {
  readonly events: readonly DatasetEvent[];
  readonly venue: readonly DatasetVenueOrOrganizer[];
  readonly organizer: readonly DatasetVenueOrOrganizer[];
  readonly categories: readonly DatasetTerm[];
  readonly tags: readonly DatasetTerm[];
}

/** Without case, accents and more than single blanks: enough for the letters that worlds are written in. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
