import type { Language } from '../kernel/language/languages.js';
import type { CATEGORIES } from './data/categories.js';
import type { ORGANIZERS } from './data/organizers.js';
import type { TAGS } from './data/tags.js';
import type { VENUES } from './data/venues.js';
import type { DayRule } from './demo-days.js';

/** Texts by language; a language that is left out is one the record lacks. */
export type Translations<Texts> = Readonly<Partial<Record<Language, Texts>>>;

/** The name of a record, and its description, HTML. */
export interface NamedTexts {
  readonly name: string;
  readonly description?: string;
}

/** An image of the agenda: the file's name, and what it shows. */
export interface DemoImage {
  readonly file: string;
  readonly alt: string;
}

export interface DemoVenue {
  readonly texts: Translations<NamedTexts>;
  readonly address: string;
  /** Degrees. */
  readonly coordinates: readonly [latitude: number, longitude: number];
  readonly phone?: string;
  readonly website?: string;
  readonly image?: DemoImage;
  readonly customFields?: Readonly<Record<string, unknown>>;
}

export interface DemoOrganizer {
  readonly texts: Translations<NamedTexts>;
  readonly phone?: string;
  readonly email?: string;
  readonly website?: string;
  readonly image?: DemoImage;
}

export interface DemoTag {
  readonly texts: Translations<NamedTexts>;
}

export interface DemoCategory extends DemoTag {
  /** Key of the category above; it stands before this one. */
  readonly parent?: string;
}

export interface EventTexts {
  readonly title: string;
  readonly excerpt: string;
  /** HTML. */
  readonly description: string;
}

/**
 * When an event is: on a day between two hours, `HH:MM`, that of the end on the following day where it is the earlier
 * one; on several days from an hour of the first to an hour of the last; whole days; or hours from the present one.
 */
export type DemoTime =
  | { readonly day: DayRule; readonly days?: number; readonly from: string; readonly to: string }
  | { readonly day: DayRule; readonly days?: number; readonly from?: undefined }
  | { readonly hoursFromNow: number };

export interface DemoEvent {
  readonly texts: Translations<EventTexts>;
  readonly time: DemoTime;
  /** `Europe/Madrid` where nothing is said. */
  readonly timezone?: string;
  readonly venues?: readonly (keyof typeof VENUES)[];
  readonly organizers: readonly (keyof typeof ORGANIZERS)[];
  readonly categories: readonly (keyof typeof CATEGORIES)[];
  readonly tags?: readonly (keyof typeof TAGS)[];
  /** Key of the event that this one is part of; it stands before this one. */
  readonly parent?: string;
  readonly image?: DemoImage;
  /** The same for all languages, so written in none of them, or in all. */
  readonly cost?: string | number | readonly string[];
  readonly website?: string;
  readonly featured?: boolean;
  readonly sticky?: boolean;
  readonly ticketed?: boolean;
  readonly showMap?: boolean;
  readonly customFields?: Readonly<Record<string, unknown>>;
}
