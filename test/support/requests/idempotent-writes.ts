import { randomUUID } from 'node:crypto';
import { uniqueName } from '../records/kinds.js';
import { sendJson, type JsonRequest, type RawResponse } from './raw-request.js';

export type Write = JsonRequest;

export const TAGS_PATH = '/calendar/events/v1/tags';

/** A write that creates a tag. It has few side effects. */
export const newTag = (name = uniqueName('Tag')): Write => ({ method: 'POST', path: TAGS_PATH, json: { name } });

export const newKey = (): string => randomUUID();

/** Sends a write with an `Idempotency-Key`. */
export const sendWithKey = (origin: string, key: string, { headers, ...write }: Write): Promise<RawResponse> =>
  sendJson(origin, { ...write, headers: { 'Idempotency-Key': key, ...headers } });

/** Headers that differ in a replay. */
const PER_REQUEST_HEADERS = new Set(['date', 'idempotency-replayed', 'x-request-id']);

/** The parts of a response that a replay must repeat. */
export function replayedParts({ status, rawHeaders, text }: RawResponse): unknown {
  const pairs = rawHeaders.flatMap((name, index) => (index % 2 ? [] : [[name, rawHeaders[index + 1]]]));
  return { status, headers: pairs.filter(([name = '']) => !PER_REQUEST_HEADERS.has(name.toLowerCase())), text };
}

export const isReplay = ({ headers }: Pick<RawResponse, 'headers'>): boolean =>
  headers['idempotency-replayed'] === 'true';

/** Status and code of a response, and `again` for a replay. */
export const summarize = (response: RawResponse): string =>
  [response.status, response.body['code'], isReplay(response) ? 'again' : ''].filter(Boolean).join(' ');

/** Sends a write twice with one key. Returns both summaries. */
export async function sendTwice(origin: string, key: string, write: Write): Promise<string[]> {
  const first = summarize(await sendWithKey(origin, key, write));
  return [first, summarize(await sendWithKey(origin, key, write))];
}
