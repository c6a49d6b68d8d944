import { randomUUID } from 'node:crypto';
import { uniqueName } from '../records/kinds.js';
import { ADMIN_HEADERS, rawRequest, type RawResponse, type RawRequest } from './raw-request.js';

/** A write, by default as administrator. `path` is relative to the origin. */
export interface Write extends Pick<RawRequest, 'method' | 'path'> {
  readonly json?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export const TAGS_PATH = '/calendar/events/v1/tags';

/** Creates a tag: a write with few side effects. */
export const newTag = (name = uniqueName('Tag')): Write => ({ method: 'POST', path: TAGS_PATH, json: { name } });

export const newKey = (): string => randomUUID();

/** Sends a write with an `Idempotency-Key`. */
export function sendWithKey(origin: string, key: string, { method, path, json, headers }: Write): Promise<RawResponse> {
  return rawRequest(origin, {
    method,
    path,
    headers: { ...ADMIN_HEADERS, 'Content-Type': 'application/json', 'Idempotency-Key': key, ...headers },
    ...(json && { body: JSON.stringify(json) }),
  });
}

/** Headers that differ in a replay. */
const PER_REQUEST_HEADERS = new Set(['date', 'idempotency-replayed', 'x-request-id']);

/** The parts of a response that a replay must repeat. */
export function replayedParts({ status, rawHeaders, text }: RawResponse): unknown {
  const pairs = rawHeaders.flatMap((name, at) => (at % 2 ? [] : [[name, rawHeaders[at + 1]]]));
  return { status, headers: pairs.filter(([name = '']) => !PER_REQUEST_HEADERS.has(name.toLowerCase())), text };
}

export const isReplay = ({ headers }: Pick<RawResponse, 'headers'>): boolean =>
  headers['idempotency-replayed'] === 'true';

/** Status and code of a response. Replays end with `again`. */
export const summarize = (answer: RawResponse): string =>
  [answer.status, answer.body['code'], isReplay(answer) ? 'again' : ''].filter(Boolean).join(' ');

/** Sends a write twice with one key. Returns both summaries. */
export async function sendTwice(origin: string, key: string, write: Write): Promise<string[]> {
  const first = summarize(await sendWithKey(origin, key, write));
  return [first, summarize(await sendWithKey(origin, key, write))];
}
