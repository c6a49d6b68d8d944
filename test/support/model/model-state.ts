import { LANGUAGES, servedLanguage, type Language } from '../languages.js';
import type { CallerRole } from '../rights-table.js';

/** Kinds of records, by the path of their lists. */
export const PATHS = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const;
export type KindName = keyof typeof PATHS;
export type VenueOrOrganizerKind = 'venue' | 'organizer';
export type TermKind = 'category' | 'tag';
export type StoredStatus = 'publish' | 'draft' | 'pending' | 'private';

export interface Texts {
  readonly title: string;
  readonly description: string;
  readonly excerpt: string;
  /** Null where nothing is left of the heading: then the slug is made of the id. */
  readonly slug: string | null;
}

interface BaseRecord {
  /** 0 until the service has said it. */
  id: number;
  texts: Partial<Record<Language, Texts>>;
  former: string[];
}

/** Moments are milliseconds since 1970. */
export interface Publication extends BaseRecord {
  author: number;
  status: StoredStatus;
  publishedAt: number | null;
  trashedAt: number | null;
  modifiedAt: number;
  website: string | null;
}

export interface VenueOrOrganizer extends Publication {
  kind: VenueOrOrganizerKind;
}

export interface Term extends BaseRecord {
  kind: TermKind;
  parent: Term | null;
}

export interface EventRecord extends Publication {
  kind: 'event';
  startsAt: number;
  endsAt: number;
  venue: VenueOrOrganizer[];
  organizer: VenueOrOrganizer[];
  categories: Term[];
  tags: Term[];
  parent: EventRecord | null;
  hidden: boolean;
  featured: boolean;
  password: string | null;
  /** How many it has had. */
  passwordsSet: number;
  wrongPasswords: number;
}

export type PublishedRecord = EventRecord | VenueOrOrganizer;
export type AnyRecord = PublishedRecord | Term;

export interface User {
  readonly role: CallerRole;
  /** 0 for nobody. */
  readonly id: number;
  readonly token?: string | undefined;
}

/** What a calendar holds, as plain data that can be copied. Links are the records themselves. */
export interface ModelState {
  /** Origin and namespace. */
  readonly base: string;
  readonly users: readonly User[];
  now: number;
  records: AnyRecord[];
  /** What was deleted for good. */
  deleted: { kind: KindName; id: number; slug: string }[];
}

/** Who asks whom, and for which language: by name, or by negotiation. */
export interface ModelContext {
  readonly state: ModelState;
  readonly user: User;
  readonly language: Language;
  readonly isExplicit: boolean;
}

export type RecordOf<Kind extends KindName> = Kind extends 'event'
  ? EventRecord
  : Kind extends VenueOrOrganizerKind
    ? VenueOrOrganizer
    : Term;

/** All records of a kind, the eldest first. */
export function recordsOf<Kind extends KindName>({ records }: ModelState, kind: Kind): RecordOf<Kind>[] {
  return records.filter((record) => record.kind === kind) as RecordOf<Kind>[];
}

export const isTerm = (record: AnyRecord): record is Term => record.kind === 'category' || record.kind === 'tag';

/** The languages that a record has. */
export const languagesOf = ({ texts }: AnyRecord): Language[] => LANGUAGES.filter((each) => texts[each] !== undefined);

/** 3.2 */
export const servedLanguageOf = ({ language }: ModelContext, record: AnyRecord): Language =>
  servedLanguage(language, languagesOf(record), 'en');

export const servedTextsOf = (asker: ModelContext, record: AnyRecord): Texts =>
  record.texts[servedLanguageOf(asker, record)] as Texts;

/** Letters without case and accents, and single blanks: 3.6. */
export const folded = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** What a request is answered where it is refused. */
export class ProblemError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly parameters: readonly string[] = [],
  ) {
    super(`${status} ${code} ${parameters.join()}`);
  }
}
