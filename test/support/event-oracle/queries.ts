import fc from 'fast-check';
import type { Language } from '../languages.js';
import type { ReaderRole } from '../readers.js';

export const DATE_FILTERS = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
] as const;
export type DateFilter = (typeof DATE_FILTERS)[number];

export const EVENT_ORDERS = ['start_date', 'end_date', 'title', 'date', 'modified', 'id'] as const;
export type EventOrder = (typeof EVENT_ORDERS)[number];

/** What a date of a query means. `local` is a wall clock in `TIMEZONE`, `YYYY-MM-DD HH:MM:SS`. */
export type DateValue =
  | { readonly kind: 'now' }
  | { readonly kind: 'shift'; readonly count: number; readonly unit: 'day' | 'week' | 'month' }
  | { readonly kind: 'wall'; readonly local: string }
  | { readonly kind: 'instant'; readonly epoch: number };

/** What is sent, and what it means. */
export interface Spelled<Meaning> {
  readonly means: Meaning;
  readonly text: string;
}

/** One meaning, in one of some texts. */
export const spelledAs = <Meaning>(means: Meaning, ...texts: string[]): fc.Arbitrary<Spelled<Meaning>> =>
  fc.constantFrom(...texts).map((text) => ({ means, text }));

/** A category or tag in a filter: an id, or a slug. */
export type TermName = number | string;

export interface Circle {
  readonly latitude: number;
  readonly longitude: number;
  /** In kilometres; 25 where none is given. */
  readonly radius?: number;
}

export const LIST_STYLES = ['commas', 'repeated', 'brackets', 'numbered'] as const;
type ListStyle = (typeof LIST_STYLES)[number];

/** A read of the list of events: what it means, and how some of it is spelled. */
export interface EventQuery {
  readonly reader: ReaderRole;
  /** The language asked for, and by which way; that of the service where there is none. */
  readonly language?: { readonly asked: Language; readonly by: 'parameter' | 'segment' | 'header' };
  readonly dates: Partial<Record<DateFilter, Spelled<DateValue>>>;
  readonly strict_dates?: Spelled<boolean>;
  readonly search?: string;
  readonly categories?: readonly TermName[];
  readonly tags?: readonly TermName[];
  readonly venue?: readonly number[];
  readonly organizer?: readonly number[];
  readonly include?: readonly number[];
  readonly featured?: Spelled<boolean>;
  readonly ticketed?: Spelled<boolean>;
  readonly geoloc?: Spelled<boolean>;
  readonly near?: Circle;
  readonly post_parent?: number;
  readonly status?: readonly string[];
  readonly hide_from_listings?: 'true' | 'false' | 'any';
  readonly ml_fallback?: 'record' | 'none';
  readonly ml_has_translation?: readonly Language[];
  readonly ml_missing_translation?: readonly Language[];
  readonly orderby?: EventOrder;
  readonly order?: Spelled<'asc' | 'desc'>;
  readonly page?: number;
  readonly per_page?: number;
  /** How lists of values are written. */
  readonly listStyle: ListStyle;
  /** Parameters beside, that say nothing. */
  readonly ignoredParameters: readonly string[];
}

const LISTS = ['categories', 'tags', 'venue', 'organizer', 'include', 'status'] as const;
const LANGUAGE_LISTS = ['ml_has_translation', 'ml_missing_translation'] as const;
const SPELLED_FILTERS = ['strict_dates', 'featured', 'ticketed', 'geoloc', 'order'] as const;
const PLAIN = ['search', 'post_parent', 'hide_from_listings', 'ml_fallback', 'orderby', 'page', 'per_page'] as const;

type Pairs = [name: string, value: string][];

/** The filters of a query, by name and value. */
function filtersOf(query: EventQuery): Pairs {
  const { dates, near, listStyle } = query;
  const circle = near && { geoloc_lat: near.latitude, geoloc_lng: near.longitude, geoloc_radius: near.radius };
  return [
    ...DATE_FILTERS.flatMap((name) => pair(name, dates[name]?.text)),
    ...SPELLED_FILTERS.flatMap((name) => pair(name, query[name]?.text)),
    ...PLAIN.flatMap((name) => pair(name, query[name])),
    ...Object.entries(circle ?? {}).flatMap(([name, value]) => pair(name, value)),
    ...[...LISTS, ...LANGUAGE_LISTS].flatMap((name) => listParameters(name, query[name] ?? [], listStyle)),
  ];
}

/** The names of the filters of a query, each once. */
export const filterNamesOf = (query: EventQuery): string[] => [
  ...new Set(filtersOf(query).map(([name]) => name.replace(/\[.*$/, ''))),
];

const pair = (name: string, value: string | number | undefined): Pairs =>
  value === undefined ? [] : [[name, String(value)]];

function listParameters(name: string, values: readonly (string | number)[], how: ListStyle): Pairs {
  if (values.length === 0) return [];
  if (how === 'commas') return [[name, values.join(',')]];
  const named = (index: number) => ({ repeated: name, brackets: `${name}[]`, numbered: `${name}[${index}]` })[how];
  return values.map((value, index) => [named(index), String(value)]);
}

/** Path and query, behind the origin. */
export function pathOf(query: EventQuery): string {
  const { language, ignoredParameters } = query;
  const parameters = new URLSearchParams(filtersOf(query));
  if (language?.by === 'parameter') parameters.set('ml_language', language.asked);
  const names = filterNamesOf(query);
  for (const each of ignoredParameters) {
    const [name = '', value = ''] = each.split('=');
    if (!names.includes(name)) parameters.append(name, value);
  }
  const segment = language?.by === 'segment' ? `/${language.asked}` : '';
  return `${segment}/calendar/events/v1/events?${parameters.toString()}`;
}
