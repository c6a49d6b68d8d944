import createClient, { type Middleware } from 'openapi-fetch';
import type { CalendarClient } from './calendar-client.js';
import type { Language } from './records.js';
import type { paths } from './schema.js';

/** What a client needs to know. */
export interface CalendarOptions {
  /** Where the service is, without language and REST root: `https://agenda.example`. */
  readonly baseUrl: string;
  /** The `REST_ROOT` of the service, such as `/wp-json`; usually there is none. */
  readonly restRoot?: string | undefined;
  /** Token of who asks, or what gives it, for tokens that are renewed: it is called for every request. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /**
   * Language that every request names, as the segment of the address: texts come in it, updates write it, and messages
   * are in it. `ml_language` asks for another one in a single request.
   */
  readonly language?: Language | undefined;
  /** Instead of the global `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/**
 * Makes a client of a calendar. Its methods take a path of the interface, and answer `{ data, error, response }`; they
 * reject only where there is no answer at all.
 *
 * @example
 * const calendar = createCalendarClient({ baseUrl: 'http://127.0.0.1:3000', language: 'ca' });
 * const { data, error } = await calendar.GET('/calendar/events/v1/events', {
 *   params: { query: { ends_after: 'now', categories: ['musica', 12] } },
 * });
 * if (error) console.error(error.code, error.detail);
 * else for (const event of data.events) console.log(event.start_date, event.title);
 */
export function createCalendarClient(options: CalendarOptions): CalendarClient {
  const client = createClient<paths>({
    baseUrl: restRootOf(options),
    // As the API document has it: one text, split at commas.
    querySerializer: { array: { style: 'form', explode: false } },
    ...(options.fetch ? { fetch: options.fetch } : {}),
  });
  if (options.token !== undefined) client.use(authorization(options.token));
  // It is the same client: what its own types take beside, ours do not.
  return client as unknown as CalendarClient;
}

/** The segment of the language stands before the REST root. */
function restRootOf({ baseUrl, restRoot = '', language }: CalendarOptions): string {
  return [baseUrl, language, restRoot]
    .map((part) => part?.replace(/^\/+|\/+$/g, ''))
    .filter(Boolean)
    .join('/');
}

/** Sends a token with each request that brings no `Authorization` of its own. */
function authorization(token: NonNullable<CalendarOptions['token']>): Middleware {
  return {
    async onRequest({ request }) {
      if (request.headers.has('Authorization')) return;
      request.headers.set('Authorization', `Bearer ${typeof token === 'string' ? token : await token()}`);
    },
  };
}
