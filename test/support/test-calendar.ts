import { EntityManager } from '@mikro-orm/postgresql';
import { Test } from '@nestjs/testing';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Accounts } from '../../src/accounts/accounts.js';
import { AppModule } from '../../src/app.module.js';
import type { Role } from '../../src/common/auth/principal.js';
import { Clock } from '../../src/common/time/clock.js';
import { readConfiguration } from '../../src/config/configuration.js';
import { configureApplication } from '../../src/service.js';
import { createTestDatabase } from './test-database.js';

/** The token of the administrator of every test calendar. */
export const ADMIN_TOKEN = 'test-administrator-token-0123456789';

/** An answer of the service, its body read. */
export interface Answer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  readonly text: string;
}

/** What a request brings beside method and path. */
export interface Sent {
  /** JSON body. */
  readonly json?: unknown;
  /** Form body: `name=value&…`. */
  readonly form?: string;
  /** Body as it is; its media type stands in `headers`. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Token to send; `null` for none. Writes send the administrator's where nothing is said. */
  readonly token?: string | null;
}

/** A service of a test file's own, on a database of its own, listening on a free port. */
export interface TestCalendar {
  readonly origin: string;
  /** Origin, REST root and namespace. */
  readonly base: string;
  readonly databaseUrl: string;
  readonly application: NestExpressApplication;
  /** Sends a request. A `path` that begins with `/` stands behind the origin, any other behind the namespace. */
  request<Body = Record<string, unknown>>(method: string, path: string, sent?: Sent): Promise<Answer<Body>>;
  /** Makes a user of a role, and gives its token. */
  tokenOf(role: Role): Promise<string>;
  /** Stops the clock at an instant; `undefined` lets it go on. */
  setNow(instant: string | undefined): void;
  close(): Promise<void>;
}

/** A clock that tests can set. */
class TestClock extends Clock {
  instant: number | undefined;

  override now(): number {
    return this.instant ?? Date.now();
  }
}

/** Starts the product as it is served, with `environment` beside the test's own settings. */
export async function startTestCalendar(environment: NodeJS.ProcessEnv = {}): Promise<TestCalendar> {
  const database = await createTestDatabase();
  const configuration = readConfiguration({
    ADMIN_TOKEN,
    LOG_LEVEL: 'error',
    DEMO: 'false',
    PORT: '0',
    ...environment,
  });
  const clock = new TestClock();
  const module = await Test.createTestingModule({ imports: [AppModule.for(configuration, database.url)] })
    .overrideProvider(Clock)
    .useValue(clock)
    .compile();
  const application = module.createNestApplication<NestExpressApplication>({ bodyParser: false, logger: ['error'] });
  await configureApplication(application, configuration).listen(0, '127.0.0.1');
  const accounts = new Accounts(application.get(EntityManager));
  await accounts.create('admin', 'administrator');
  const origin = await application.getUrl();
  const base = `${origin}${configuration.REST_ROOT}/calendar/events/v1`;
  let users = 0;
  return {
    origin,
    base,
    databaseUrl: database.url,
    application,
    request: (method, path, sent) => send(path.startsWith('/') ? `${origin}${path}` : `${base}/${path}`, method, sent),
    tokenOf: async (role) => (await accounts.create(`${role}-${(users += 1)}`, role)).token,
    setNow: (instant) => {
      clock.instant = instant === undefined ? undefined : Date.parse(instant);
    },
    close: async () => {
      await application.close();
      await database.drop();
    },
  };
}

async function send<Body>(url: string, method: string, sent: Sent = {}): Promise<Answer<Body>> {
  const reads = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  const token = sent.token === undefined && !reads ? ADMIN_TOKEN : sent.token;
  const body = sent.json === undefined ? (sent.form ?? sent.raw) : JSON.stringify(sent.json);
  const mediaType =
    sent.json === undefined
      ? sent.form === undefined
        ? undefined
        : 'application/x-www-form-urlencoded'
      : 'application/json';
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(mediaType ? { 'Content-Type': mediaType } : {}),
      ...sent.headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const isJson = response.headers.get('Content-Type')?.includes('json') === true && text !== '';
  return { status: response.status, headers: response.headers, text, body: (isJson ? JSON.parse(text) : {}) as Body };
}
