import { randomUUID } from 'node:crypto';
import { uniqueName } from './kinds.js';
import { ADMIN_HEADERS, rawRequest, type RawResponse, type RawRequest } from './raw-request.js';

/** A write as an administrator, unless the headers say otherwise; `path` stands behind the origin. */
export interface Write extends Pick<RawRequest, 'method' | 'path'> {
  readonly json?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export const TAGS_PATH = '/calendar/events/v1/tags';

/** The creation of a tag, of which little else is touched. */
export const newTag = (name = uniqueName('Tag')): Write => ({ method: 'POST', path: TAGS_PATH, json: { name } });

export const newKey = (): string => randomUUID();

/** Sends a write under a key. */
export function sendWithKey(origin: string, key: string, { method, path, json, headers }: Write): Promise<RawResponse> {
  return rawRequest(origin, {
    method,
    path,
    headers: { ...ADMIN_HEADERS, 'Content-Type': 'application/json', 'Idempotency-Key': key, ...headers },
    ...(json && { body: JSON.stringify(json) }),
  });
}

/** What every request has of its own. */
const PER_REQUEST_HEADERS = new Set(['date', 'idempotency-replayed', 'x-request-id']);

/** What a replay repeats of an answer: all bytes, but for the headers that each request has of its own. */
export function replayedParts({ status, rawHeaders, text }: RawResponse): unknown {
  const pairs = rawHeaders.flatMap((name, at) => (at % 2 ? [] : [[name, rawHeaders[at + 1]]]));
  return { status, headers: pairs.filter(([name = '']) => !PER_REQUEST_HEADERS.has(name.toLowerCase())), text };
}

/** Whether an answer says that it was given before. */
export const isReplay = ({ headers }: Pick<RawResponse, 'headers'>): boolean =>
  headers['idempotency-replayed'] === 'true';

/** An answer in short. */
export const summarize = (answer: RawResponse): string =>
  [answer.status, answer.body['code'], isReplay(answer) ? 'again' : ''].filter(Boolean).join(' ');

/** Sends a write twice under one key, one after the other, and gives both answers in short. */
export async function sendTwice(origin: string, key: string, write: Write): Promise<string[]> {
  const first = summarize(await sendWithKey(origin, key, write));
  return [first, summarize(await sendWithKey(origin, key, write))];
}
