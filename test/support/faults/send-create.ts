import type { Agent } from 'node:http';
import { ADMIN_HEADERS, rawRequest } from '../requests/raw-request.js';

/** A response and its duration in milliseconds. Status 0: the connection broke. */
export interface ResponseSample {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  readonly durationMs: number;
  /** Time of the response, by `performance.now()`. */
  readonly receivedAt: number;
}

/** The response to a write. */
export interface WriteSample extends ResponseSample {
  /** Whether the next request must use another connection. */
  readonly closesConnection: boolean;
  /** Whether the connection was refused, so that nothing was sent. */
  readonly isRefused: boolean;
}

/**
 * Sends a create once.
 * @param json the event
 * @param key its `Idempotency-Key`
 */
export async function sendCreate(
  origin: string,
  agent: Agent,
  json: string,
  key: string | undefined,
): Promise<WriteSample> {
  const headers = { ...ADMIN_HEADERS, 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) };
  const begin = performance.now();
  const request = { agent, method: 'POST', path: '/calendar/events/v1/events', headers, body: json };
  const outcome = await rawRequest(origin, request).then(
    ({ status, headers: received, body }) => ({
      status,
      retryAfter: received['retry-after'],
      body,
      closesConnection: received.connection === 'close',
      isRefused: false,
    }),
    (error: NodeJS.ErrnoException) => ({
      status: 0,
      retryAfter: undefined,
      body: {},
      closesConnection: true,
      isRefused: error.code === 'ECONNREFUSED',
    }),
  );
  const receivedAt = performance.now();
  return { ...outcome, durationMs: receivedAt - begin, receivedAt };
}
