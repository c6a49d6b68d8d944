import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { RequestLoop, TimedResponse } from './request-loop.js';

export interface ProbeOptions {
  readonly origin: string;
  readonly paths: readonly string[];
  /** Pause between probes, in milliseconds. */
  readonly delayMs: number;
}

/** Status 0: the connection broke, and the text is the error. */
export type ProbeResult = Pick<TimedResponse, 'name' | 'status' | 'text' | 'durationMs'>;

/**
 * Sends probes in a thread of its own, one after the other, as an orchestrator would: requests of the same test do not delay them.
 * @param onResponse called for every probe
 */
export function startProbeLoop(options: ProbeOptions, onResponse: (response: TimedResponse) => void): RequestLoop {
  const thread = new Worker(new URL('probe-thread.ts', import.meta.url), { workerData: options });
  const defaults = { headers: {}, body: {}, isRefused: false };
  thread.on('message', (result: ProbeResult) => onResponse({ ...result, ...defaults, receivedAt: performance.now() }));
  const exited = once(thread, 'exit');
  const stop = async () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    thread.postMessage('stop');
    await exited;
  };
  return { stop };
}
