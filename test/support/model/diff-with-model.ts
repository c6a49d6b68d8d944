import { isDeepStrictEqual } from 'node:util';
import type { TestResponse, TestCalendar } from '../test-calendar.js';
import type { LanguageSource } from './commands.js';
import { expectedResponse, type ExpectedResponse } from './model.js';
import type { ModelRequest } from './requests.js';
import { isVisible } from './rights.js';
import type { View } from './record-views.js';
import { isTerm, PATHS, type AnyRecord, type ModelContext } from './model-state.js';

const METHODS = { create: 'POST', update: 'PATCH', remove: 'DELETE', read: 'GET', list: 'GET' } as const;

/** A request as it is sent. */
export function toHttpRequest(
  request: ModelRequest,
  way: LanguageSource,
): { method: string; path: string; json?: object } {
  const { verb, kind, address, fields, query, language } = request;
  const where =
    verb === 'create' || verb === 'list' ? '' : 'id' in address ? `/${address.id}` : `/by-slug/${address.slug}`;
  const all = new URLSearchParams({ ...query, ...(way === 'query' ? { ml_language: language } : {}) }).toString();
  const path = `${PATHS[kind]}${where}${all && `?${all}`}`;
  return {
    method: METHODS[verb],
    path: way === 'segment' ? `/${language}/calendar/events/v1/${path}` : path,
    ...(verb === 'create' || verb === 'update' ? { json: fields } : {}),
  };
}

/** Sends a request, and tells in what the answer differs from that of the model: in nothing, where all is well. */
export async function diffWithModel(
  calendar: TestCalendar,
  request: ModelRequest,
  way: LanguageSource,
  log: string[],
): Promise<string[]> {
  const { method, path, json } = toHttpRequest(request, way);
  const headers: Record<string, string> = way === 'header' ? { 'Accept-Language': request.language } : {};
  const answer = await calendar.request(method, path, { token: request.user.token ?? null, headers, json });
  const what = `${request.user.role} ${request.user.id} ${request.language} ${method} ${path} ${JSON.stringify(json) ?? ''}`;
  log.push(`${what} -> ${answer.status} ${JSON.stringify(answer.body['code'] ?? answer.body['id'] ?? '')}`);
  const expected = expectedResponse(request);
  const wrong = diffResponse(request, expected, answer);
  return wrong.map((each) => `${what}: ${each}`);
}

function diffResponse(request: ModelRequest, expected: ExpectedResponse, { status, body }: TestResponse): string[] {
  if (status !== expected.status)
    return [
      `answered ${status} ${JSON.stringify(body)}, not ${expected.status} ${expected.code} ${expected.names?.join()}`,
    ];
  if (!expected.body) {
    const names = Object.keys(body['params'] ?? {});
    const [is, should] = [
      [body['code'], ...names.toSorted()],
      [expected.code, ...(expected.names ?? []).toSorted()],
    ];
    return isDeepStrictEqual(is, should) ? [] : [`refused by ${is.join(' ')}, not by ${should.join(' ')}`];
  }
  if (expected.record) assignIds(request, expected.record, body);
  return diff(request.verb === 'list' ? withoutUrls(body) : body, expected.body());
}

/** Members that differ, those that should not be there among them. */
export function diff(served: unknown, expected: unknown, path = ''): string[] {
  if (isDeepStrictEqual(served, expected)) return [];
  if (!isObject(served) || !isObject(expected) || lengthOf(served) !== lengthOf(expected))
    return [`${path} is ${excerptOf(served)}, not ${excerptOf(expected)}`];
  const names = new Set([...Object.keys(served), ...Object.keys(expected)]);
  return [...names].flatMap((name) => diff(served[name], expected[name], `${path}.${name}`));
}

const isObject = (value: unknown): value is View => typeof value === 'object' && value !== null;
const lengthOf = (value: object) => (Array.isArray(value) ? value.length : undefined);
const excerptOf = (value: unknown) => (JSON.stringify(value) ?? '').slice(0, 1000);

/** The addresses of a list are the topic of other tests. */
const withoutUrls = ({ rest_url: _own, next_rest_url: _next, previous_rest_url: _previous, ...body }: View) => body;

/** The ids that the service gave to what was made. */
function assignIds(asker: ModelContext, record: AnyRecord, body: View): void {
  record.id ||= Number(body['id']);
  if (record.kind !== 'event') return;
  for (const name of ['venue', 'organizer', 'categories', 'tags'] as const) {
    const served = (body[name] ?? []) as { id: number }[];
    const linked = record[name].filter((each) => isTerm(each) || isVisible(asker, each));
    for (const [index, each] of linked.entries()) each.id ||= served[index]?.id ?? 0;
  }
}
