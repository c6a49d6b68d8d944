// Worker thread that sends probes one after the other until it receives a message, and posts each result. It has an event loop and a heap of
// its own: the garbage collections of hundreds of clients do not delay it.
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { ProbeOptions, ProbeResult } from './probe-loop.js';

const { origin, paths, delayMs } = workerData as ProbeOptions;
const state = { isStopping: false };
parentPort?.once('message', () => (state.isStopping = true));

async function sendProbe(path: string): Promise<ProbeResult> {
  const sentAt = performance.now();
  const outcome = await fetch(origin + path).then(
    async (response) => ({ status: response.status, text: await response.text() }),
    (error: unknown) => ({ status: 0, text: String(error) }),
  );
  return { name: path, ...outcome, durationMs: performance.now() - sentAt };
}

// The first request loads the implementation of `fetch`.
await Promise.all(paths.map(sendProbe));
for (let index = 0; !state.isStopping; index += 1) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
  parentPort?.postMessage(await sendProbe(paths[index % paths.length] ?? ''));
  await setTimeout(delayMs);
}
