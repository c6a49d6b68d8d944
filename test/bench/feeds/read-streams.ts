// Worker thread that reads several calendar files at the same time, as fast as possible. It requests each file again at its end, and posts
// a message once the first byte of every file has arrived.
import { parentPort, workerData } from 'node:worker_threads';
import { openFile, readEvents, type OpenFile } from './calendar-file.js';

const { origin, streams } = workerData as { origin: string; streams: number };

const open = () => openFile({ origin });

async function readRepeatedly({ response }: OpenFile): Promise<never> {
  for (let next = response; ; next = (await open()).response) await readEvents(next);
}

const files = await Promise.all(Array.from({ length: streams }, open));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
parentPort?.postMessage('started');
await Promise.all(files.map(readRepeatedly));
