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
  readonly durationMs: number;
}

/** Sends a request once, over a connection of an agent. */
export async function sendTimed(origin: string, agent: Agent, spec: RequestSpec): Promise<TimedResponse> {
  const { method = 'GET', path, name = `${method} ${path}`, headers = {}, body } = spec;
  const json = body && { 'Content-Type': 'application/json' };
  const begin = performance.now();
  const pending = rawRequest(origin, {
    agent,
    method,
    path,
    headers: { ...json, ...headers },
    body: body && JSON.stringify(body),
  });
  const broken = { status: 0, headers: {}, text: '' };
  const { status, headers: received, text } = await pending.catch(() => broken);
  return { name, status, headers: received, text, durationMs: performance.now() - begin };
}
