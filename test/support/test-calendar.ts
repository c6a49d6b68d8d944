import type { Role } from '../../src/kernel/context/principal.js';
import { readConfiguration } from '../../src/kernel/config/configuration.js';
import { expectConformance, type ConformanceReport } from './conformance/conformance-log.js';
import { createTestDatabase } from './test-database.js';
import { expectNoDataExceptions } from './data-exceptions.js';

/** The token of the administrator of every test calendar. */
export const ADMIN_TOKEN = 'test-administrator-token-0123456789';

/**
 * Room for the response cache: none, as what tests write into the database themselves is not known at once. A run of tests
 * may be given another.
 */
export const CACHE_BYTES = process.env['TEST_CACHE_BYTES'] ?? '0';

/** An answer of the service, its body read. */
export interface TestResponse<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  readonly text: string;
}

/** What a request brings beside method and path. */
export interface RequestOptions {
  /** JSON body. */
  readonly json?: unknown;
  /** Form body: `name=value&…`. */
  readonly form?: string;
  /** Body as it is; its media type stands in `headers`. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Token to send; `null` for none. Writes, and what is for administrators, send theirs where nothing is said. */
  readonly token?: string | null;
}

/** An address of the service, and the methods it serves, as routed. */
export interface ServedRoute {
  readonly path: string;
  readonly methods: readonly string[];
}

/** A service of a test file's own, on a database of its own, listening on a free port. */
export interface TestCalendar {
  readonly origin: string;
  /** Origin, REST root and namespace. */
  readonly base: string;
  readonly databaseUrl: string;
  readonly routes: readonly ServedRoute[];
  /** Sends a request. A `path` that begins with `/` stands behind the origin, any other behind the namespace. */
  request<Body = Record<string, unknown>>(
    method: string,
    path: string,
    sent?: RequestOptions,
  ): Promise<TestResponse<Body>>;
  /** Makes a user of a role, and gives its token. */
  createToken(role: Role): Promise<string>;
  /** Stops the clock at an instant, from the next request on; `undefined` lets it go on. */
  setNow(instant: string | undefined): void;
  /** What it has answered so far, whoever asked. */
  conformanceReport(): Promise<ConformanceReport>;
  /** Ends it; rejects where it has answered otherwise than its API document says, or let something through to the database. */
  close(): Promise<void>;
}

/** What a test calendar needs of the process that serves it. */
export interface CalendarHost {
  readonly origin: string;
  readonly routes: readonly ServedRoute[];
  createUser(username: string, role: Role): Promise<{ token: string }>;
  /** @param instant milliseconds since 1970 */
  setNow(instant: number | undefined): Promise<unknown>;
  conformanceReport(): Promise<ConformanceReport>;
  /** Ends it; says how many values that were no input for it came to the database. */
  close(): Promise<ConformanceReport & { readonly unreadable: number }>;
}

/** Starts the product as it is served, with `environment` beside the test's own settings. */
export function startTestCalendar(environment: NodeJS.ProcessEnv = {}): Promise<TestCalendar> {
  return startCalendarOn(openOnHost, environment);
}

/** Opens a calendar where `open` says, on a database of its own, and makes its administrator. */
export async function startCalendarOn<Opened extends CalendarHost>(
  open: (environment: NodeJS.ProcessEnv, databaseUrl: string) => Promise<Opened>,
  environment: NodeJS.ProcessEnv,
): Promise<TestCalendar & { readonly host: Opened }> {
  const database = await createTestDatabase();
  const settings = { ADMIN_TOKEN, CACHE_BYTES, LOG_LEVEL: 'silent', DEMO: 'false', PORT: '0', ...environment };
  const host = await open(settings, database.url);
  await host.createUser('admin', 'administrator');
  const { origin, routes } = host;
  const base = `${origin}${readConfiguration(settings).REST_ROOT}/calendar/events/v1`;
  let users = 0;
  let clock: Promise<unknown> = Promise.resolve();
  return {
    host,
    origin,
    base,
    routes,
    databaseUrl: database.url,
    request: async (method, path, options) => {
      await clock;
      return send(path.startsWith('/') ? `${origin}${path}` : `${base}/${path}`, method, options);
    },
    createToken: async (role) => (await host.createUser(`${role}-${(users += 1)}`, role)).token,
    setNow: (instant) => {
      clock = host.setNow(instant === undefined ? undefined : Date.parse(instant));
    },
    conformanceReport: () => host.conformanceReport(),
    close: async () => {
      const { deviations, unreadable } = await host.close();
      await database.drop();
      expectConformance(deviations);
      expectNoDataExceptions(unreadable);
    },
  };
}

/** Opens a calendar in the process that test/support/calendar-host.mjs runs for this worker. */
async function openOnHost(environment: NodeJS.ProcessEnv, databaseUrl: string): Promise<CalendarHost> {
  const hosts = (process.env['TEST_CALENDAR_HOSTS'] ?? '').split(',');
  const control = hosts[Number(process.env['JEST_WORKER_ID'] ?? 1) % hosts.length];
  if (!control) throw new Error('No host of calendars: run the tests by npm test');
  const command = async <Result>(name: string, parameters: object): Promise<Result> => {
    const response = await fetch(control, { method: 'POST', body: JSON.stringify({ command: name, ...parameters }) });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as Result;
  };
  const { id, ...opened } = await command<Pick<CalendarHost, 'origin' | 'routes'> & { id: string }>('open', {
    environment,
    databaseUrl,
  });
  return {
    ...opened,
    createUser: (username, role) => command('createUser', { id, username, role }),
    setNow: (instant) => command('setNow', { id, instant }),
    conformanceReport: () => command('conformanceReport', { id }),
    close: () => command('close', { id }),
  };
}

async function send<Body>(url: string, method: string, options: RequestOptions = {}): Promise<TestResponse<Body>> {
  const reads = ['GET', 'HEAD', 'OPTIONS'].includes(method) && !url.includes('/calendar/admin/');
  const token = options.token === undefined && !reads ? ADMIN_TOKEN : options.token;
  const body = options.json === undefined ? (options.form ?? options.raw) : JSON.stringify(options.json);
  const mediaType =
    options.json === undefined
      ? options.form === undefined
        ? undefined
        : 'application/x-www-form-urlencoded'
      : 'application/json';
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(mediaType ? { 'Content-Type': mediaType } : {}),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const isJson = response.headers.get('Content-Type')?.includes('json') === true && text !== '';
  return { status: response.status, headers: response.headers, text, body: (isJson ? JSON.parse(text) : {}) as Body };
}
