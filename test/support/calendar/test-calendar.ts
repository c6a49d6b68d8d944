import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestTimeouts } from '../../../src/http/limits/request-deadline.js';
import type { Role } from '../../../src/kernel/context/principal.js';
import { readConfiguration } from '../../../src/kernel/config/configuration.js';
import { expectConformance } from '../document/conformance-log.js';
import { createTestDatabase } from '../database/test-database.js';
import { openCalendar, type ServedRoute } from './open-calendar.js';

/** The token of the administrator of every test calendar. */
export const ADMIN_TOKEN = 'test-administrator-token-0123456789';

/** Size of the response cache: 0, because tests write to the database directly. `TEST_CACHE_BYTES` changes it for a whole run. */
export const CACHE_BYTES = process.env['TEST_CACHE_BYTES'] ?? '0';

/** A response with its body. */
export interface TestResponse<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  readonly text: string;
}

export interface RequestOptions {
  /** JSON body. */
  readonly json?: unknown;
  /** Form body: `name=value&…`. */
  readonly form?: string;
  /** Body that is sent as it is. The media type is in `headers`. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Token; `null` for none. Default: the administrator's for writes and administrative paths, otherwise none. */
  readonly token?: string | null;
}

/** The service with its own database, on a free port. */
export interface TestCalendar {
  readonly origin: string;
  /** Origin, REST root and namespace. */
  readonly base: string;
  readonly databaseUrl: string;
  readonly routes: readonly ServedRoute[];
  readonly application: NestExpressApplication;
  /** Sends a request. A `path` with a leading `/` is relative to the origin, any other to the namespace. */
  request<Body = Record<string, unknown>>(
    method: string,
    path: string,
    options?: RequestOptions,
  ): Promise<TestResponse<Body>>;
  /** Creates a user with a role and returns their token. */
  createToken(role: Role): Promise<string>;
  /** Stops the clock at an instant for all further requests. `undefined` restarts it. */
  setNow(instant: string | undefined): void;
  /** Deletes expired rows. */
  runHousekeeping(): Promise<void>;
  /** Closes the calendar. Rejects if a response differed from the API document, or if the database could not read a value. */
  close(): Promise<void>;
}

/** Starts a calendar on a new database, with an administrator. `environment` is added to the settings of tests. */
export async function startTestCalendar(
  environment: NodeJS.ProcessEnv = {},
  timeouts?: Partial<RequestTimeouts>,
): Promise<TestCalendar> {
  const database = await createTestDatabase();
  const settings = { ADMIN_TOKEN, CACHE_BYTES, LOG_LEVEL: 'silent', DEMO: 'false', PORT: '0', ...environment };
  const opened = await openCalendar(settings, database.url, timeouts);
  await opened.createUser('admin', 'administrator');
  const { application, origin, routes, runHousekeeping } = opened;
  const base = `${origin}${readConfiguration(settings).REST_ROOT}/calendar/events/v1`;
  let userCount = 0;
  return {
    application,
    origin,
    base,
    routes,
    databaseUrl: database.url,
    request: (method, path, options) =>
      send(path.startsWith('/') ? `${origin}${path}` : `${base}/${path}`, method, options),
    createToken: async (role) => (await opened.createUser(`${role}-${(userCount += 1)}`, role)).token,
    setNow: (instant) => opened.setNow(instant === undefined ? undefined : Date.parse(instant)),
    runHousekeeping,
    close: async () => {
      const { deviations, unreadable } = await opened.close();
      await database.drop();
      expectConformance(deviations);
      if (unreadable > 0) throw new Error(`The database could not read ${unreadable} values (SQLSTATE class 22)`);
    },
  };
}

async function send<Body>(url: string, method: string, options: RequestOptions = {}): Promise<TestResponse<Body>> {
  const isPublicRead = ['GET', 'HEAD', 'OPTIONS'].includes(method) && !url.includes('/calendar/admin/');
  const token = options.token === undefined && !isPublicRead ? ADMIN_TOKEN : options.token;
  const body = options.json === undefined ? (options.form ?? options.raw) : JSON.stringify(options.json);
  const formType = options.form === undefined ? undefined : 'application/x-www-form-urlencoded';
  const mediaType = options.json === undefined ? formType : 'application/json';
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
