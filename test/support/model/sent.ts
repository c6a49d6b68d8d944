import { isDeepStrictEqual } from 'node:util';
import type { Answer, TestCalendar } from '../test-calendar.js';
import type { Way } from './commands.js';
import { answerOf, type Expected } from './model.js';
import type { Asked } from './requests.js';
import { isSeen } from './rights.js';
import type { Shown } from './shown-records.js';
import { isTerm, PATHS, type AnyRecord, type Asker } from './world.js';

const METHODS = { create: 'POST', update: 'PATCH', remove: 'DELETE', read: 'GET', list: 'GET' } as const;

/** A request as it is sent. */
export function written(asked: Asked, way: Way): { method: string; path: string; json?: object } {
  const { verb, kind, address, fields, query, language } = asked;
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
export async function unlikeModel(calendar: TestCalendar, asked: Asked, way: Way, log: string[]): Promise<string[]> {
  const { method, path, json } = written(asked, way);
  const headers: Record<string, string> = way === 'header' ? { 'Accept-Language': asked.language } : {};
  const answer = await calendar.request(method, path, { token: asked.user.token ?? null, headers, json });
  const what = `${asked.user.role} ${asked.user.id} ${asked.language} ${method} ${path} ${JSON.stringify(json) ?? ''}`;
  log.push(`${what} -> ${answer.status} ${JSON.stringify(answer.body['code'] ?? answer.body['id'] ?? '')}`);
  const expected = answerOf(asked);
  const wrong = differencesOf(asked, expected, answer);
  return wrong.map((each) => `${what}: ${each}`);
}

function differencesOf(asked: Asked, expected: Expected, { status, body }: Answer): string[] {
  if (status !== expected.status)
    return [
      `answered ${status} ${JSON.stringify(body)}, not ${expected.status} ${expected.code} ${expected.names?.join()}`,
    ];
  if (!expected.shown) {
    const names = Object.keys(body['params'] ?? {});
    const [is, should] = [
      [body['code'], ...names.toSorted()],
      [expected.code, ...(expected.names ?? []).toSorted()],
    ];
    return isDeepStrictEqual(is, should) ? [] : [`refused by ${is.join(' ')}, not by ${should.join(' ')}`];
  }
  if (expected.record) nameNew(asked, expected.record, body);
  return unlike(asked.verb === 'list' ? withoutAddresses(body) : body, expected.shown());
}

/** Members that differ, those that should not be there among them. */
export function unlike(served: unknown, expected: unknown, path = ''): string[] {
  if (isDeepStrictEqual(served, expected)) return [];
  if (!isObject(served) || !isObject(expected) || lengthOf(served) !== lengthOf(expected))
    return [`${path} is ${shortened(served)}, not ${shortened(expected)}`];
  const names = new Set([...Object.keys(served), ...Object.keys(expected)]);
  return [...names].flatMap((name) => unlike(served[name], expected[name], `${path}.${name}`));
}

const isObject = (value: unknown): value is Shown => typeof value === 'object' && value !== null;
const lengthOf = (value: object) => (Array.isArray(value) ? value.length : undefined);
const shortened = (value: unknown) => (JSON.stringify(value) ?? '').slice(0, 1000);

/** The addresses of a list are the topic of other tests. */
const withoutAddresses = ({ rest_url: _own, next_rest_url: _next, previous_rest_url: _previous, ...body }: Shown) =>
  body;

/** The ids that the service gave to what was made. */
function nameNew(asker: Asker, record: AnyRecord, body: Shown): void {
  record.id ||= Number(body['id']);
  if (record.kind !== 'event') return;
  for (const name of ['venue', 'organizer', 'categories', 'tags'] as const) {
    const served = (body[name] ?? []) as { id: number }[];
    const linked = record[name].filter((each) => isTerm(each) || isSeen(asker, each));
    for (const [index, each] of linked.entries()) each.id ||= served[index]?.id ?? 0;
  }
}
