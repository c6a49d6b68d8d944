import { expect } from 'vitest';
import { conformanceChecker } from '../document/conformance-log.js';
import { requiredFieldsOf, type Kind } from '../records/kinds.js';
import { sendJson, type RawResponse } from '../requests/raw-request.js';
import { startServiceProcess } from './service-process.js';
import { ADMIN_TOKEN, CACHE_BYTES } from '../calendar/test-calendar.js';

/** Sends a request as administrator. `path` is relative to the origin. Rejects undocumented responses. */
export type SendRequest = (
  method: string,
  path: string,
  json?: object,
  headers?: Readonly<Record<string, string>>,
) => Promise<RawResponse>;

export interface ServiceClient {
  readonly origin: string;
  readonly request: SendRequest;
  stop(): Promise<void>;
}

/**
 * Starts the service on a database, in its own process.
 * @param folder root folder of the build
 */
export async function startServiceClient(
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
  folder?: string,
): Promise<ServiceClient> {
  const settings = { DATABASE_URL: databaseUrl, ADMIN_TOKEN, CACHE_BYTES, LOG_LEVEL: 'error', ...environment };
  const { origin, child, exitCode } = startServiceProcess(settings, false, folder);
  const serviceOrigin = await origin;
  const stop = async () => {
    child.kill('SIGTERM');
    expect(await exitCode).toBe(0);
  };
  const checkResponse = await conformanceChecker(serviceOrigin);
  const request: SendRequest = async (method, path, json, headers) =>
    checkResponse(method, path, await sendJson(serviceOrigin, { method, path, json, headers }));
  return { origin: serviceOrigin, request, stop };
}

/**
 * Creates a record with translations and returns its id.
 * @param names titles or names by language
 */
export async function createTranslated(
  request: SendRequest,
  kind: Kind,
  names: Readonly<Record<string, string>>,
  fields: object = {},
): Promise<number> {
  const [[ml_language, name] = [], ...otherTranslations] = Object.entries(names);
  const json = { ...requiredFieldsOf(kind), ...fields, [kind.titleField]: name, ml_language };
  const response = await request('POST', `/calendar/events/v1/${kind.path}`, json);
  expect([response.text, response.status]).toEqual([response.text, 201]);
  const id = Number(response.body['id']);
  for (const [language, translatedName] of otherTranslations) {
    const path = `/${language}/calendar/events/v1/${kind.path}/${id}`;
    expect((await request('PATCH', path, { [kind.titleField]: translatedName })).status).toBe(200);
  }
  return id;
}
