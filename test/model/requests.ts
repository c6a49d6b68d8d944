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

/** Meanings of the query parameters, by name. `near` combines the three parameters of a circle. */
export interface Query extends Partial<Record<DateFilter, DateValue>> {
  /** NaN is an invalid number. */
  readonly page?: number;
  readonly per_page?: number;
  readonly orderby?: string;
  readonly order?: 'asc' | 'desc';
  readonly ml_fallback?: 'record' | 'none';
  readonly ml_has_translation?: readonly Language[];
  readonly ml_missing_translation?: readonly Language[];
  readonly status?: readonly string[];
  readonly search?: string;
  readonly include?: readonly number[];
  readonly exclude?: readonly number[];
  readonly during?: PeriodValue;
  readonly strict_dates?: boolean;
  readonly hide_from_listings?: 'true' | 'false' | 'any';
  readonly categories?: readonly TermInput[];
  readonly tags?: readonly TermInput[];
  readonly venue?: readonly number[];
  readonly organizer?: readonly number[];
  readonly post_parent?: number;
  readonly author?: readonly number[];
  readonly free?: boolean;
  readonly featured?: boolean;
  readonly ticketed?: boolean;
  readonly event_status?: readonly string[];
  readonly attendance_mode?: readonly string[];
  readonly geoloc?: boolean;
  readonly near?: Circle;
  readonly event?: number;
  readonly post?: number;
  readonly has_events?: boolean;
  readonly only_with_upcoming?: boolean;
  readonly parent?: number;
  readonly slug?: string;
  readonly hide_empty?: boolean;
  readonly password?: string;
  readonly force?: boolean;
  readonly ml_scope?: 'translation' | 'record';
}

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

/** Parameters whose encoded values are the strings of their meanings. */
export const parametersOf = (query: Query): Parameters => ({
  query,
  searchParams: Object.entries(query).map(([name, value]) => [name, String(value)]),
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
