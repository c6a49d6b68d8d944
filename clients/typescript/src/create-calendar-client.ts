import createClient, { type Middleware } from 'openapi-fetch';
import type { CalendarClient } from './calendar-client.js';
import type { Language } from './records.js';
import type { paths } from './schema.js';

/** Options of a client. */
export interface CalendarOptions {
  /** URL of the service, without language and REST root: `https://agenda.example`. */
  readonly baseUrl: string;
  /** The `REST_ROOT` of the service, such as `/wp-json`. Default: none. */
  readonly restRoot?: string | undefined;
  /** Token of the caller, or a function that returns it. The function is called for every request, so tokens can be renewed. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /**
   * Language of every request, as a segment of the URL. It is the language of texts in responses, of texts that updates
   * write, and of messages. `ml_language` selects another one in a single request.
   */
  readonly language?: Language | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/**
 * Creates a client of a calendar. Its methods take a path of the API and resolve to `{ data, error, response }`. They
 * reject only if there is no response at all.
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
    baseUrl: rootUrlOf(options),
    // As in the API document: the values of a list are joined by commas.
    querySerializer: { array: { style: 'form', explode: false } },
    ...(options.fetch ? { fetch: options.fetch } : {}),
  });
  if (options.token !== undefined) client.use(authorization(options.token));
  // The same client. Only its own types are less strict.
  return client as unknown as CalendarClient;
}

/** The URL before the paths of the API. The language is the segment before the REST root. */
function rootUrlOf({ baseUrl, restRoot = '', language }: CalendarOptions): string {
  return [baseUrl, language, restRoot]
    .map((part) => part?.replace(/^\/+|\/+$/g, ''))
    .filter(Boolean)
    .join('/');
}

/** Sends a token with each request that has no `Authorization` header. */
function authorization(token: NonNullable<CalendarOptions['token']>): Middleware {
  return {
    async onRequest({ request }) {
      if (request.headers.has('Authorization')) return;
      request.headers.set('Authorization', `Bearer ${typeof token === 'string' ? token : await token()}`);
    },
  };
}
