import { setTimeout } from 'node:timers/promises';
import autocannon from 'autocannon';
import type pg from 'pg';
import { processorTime, postgresTime } from './cpu.js';
import { percentile } from './format.js';
import type { Server } from './processes.js';
import type { BenchRequest } from './requests.js';

/** Measured performance of a server. */
export interface LoadResult {
  /** Successful responses per second. An unchanged response (304) is a success. */
  readonly perSecond: number;
  /** Response times in milliseconds. */
  readonly p50: number | undefined;
  readonly p99: number | undefined;
  /** Unsuccessful responses and requests without a response. */
  readonly failed: number;
  /** Processor time per response in milliseconds. */
  readonly serverTime: number;
  readonly databaseTime: number;
}

/** Sampling interval, which is also the maximum overrun of a measurement. */
const SAMPLE_INTERVAL_MS = 20;
/** Response timeout, longer than the service takes for any of the requests. */
const TIMEOUT_SECONDS = 20;

/** How requests are sent. */
export interface Load {
  readonly connections: number;
  readonly seconds: number;
  /** Called after the measurement, to end other work of the database. */
  readonly afterwards?: () => Promise<unknown>;
}

/** Sends requests with new values, one after the other on each connection, then waits until the database is idle. */
export async function drive(
  server: Server,
  draw: () => BenchRequest,
  { connections, seconds, afterwards }: Load,
): Promise<LoadResult> {
  const durations: number[] = [];
  let failed = 0;
  const processorTimes = watchProcessorTimes(server);
  const result = await autocannon({
    url: server.origin,
    connections,
    duration: seconds,
    sampleInt: SAMPLE_INTERVAL_MS,
    timeout: TIMEOUT_SECONDS,
    requests: [{ setupRequest: (request) => ({ ...request, ...draw() }) }],
  }).on('response', (_client, status, _bytes, milliseconds) => {
    if (status < 400) durations.push(milliseconds);
    else failed += 1;
  });
  await afterwards?.();
  await waitUntilIdle(server.database.session);
  return {
    perSecond: durations.length / result.duration,
    p50: percentile(durations, 50),
    p99: percentile(durations, 99),
    failed: failed + result.errors,
    ...processorTimes(durations.length),
  };
}

/**
 * Starts to measure processor times.
 * @returns a function that ends it, with the times per response in milliseconds
 */
export function watchProcessorTimes({ child: { pid = 0 }, database }: Server) {
  const [serverSeconds, databaseSeconds] = [processorTime(pid), postgresTime(database.sessionPid)];
  return (responses: number) => ({
    serverTime: ((processorTime(pid) - serverSeconds) * 1000) / responses,
    databaseTime: ((postgresTime(database.sessionPid) - databaseSeconds) * 1000) / responses,
  });
}

/**
 * Waits until no session has been active for a while, because the server still processes requests that were cut off.
 */
export async function waitUntilIdle(session: pg.Client): Promise<void> {
  const deadline = performance.now() + TIMEOUT_SECONDS * 1000;
  for (let idleCount = 0; idleCount < 3 && performance.now() < deadline; await setTimeout(20)) {
    const { rowCount } = await session.query(`
      select from pg_stat_activity
      where state <> 'idle' and backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`);
    idleCount = rowCount === 0 ? idleCount + 1 : 0;
  }
}
