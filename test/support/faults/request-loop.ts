import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { sendTimed, type RequestSpec, type TimedResponse } from './timed-request.js';

/** Clients that repeat the same requests. */
export interface RequestLoop {
  /** Sends no further requests and waits for pending ones. */
  stop(): Promise<void>;
}

export interface RequestLoopOptions {
  /** Number of clients. Each sends one request after the other. */
  readonly concurrency: number;
  /** Pause of each client between requests, in milliseconds. */
  readonly delayMs: number;
  /** Milliseconds over which the clients start. Default: all at once. */
  readonly rampUpMs?: number;
  readonly onResponse: (answer: TimedResponse) => void;
}

/** Sends requests until `stop`. Each client starts with another request. */
export function startRequestLoop(
  origin: string,
  requests: readonly RequestSpec[],
  { concurrency, delayMs, rampUpMs = 0, onResponse }: RequestLoopOptions,
): RequestLoop {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const state = { isStopping: false };
  const client = async (_each: unknown, first: number) => {
    await setTimeout((rampUpMs * first) / concurrency);
    for (let at = first; !state.isStopping; at += 1) {
      const request = requests[at % requests.length];
      if (request) onResponse(await sendTimed(origin, agent, request));
      await setTimeout(delayMs);
    }
  };
  const working = Promise.all(Array.from({ length: concurrency }, client));
  return {
    stop: async () => {
      state.isStopping = true;
      await working.finally(() => agent.destroy());
    },
  };
}
