import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { normalize } from './normalize.js';
import type { RecordedResponse, Recording } from './recording.js';
import { parseRequests, type Stage } from './requests.js';
import { RequestSender, type Variables } from './send-requests.js';
import { ADMIN_TOKEN, startCheckout } from './service.js';

/** Records the responses of a built checkout. The service starts with the demo agenda in a new data directory. */
export async function record(checkout: string): Promise<Recording> {
  const dataDir = await mkdtemp(join(tmpdir(), 'calendar-responses-'));
  const now = Date.now();
  const variables: Variables = new Map([['admin.token', ADMIN_TOKEN]]);
  const responses: RecordedResponse[] = [];
  try {
    const stages = parseRequests(await readFile(join(import.meta.dirname, 'requests.txt'), 'utf8'));
    for (const stage of stages) responses.push(...(await recordStage(checkout, dataDir, stage, variables)));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  const recordedAt = new Date(now).toISOString();
  return { checkout, commit: commitOf(checkout), recordedAt, responses: responses.map((each) => normalize(each, now)) };
}

async function recordStage(
  checkout: string,
  dataDir: string,
  { environment, requests }: Stage,
  variables: Variables,
): Promise<RecordedResponse[]> {
  const service = await startCheckout(checkout, dataDir, environment);
  const sender = new RequestSender(service.port, variables);
  const responses: RecordedResponse[] = [];
  try {
    for (const request of requests) responses.push(await sender.send(request));
    return responses;
  } finally {
    sender.close();
    await service.stop();
  }
}

function commitOf(checkout: string): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { cwd: checkout, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
