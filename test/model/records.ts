import { LANGUAGES, servedLanguage, type Language } from '../support/languages/languages.js';
import type { CallerRole } from './rights.js';

/** Paths of the lists, by kind. */
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

/** Name of the required text field, by kind. */
export const TITLE_FIELDS = {
  event: 'title',
  venue: 'venue',
  organizer: 'organizer',
  category: 'name',
  tag: 'name',
} as const;

/** `future` and `trash` are not stored: they follow from dates. */
export const STORED_STATUSES = ['publish', 'draft', 'pending', 'private'] as const;
export type StoredStatus = (typeof STORED_STATUSES)[number];

/** Texts of one language, as served: description and excerpt are HTML. */
export interface Texts {
  readonly title: string;
  readonly description: string;
  readonly excerpt: string;
  /** Null if the title has no letter or digit. The slug is then made of the id. */
  readonly slug: string | null;
}

interface BaseRecord {
  /** 0 until the service has assigned an id. */
  id: number;
  texts: Partial<Record<Language, Texts>>;
  /** Former slugs. */
  former: string[];
}

/** All moments are seconds since 1970. */
export interface Publication extends BaseRecord {
  author: number | null;
  status: StoredStatus;
  publishedAt: number | null;
  trashedAt: number | null;
  modifiedAt: number;
  website: string | null;
  customFields: Readonly<Record<string, unknown>>;
}

export interface VenueOrOrganizer extends Publication {
  kind: VenueOrOrganizerKind;
  /** Other fields as served, without those that are null. */
  fields: Readonly<Record<string, string | number>>;
}

export interface Term extends BaseRecord {
  kind: TermKind;
  parent: Term | null;
}

export interface EventRecord extends Publication {
  kind: 'event';
  startsAt: number;
  endsAt: number;
  zone: string;
  allDay: boolean;
  venue: VenueOrOrganizer[];
  organizer: VenueOrOrganizer[];
  categories: Term[];
  tags: Term[];
  parent: EventRecord | null;
  /** As stored: empty, `0`, or an amount in euros. */
  cost: '' | '0' | '12 €';
  hidden: boolean;
  featured: boolean;
  ticketed: boolean;
  eventStatus: 'scheduled' | 'cancelled' | 'postponed' | 'rescheduled';
  attendance: 'offline' | 'online' | 'mixed' | null;
  password: string | null;
  /** Number of passwords that were set so far. */
  passwordsSet: number;
  wrongPasswords: number;
}

export type PublishedRecord = EventRecord | VenueOrOrganizer;
export type AnyRecord = PublishedRecord | Term;

export interface User {
  readonly role: CallerRole;
  /** 0 for the anonymous caller. */
  readonly id: number;
  readonly token?: string | undefined;
}

/** The content and the configuration of a calendar. Links are references to the linked records, not ids. */
export interface ModelState {
  /** Origin and namespace. */
  readonly base: string;
  /** `TIMEZONE` */
  readonly zone: string;
  /** `DEFAULT_LANGUAGE` */
  readonly defaultLanguage: Language;
  readonly users: readonly User[];
  now: number;
  records: AnyRecord[];
  /** Permanently deleted records. */
  deleted: { kind: KindName; id: number; slug: string }[];
}

/** The caller and the requested language. `isExplicit` is false if it comes from a header or the default (3.1). */
export interface ModelContext {
  readonly state: ModelState;
  readonly user: User;
  readonly language: Language;
  readonly isExplicit: boolean;
}

type RecordOf<Kind extends KindName> = Kind extends 'event'
  ? EventRecord
  : Kind extends VenueOrOrganizerKind
    ? VenueOrOrganizer
    : Term;

/** All records of a kind, in the order in which they were added. */
export function recordsOf<Kind extends KindName>({ records }: ModelState, kind: Kind): RecordOf<Kind>[] {
  return records.filter((record) => record.kind === kind) as RecordOf<Kind>[];
}

export const isTermKind = (kind: KindName): kind is TermKind => kind === 'category' || kind === 'tag';
export const isTerm = (record: AnyRecord): record is Term => isTermKind(record.kind);
export const termsOf = ({ categories, tags }: EventRecord): Term[] => [...categories, ...tags];

/** Whether a term is `ancestor` or below it. */
export const isWithin = (term: Term | null, ancestor: Term): boolean =>
  term !== null && (term === ancestor || isWithin(term.parent, ancestor));

export const languagesOf = ({ texts }: AnyRecord): Language[] =>
  LANGUAGES.filter((language) => texts[language] !== undefined);

/** 3.2 */
export const servedLanguageOf = ({ language, state }: ModelContext, record: AnyRecord): Language =>
  servedLanguage(language, languagesOf(record), state.defaultLanguage);

export const servedTextsOf = (context: ModelContext, record: AnyRecord): Texts =>
  record.texts[servedLanguageOf(context, record)] as Texts;

/**
 * Text for comparisons: lower case, without accents, repeated spaces and the point of the Catalan `l·l`, and with `"`
 * for `«` and `»` (3.6, 7.6).
 */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/(?<=l)[·.](?=l)/g, '')
    .replaceAll(/[«»]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The text of HTML as the generators write it. */
export const plainText = (html: string): string => html.replaceAll(/<[^>]*>/g, '').replaceAll('&amp;', '&');

/** The values in nested objects and arrays. */
export const leavesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value ?? ''];

/** A rejected request. */
export class ProblemError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly parameters: readonly string[] = [],
  ) {
    super(`${status} ${code} ${parameters.join()}`);
  }
}

/** @throws {ProblemError} 400 with all invalid and missing parameters, if there are any (2.7) */
export function reject(invalid: readonly string[], missing: readonly string[] = []): void {
  if (invalid.length > 0) throw new ProblemError(400, 'invalid_parameter', [...invalid, ...missing]);
  if (missing.length > 0) throw new ProblemError(400, 'missing_parameter', missing);
}
