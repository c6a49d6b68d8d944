import type { Language } from './languages.js';
import { createRecord } from './kinds.js';
import { requestWithLanguage, type LanguageSources } from './language-sources.js';
import { messageText } from './message-texts.js';
import { ADMIN_HEADERS, rawRequest, type RawResponse } from './raw-request.js';
import { startTestCalendar, type TestCalendar } from './test-calendar.js';

const NAMES: Readonly<Record<Language, string>> = { ca: 'El teatre', en: 'The theatre', es: 'El teatro' };

export const JSON_TYPE = { 'Content-Type': 'application/json' };
export const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };
/** A venue that is not there. */
export const MISSING_VENUE_PATH = 'venues/987654321';

/** A request to {@link TrilingualCalendar}; writes are the administrator's. */
export interface VenueRequest extends LanguageSources {
  /** `GET` where nothing is said. */
  readonly method?: string;
  /** Behind the namespace; the venue where nothing is said. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
}

/** A calendar with one venue, that has texts in every language. */
export interface TrilingualCalendar {
  readonly calendar: TestCalendar;
  /** Path of the venue behind the namespace. */
  readonly path: string;
  /** Sends what is said, and no header beside. */
  send(sending?: VenueRequest): Promise<RawResponse>;
}

/** Starts a calendar with a venue in every language. */
export async function startTrilingualCalendar(defaultLanguage: Language): Promise<TrilingualCalendar> {
  const calendar = await startTestCalendar({ DEFAULT_LANGUAGE: defaultLanguage });
  const { id } = await createRecord(calendar, 'venues', { venue: NAMES.ca, ml_language: 'ca' });
  for (const each of ['en', 'es'] as const) {
    await calendar.request('PATCH', `venues/${id}`, { json: { venue: NAMES[each], ml_language: each } });
  }
  const venue = `venues/${id}`;
  return {
    calendar,
    path: venue,
    send: ({ method = 'GET', path = venue, headers, body, ...sources } = {}) => {
      const { path: address, headers: asked } = requestWithLanguage(path, sources);
      const credentials = method === 'GET' ? {} : ADMIN_HEADERS;
      const sent = { method, path: address, headers: { ...credentials, ...asked, ...headers } };
      return rawRequest(calendar.origin, body === undefined ? sent : { ...sent, body });
    },
  };
}

/** What shows the language of an answer that holds the venue. */
export const venueSummary = ({ status, headers, body }: RawResponse): unknown[] => [
  status,
  headers['content-language'],
  body['ml_language'],
  body['venue'],
];

/** The same as it is where the venue is served in a language. */
export const expectedVenue = (language: Language): unknown[] => [200, language, language, NAMES[language]];

/** What shows the language of a problem. */
export const problemSummary = ({ status, headers, body }: RawResponse): unknown[] => [
  status,
  headers['content-language'],
  body['title'],
  body['params'],
];

/** The same as it is where {@link MISSING_VENUE_PATH} was asked for in a language. */
export const expectedNotFound = (language: Language): unknown[] => [
  404,
  language,
  messageText(language, 'errors.venue_not_found.title'),
  undefined,
];

/** The same as it is where `ml_language` was refused. */
export const expectedInvalidLanguage = (language: Language, problem: string = 'one_of'): unknown[] => [
  400,
  language,
  messageText(language, 'errors.invalid_parameter.title'),
  { ml_language: messageText(language, `validation.${problem}`, { values: 'ca, en, es' }) },
];
