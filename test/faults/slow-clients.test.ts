import { execFileSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { query } from '../support/database/database-session.js';
import { startRequestLoop } from '../support/faults/request-loop.js';
import { expectAtMostInFullRun, byRunMode, printFigures } from '../support/jest/run-mode.js';
import { openHandles, startMeasuredService, type MeasuredService } from '../support/faults/measured-service.js';
import { startSlowSenders, startSlowReaders, type SlowClient } from './slow-clients.js';
import { ResponseCounter, isSuccessOrUnavailable } from '../support/faults/response-counter.js';
import { eventually } from '../support/processes/log-lines.js';
import { ADMIN_HEADERS, rawRequest } from '../support/requests/raw-request.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

const ROOT = '/calendar/events/v1';
const HALF_SENDERS = byRunMode(200, 2_000);
const SLOW_READERS = byRunMode(8, 64);
/** Length of the measurement without slow clients, in milliseconds. */
const BEFORE = byRunMode(1_000, 10_000);
/** Tolerance for connections that other clients open or close. */
const OTHERS = 4;

let database: TestDatabase;
let service: MeasuredService;
beforeEach(async () => {
  expectDescriptors(HALF_SENDERS + SLOW_READERS + 500);
  database = await createTestDatabase();
  service = await startMeasuredService({ DATABASE_URL: database.url });
});
afterEach(async () => {
  await stopServiceProcesses();
  await database.drop();
});

/** Client and server each need one file descriptor per connection. */
function expectDescriptors(needed: number): void {
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
  if (Number(limit) < needed)
    throw new Error(`It takes ${needed} open files, and there may be ${limit}: ulimit -n ${needed}`);
}

async function create(path: string, body: object): Promise<string> {
  const headers = { ...ADMIN_HEADERS, 'Content-Type': 'application/json' };
  const asked = { method: 'POST', path: `${ROOT}/${path}`, headers, body: JSON.stringify(body) };
  const answer = await rawRequest(service.origin, asked);
  expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
  return `${ROOT}/${path}/${String(answer.body['id'])}`;
}

/** Creates a list whose response of about 8 MB exceeds the socket buffers. */
async function createLargeList(): Promise<string> {
  for (let venue = 1; venue <= 40; venue += 1) await create('venues', { venue: `Place ${venue}` });
  await query(database.url, `update venue_translations set description = repeat('a', 200000)`);
  return `${ROOT}/venues?per_page=40`;
}

const median = (figures: readonly number[]): number => figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? NaN;

/** Starts clients that read one record, and measures response times before and after `begin`. */
function watchOthers(path: string) {
  const counting = new ResponseCounter(isSuccessOrUnavailable);
  const [before, since]: [number[], number[]] = [[], []];
  let took = before;
  const onAnswer = (answer: Parameters<typeof counting.record>[0]) => {
    counting.record(answer);
    took.push(answer.durationMs);
  };
  const askers = startRequestLoop(service.origin, [{ path, headers: ADMIN_HEADERS }], {
    concurrency: 4,
    delayMs: 20,
    onResponse: onAnswer,
  });
  return { counting, before, since, begin: () => void (took = since), stop: askers.stop };
}

/**
 * Time until the service has closed all connections, in milliseconds. A client that does not read does not see the
 * close.
 */
async function untilClosed(handles: number): Promise<number> {
  const begin = performance.now();
  await eventually(async () => ((await openHandles(service)) <= handles + OTHERS ? true : undefined));
  return performance.now() - begin;
}

describe('Clients that send or read very slowly', () => {
  it('are disconnected at the deadline and affect neither other clients nor memory (12.4)', async () => {
    const list = await createLargeList();
    // The first response fills caches, which count for the memory before.
    expect((await rawRequest(service.origin, { method: 'GET', path: list })).status).toBe(200);
    const others = watchOthers(await create('tags', { name: 'Watched' }));
    let clients: SlowClient[] = [];
    try {
      await setTimeout(BEFORE);
      const [handles, memory] = [await openHandles(service), await service.memory()];
      others.begin();
      const senders = await startSlowSenders(service.origin, HALF_SENDERS);
      const readers = await startSlowReaders(service.origin, list, SLOW_READERS);
      clients = [...senders, ...readers];
      await eventually(async () =>
        (await openHandles(service)) >= handles + clients.length - OTHERS ? true : undefined,
      );
      const reading = await untilClosed(handles);
      const sending = Math.max(...(await Promise.all(senders.map(({ closed }) => closed))));
      await others.stop();
      const afterwards = await service.memory();
      const { total: asked, unexpected: wrong, unavailable, longest } = others.counting;
      const [before, meanwhile] = [median(others.before), median(others.since)];
      printFigures('slow clients', {
        half_senders: HALF_SENDERS,
        slow_readers: SLOW_READERS,
        closed_after_ms: Math.max(reading, sending),
        others_asked: asked,
        others_unavailable: unavailable,
        median_before_ms: before,
        median_meanwhile_ms: meanwhile,
        longest_ms: longest,
        retained_before_mb: memory.retained / 1e6,
        retained_afterwards_mb: afterwards.retained / 1e6,
      });
      expect(wrong).toEqual([]);
      expect(afterwards.retained).toBeLessThan(memory.retained * 1.5 + 30e6);
      expectAtMostInFullRun(0, { unavailable });
      expectAtMostInFullRun(15_500, { reading, sending });
      expectAtMostInFullRun(2 * before, { meanwhile });
      expect((await rawRequest(service.origin, { method: 'GET', path: list })).status).toBe(200);
    } finally {
      for (const client of clients) client.end();
      await others.stop();
    }
  });
});
