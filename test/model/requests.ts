import type { Language } from '../support/languages/languages.js';
import type { DateFilter, DateValue, PeriodValue } from './dates.js';
import type { TermInput } from './names.js';
import { PATHS, type KindName, type ModelContext } from './records.js';

/** Address of a record. */
export type Address = { readonly id: number } | { readonly slug: string };

/** The source of the requested language (3.1). */
export type LanguageSource = 'body' | 'query' | 'segment' | 'header' | 'default';

/** In degrees and kilometres. */
export interface Circle {
  readonly latitude: number;
  readonly longitude: number;
  readonly radius: number;
}

type Values<Name extends string, Value> = Readonly<Partial<Record<Name, Value>>>;

/** Meanings of the query parameters, by name. `near` combines the three parameters of a circle. A `page` of NaN is an invalid number. */
export type Query = Values<DateFilter, DateValue> &
  Values<'page' | 'per_page' | 'post_parent' | 'event' | 'post' | 'parent', number> &
  Values<'include' | 'exclude' | 'venue' | 'organizer' | 'author', readonly number[]> &
  Values<'categories' | 'tags', readonly TermInput[]> &
  Values<'ml_has_translation' | 'ml_missing_translation', readonly Language[]> &
  Values<'status' | 'event_status' | 'attendance_mode', readonly string[]> &
  Values<'orderby' | 'search' | 'slug' | 'password', string> &
  Values<'strict_dates' | 'free' | 'featured' | 'ticketed' | 'geoloc' | 'hide_empty' | 'force', boolean> &
  Values<'has_events' | 'only_with_upcoming', boolean> & {
    readonly during?: PeriodValue;
    readonly near?: Circle;
    readonly order?: 'asc' | 'desc';
    readonly hide_from_listings?: 'true' | 'false' | 'any';
    readonly ml_fallback?: 'record' | 'none';
    readonly ml_scope?: 'translation' | 'record';
  };

export type Fields = Readonly<Record<string, unknown>>;

/** Query parameters: their meaning, and the encoded pairs in the URL. */
export interface Parameters {
  readonly query: Query;
  readonly searchParams: readonly (readonly [name: string, value: string])[];
}

export interface ModelRequest extends ModelContext, Parameters {
  readonly verb: 'create' | 'update' | 'remove' | 'read' | 'list';
  /** POST, PUT or PATCH for an update; GET or HEAD for a read. */
  readonly method?: string;
  readonly kind: KindName;
  readonly address: Address;
  /** The JSON body of a write. */
  readonly fields: Fields;
  readonly source: LanguageSource;
  /** The time that relative dates count from, if it is not the present. */
  readonly datesAt?: number;
}

/** Parameters that are sent as `String(meaning)`. */
export const parametersOf = (query: Query): Parameters => ({
  query,
  searchParams: Object.entries(query as Fields).map(([name, value]) => [name, String(value)]),
});

/** A value if it is a string, otherwise the fallback. */
export const textOf = (value: unknown, fallback = ''): string => (typeof value === 'string' ? value : fallback);

const METHODS = { create: 'POST', update: 'PATCH', remove: 'DELETE', read: 'GET', list: 'GET' } as const;

/** Method, path and options of the HTTP request. */
export function toHttpRequest(request: ModelRequest) {
  const { verb, method = METHODS[verb], kind, address, fields, searchParams, language, source, user } = request;
  const record = 'id' in address ? `/${address.id}` : `/by-slug/${encodeURIComponent(address.slug)}`;
  const parameters = new URLSearchParams(searchParams.map(([name, value]): [string, string] => [name, value]));
  if (source === 'query') parameters.set('ml_language', language);
  const query = parameters.toString();
  const path = `${PATHS[kind]}${verb === 'create' || verb === 'list' ? '' : record}${query && `?${query}`}`;
  const languageField = source === 'body' ? { ml_language: language } : {};
  const headers: Record<string, string> =
    source === 'header' ? { 'Accept-Language': `fr, ${language}-AD;q=0.8, *;q=0.1` } : {};
  return {
    method,
    path: source === 'segment' ? `/${language}/calendar/events/v1/${path}` : path,
    options: {
      token: user.token ?? null,
      headers,
      ...(verb === 'create' || verb === 'update' ? { json: { ...fields, ...languageField } } : {}),
    },
  };
}

export const describeRequest = (request: ModelRequest): string => {
  const { method, path, options } = toHttpRequest(request);
  const { user, language, source } = request;
  return `${user.role} ${user.id} ${source}:${language} ${method} ${decodeURIComponent(path)} ${JSON.stringify(options.json) ?? ''}`;
};
