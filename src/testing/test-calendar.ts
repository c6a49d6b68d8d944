import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EntityManager } from '@mikro-orm/postgresql';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AccountStore } from '../accounts/account-store.js';
import type { Role } from '../kernel/context/principal.js';
import { NAMESPACE } from '../kernel/context/namespace.js';
import { readConfiguration } from '../kernel/config/configuration.js';
import { prepareDatabase } from '../database/prepare-database.js';
import type { Extension } from '../extension/calendar-extension.js';
import { resolveExtensions } from '../extension/resolve-extensions.js';
import { DocumentTemplate } from '../openapi/document/document-template.js';
import { createApplication } from '../service.js';

/** Options of a test calendar. */
export interface TestCalendarOptions {
  /** Extensions: Nest modules. */
  readonly extensions?: readonly Extension[];
  /** Variables of the configuration, such as `TIMEZONE`. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Options of a request. */
export interface TestRequest {
  /** A token, see {@link TestCalendar.createToken}. Default: anonymous. */
  readonly token?: string;
  /** Body, sent as JSON. */
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response with its parsed JSON. */
export interface TestResponse<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** A running calendar on a free port, with its own database. */
export interface TestCalendar {
  readonly application: NestExpressApplication;
  /** Such as `http://127.0.0.1:41234`. */
  readonly origin: string;
  /**
   * Sends a request. A `path` that begins with `/` is relative to the origin, any other path to the namespace.
   * @example const { status, body } = await calendar.request('GET', 'events?per_page=1');
   */
  request<Body = Record<string, unknown>>(
    method: string,
    path: string,
    sent?: TestRequest,
  ): Promise<TestResponse<Body>>;
  /** Creates a user with a role and returns a token of the user. */
  createToken(role: Role): Promise<string>;
  /** Stops the calendar and deletes its database. */
  close(): Promise<void>;
}

/**
 * Starts the complete service with extensions on an embedded PostgreSQL in a temporary folder. Takes about two seconds.
 * @throws {SetupError} if an extension has an error, or names a text of the OpenAPI document that does not exist
 * @example
 * ```ts
 * const calendar = await createTestCalendar({ extensions: [SpeakersModule] });
 * const token = await calendar.createToken('editor');
 * const { body } = await calendar.request('POST', 'speakers', { token, json: { name: 'Ada' } });
 * await calendar.close();
 * ```
 */
export async function createTestCalendar({
  extensions = [],
  environment = {},
}: TestCalendarOptions = {}): Promise<TestCalendar> {
  const folder = await mkdtemp(join(tmpdir(), 'calendar-test-'));
  const defaults = { LOG_LEVEL: 'error', DATA_DIR: folder, ADMIN_TOKEN: `test-${randomUUID()}` };
  const configuration = readConfiguration({ ...defaults, ...environment });
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  const resolvedExtensions = resolveExtensions(extensions);
  const database = await prepareDatabase(configuration, resolvedExtensions, () => undefined).catch((error: Error) =>
    removeFolder().then(() => Promise.reject(error)),
  );
  let application: NestExpressApplication | undefined;
  const close = async () => {
    // Streams and unread responses keep their connections, for which Nest would wait.
    application?.getHttpServer().closeAllConnections();
    await application?.close();
    await database.stop();
    await removeFolder();
  };
  try {
    application = await createApplication(configuration, database.url, resolvedExtensions);
    await application.listen(0, '127.0.0.1');
    if (extensions.length > 0) application.get(DocumentTemplate, { strict: false }).assertTextsExist();
    return { ...(await createClient(application, configuration.REST_ROOT)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function createClient(application: NestExpressApplication, root: string): Promise<Omit<TestCalendar, 'close'>> {
  const origin = await application.getUrl();
  const accounts = new AccountStore(application.get(EntityManager, { strict: false }));
  const urlOf = (path: string) => (path.startsWith('/') ? `${origin}${path}` : `${origin}${root}/${NAMESPACE}/${path}`);
  return {
    application,
    origin,
    request: ((method, path, options) => sendRequest(method, urlOf(path), options)) as TestCalendar['request'],
    createToken: async (role) => (await accounts.create(`${role}-${randomUUID()}`, role)).token,
  };
}

async function sendRequest(method: string, url: string, { token, json, headers }: TestRequest = {}) {
  const credentials: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const contentType: Record<string, string> = json === undefined ? {} : { 'Content-Type': 'application/json' };
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  const response = await fetch(url, { method, headers: { ...credentials, ...contentType, ...headers }, ...body });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text === '' ? {} : JSON.parse(text)) as unknown };
}
