import { setTimeout } from 'node:timers/promises';
import autocannon from 'autocannon';
import type pg from 'pg';
import { processorTime, postgresTime } from './cpu.js';
import { percentile } from './format.js';
import type { Server } from './processes.js';
import type { BenchRequest } from './requests.js';

/** Measured performance of a server. */
export interface LoadResult {
  /** Successful responses per second. */
  readonly perSecond: number;
  /** Response times in milliseconds. */
  readonly p50: number | undefined;
  readonly p99: number | undefined;
  /** Unsuccessful responses and requests without a response. */
  readonly failed: number;
  /** Processor time per response in milliseconds. `undefined` if the system does not report it. */
  readonly serverTime: number | undefined;
  readonly databaseTime: number | undefined;
}

/** Sampling interval, which is also the maximum overrun of a measurement. */
const SAMPLE_INTERVAL_MS = 20;
/** Response timeout, longer than any time limit of the service. */
const TIMEOUT_SECONDS = 20;

/** Sends requests with new values, one after the other on each connection, then waits until the database is idle. */
export async function drive(
  { origin, child: { pid = 0 }, database }: Server,
  draw: () => BenchRequest,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<LoadResult> {
  const durations: number[] = [];
  const readProcessorTimes = () => [processorTime(pid), postgresTime(database.sessionPid)];
  const timesBefore = readProcessorTimes();
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    sampleInt: SAMPLE_INTERVAL_MS,
    timeout: TIMEOUT_SECONDS,
    requests: [{ setupRequest: (request) => ({ ...request, ...draw() }) }],
  }).on('response', (_client, status, _bytes, milliseconds) => {
    if (status < 300) durations.push(milliseconds);
  });
  await waitUntilIdle(database.session);
  const [serverTime, databaseTime] = readProcessorTimes().map((timeAfter, index) =>
    msPerResponse(timesBefore[index], timeAfter, durations.length),
  );
  return {
    perSecond: durations.length / result.duration,
    p50: percentile(durations, 50),
    p99: percentile(durations, 99),
    failed: result.non2xx + result.errors,
    serverTime,
    databaseTime,
  };
}

/** Milliseconds per response. */
function msPerResponse(before: number | undefined, after: number | undefined, responses: number): number | undefined {
  return before === undefined || after === undefined || responses === 0
    ? undefined
    : ((after - before) * 1000) / responses;
}

/**
 * Waits until no session has been active for a while, because the server still processes requests that were cut off.
 */
async function waitUntilIdle(session: pg.Client): Promise<void> {
  const deadline = performance.now() + TIMEOUT_SECONDS * 1000;
  for (let idleCount = 0; idleCount < 3 && performance.now() < deadline; await setTimeout(20)) {
    const { rowCount } = await session.query(`
      select from pg_stat_activity
      where state <> 'idle' and backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`);
    idleCount = rowCount === 0 ? idleCount + 1 : 0;
  }
}
