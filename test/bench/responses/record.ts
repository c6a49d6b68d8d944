import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startProcess } from '../processes.js';
import { mask } from './mask.js';
import { parseRequests, type Stage } from './requests.js';
import { RequestSender, type Variables } from './send-requests.js';

const ADMIN_TOKEN = 'recording-administrator-token-0123456789';

/**
 * Records the responses of a built checkout as text, with volatile values masked. The service starts with the demo agenda
 * in a new data directory.
 */
export async function record(checkout: string): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'calendar-responses-'));
  const now = Date.now();
  const variables: Variables = new Map([['admin.token', ADMIN_TOKEN]]);
  const responses: string[] = [];
  try {
    const stages = parseRequests(await readFile(join(import.meta.dirname, 'requests.txt'), 'utf8'));
    for (const stage of stages) {
      for (const response of await sendStage(resolve(checkout), dataDir, stage, variables)) {
        responses.push(mask(response, now));
      }
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  return responses.join('\n');
}

async function sendStage(
  checkout: string,
  dataDir: string,
  { environment, requests }: Stage,
  variables: Variables,
): Promise<string[]> {
  const settings = { DATA_DIR: dataDir, ADMIN_TOKEN, LOG_LEVEL: 'error', ...environment };
  const service = await startProcess(checkout, [join(checkout, 'dist/main.js')], settings);
  const sender = new RequestSender(service.port, variables);
  const responses: string[] = [];
  try {
    for (const request of requests) responses.push(await sender.send(request));
    return responses;
  } finally {
    sender.close();
    await service.stop();
  }
}
