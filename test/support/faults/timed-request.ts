import type { Agent, IncomingHttpHeaders } from 'node:http';
import { rawRequest } from '../requests/raw-request.js';

export interface RequestSpec {
  /** Label in statistics. Default: method and path. */
  readonly name?: string;
  /** Default: GET. */
  readonly method?: string;
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON body. */
  readonly body?: object;
}

/** A response and its duration in milliseconds. Status 0: the connection broke. */
export interface TimedResponse {
  readonly name: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly durationMs: number;
  /** Time of the response, by `performance.now()`. */
  readonly receivedAt: number;
  /** Whether the connection was refused, so that nothing was sent. */
  readonly isRefused: boolean;
}

/** Sends a request once, over a connection of an agent. */
export async function sendTimed(origin: string, agent: Agent, spec: RequestSpec): Promise<TimedResponse> {
  const { method = 'GET', path, name = `${method} ${path}`, headers = {}, body } = spec;
  const contentType = body && { 'Content-Type': 'application/json' };
  const json = body && JSON.stringify(body);
  const sentAt = performance.now();
  const request = { agent, method, path, headers: { ...contentType, ...headers }, body: json };
  const outcome = await rawRequest(origin, request).then(
    (response) => ({ ...response, isRefused: false }),
    ({ code }: NodeJS.ErrnoException) => ({
      status: 0,
      headers: {},
      text: '',
      body: {},
      isRefused: code === 'ECONNREFUSED',
    }),
  );
  const receivedAt = performance.now();
  return { ...outcome, name, durationMs: receivedAt - sentAt, receivedAt };
}
