import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startProcess } from '../processes.js';
import { mask } from './mask.js';
import { parseRequests, type Stage } from './requests.js';
import { RequestSender, type Variables } from './send-requests.js';

const ADMIN_TOKEN = 'recording-administrator-token-0123456789';

const USAGE = `Records responses of the service and compares two recordings.

  npm run -s responses -- record --checkout DIR --out FILE
      Starts the built service of the checkout DIR (dist/main.js) with a new data directory and the demo agenda, sends
      the requests of test/bench/responses/requests.txt, and writes the responses to FILE.
  npm run -s responses -- compare BEFORE AFTER
      Prints the differences in status, headers (names, values, order) and body. Exits with 1 if there are any.

Times, request ids, tokens, cursors and hashes in ETags are masked. The demo agenda depends on the current date, so make
both recordings in the same hour.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { checkout: { type: 'string' }, out: { type: 'string' } },
});
const [command, ...files] = positionals;

if (command === 'record' && values.checkout && values.out) {
  await writeFile(values.out, await record(values.checkout));
} else if (command === 'compare' && files.length === 2) {
  process.exitCode =
    spawnSync('git', ['diff', '--no-index', '--unified=5', ...files], { stdio: 'inherit' }).status ?? 2;
} else {
  console.error(USAGE);
  process.exitCode = 2;
}

/**
 * Records the responses of a built checkout as text, with volatile values masked. The service starts with the demo agenda
 * in a new data directory.
 */
async function record(checkout: string): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'calendar-responses-'));
  const now = Date.now();
  const variables: Variables = new Map([['admin.token', ADMIN_TOKEN]]);
  const responses: string[] = [];
  try {
    for (const stage of parseRequests(await readFile(join(import.meta.dirname, 'requests.txt'), 'utf8')))
      responses.push(...(await sendStage(resolve(checkout), dataDir, stage, variables)));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  return responses.map((response) => mask(response, now)).join('\n');
}

async function sendStage(checkout: string, dataDir: string, stage: Stage, variables: Variables): Promise<string[]> {
  const settings = { DATA_DIR: dataDir, ADMIN_TOKEN, LOG_LEVEL: 'error', ...stage.environment };
  const service = await startProcess(checkout, [join(checkout, 'dist/main.js')], settings);
  const sender = new RequestSender(service.port, variables);
  try {
    const responses: string[] = [];
    for (const request of stage.requests) responses.push(await sender.send(request));
    return responses;
  } finally {
    sender.close();
    await service.stop();
  }
}
