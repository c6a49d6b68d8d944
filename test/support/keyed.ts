import { randomUUID } from 'node:crypto';
import { uniqueName } from './kinds.js';
import { AS_ADMINISTRATOR, rawRequest, type RawAnswer, type RawRequest } from './raw-request.js';

/** A write as an administrator, unless the headers say otherwise; `path` stands behind the origin. */
export interface Write extends Pick<RawRequest, 'method' | 'path'> {
  readonly json?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export const TAGS = '/calendar/events/v1/tags';

/** The creation of a tag, of which little else is touched. */
export const newTag = (name = uniqueName('Tag')): Write => ({ method: 'POST', path: TAGS, json: { name } });

export const newKey = (): string => randomUUID();

/** Sends a write under a key. */
export function sendKeyed(origin: string, key: string, { method, path, json, headers }: Write): Promise<RawAnswer> {
  return rawRequest(origin, {
    method,
    path,
    headers: { ...AS_ADMINISTRATOR, 'Content-Type': 'application/json', 'Idempotency-Key': key, ...headers },
    ...(json && { body: JSON.stringify(json) }),
  });
}

/** What every request has of its own. */
const OWN = new Set(['date', 'idempotency-replayed', 'x-request-id']);

/** What a replay repeats of an answer: all bytes, but for the headers that each request has of its own. */
export function repeated({ status, rawHeaders, text }: RawAnswer): unknown {
  const pairs = rawHeaders.flatMap((name, at) => (at % 2 ? [] : [[name, rawHeaders[at + 1]]]));
  return { status, headers: pairs.filter(([name = '']) => !OWN.has(name.toLowerCase())), text };
}

/** Whether an answer says that it was given before. */
export const isReplay = ({ headers }: Pick<RawAnswer, 'headers'>): boolean =>
  headers['idempotency-replayed'] === 'true';

/** An answer in short. */
export const inShort = (answer: RawAnswer): string =>
  [answer.status, answer.body['code'], isReplay(answer) ? 'again' : ''].filter(Boolean).join(' ');

/** Sends a write twice under one key, one after the other, and gives both answers in short. */
export async function sendTwice(origin: string, key: string, write: Write): Promise<string[]> {
  const first = inShort(await sendKeyed(origin, key, write));
  return [first, inShort(await sendKeyed(origin, key, write))];
}
