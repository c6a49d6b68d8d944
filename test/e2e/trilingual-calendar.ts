import type { Language } from '../support/languages/languages.js';
import { createRecord } from '../support/records/kinds.js';
import { requestWithLanguage, type LanguageSources } from '../support/languages/language-sources.js';
import { messageText } from '../support/languages/message-texts.js';
import { ADMIN_HEADERS, rawRequest, type RawResponse } from '../support/requests/raw-request.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const NAMES: Readonly<Record<Language, string>> = { ca: 'El teatre', en: 'The theatre', es: 'El teatro' };

export const JSON_TYPE = { 'Content-Type': 'application/json' };
export const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };
export const MISSING_VENUE_PATH = 'venues/987654321';

/** A request to {@link TrilingualCalendar}. Writes have the administrator's token. */
export interface VenueRequest extends LanguageSources {
  /** Default: GET. */
  readonly method?: string;
  /** Relative to the namespace. Default: the venue. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
}

/** A calendar with one venue, translated to every language. */
export interface TrilingualCalendar {
  readonly calendar: TestCalendar;
  /** Path of the venue, relative to the namespace. */
  readonly path: string;
  /** Sends a request without other headers. */
  send(sending?: VenueRequest): Promise<RawResponse>;
}

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

/** The parts of a response that show the language of the venue. */
export const venueSummary = ({ status, headers, body }: RawResponse): unknown[] => [
  status,
  headers['content-language'],
  body['ml_language'],
  body['venue'],
];

export const expectedVenue = (language: Language): unknown[] => [200, language, language, NAMES[language]];

/** The parts of a response that show the language of a problem. */
export const problemSummary = ({ status, headers, body }: RawResponse): unknown[] => [
  status,
  headers['content-language'],
  body['title'],
  body['params'],
];

export const expectedNotFound = (language: Language): unknown[] => [
  404,
  language,
  messageText(language, 'errors.venue_not_found.title'),
  undefined,
];

export const expectedInvalidLanguage = (language: Language, problem: string = 'one_of'): unknown[] => [
  400,
  language,
  messageText(language, 'errors.invalid_parameter.title'),
  { ml_language: messageText(language, `validation.${problem}`, { values: 'ca, en, es' }) },
];
