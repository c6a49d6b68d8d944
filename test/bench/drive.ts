import { setTimeout } from 'node:timers/promises';
import autocannon from 'autocannon';
import type pg from 'pg';
import { processorTime, postgresTime } from './cpu.js';
import { percentile } from './format.js';
import type { Server } from './processes.js';
import type { Sent } from './requests.js';

/** Measured performance of a server. */
export interface Driven {
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

/** Maximum overrun of a measurement in milliseconds. */
const SAMPLES = 20;
/** Response timeout in seconds, longer than any time limit of the service. */
const PATIENCE = 20;

/** Sends requests, each with new values, one after the other on each connection, and waits until the database is idle. */
export async function drive(
  { origin, child: { pid = 0 }, database }: Server,
  draw: () => Sent,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Driven> {
  const taken: number[] = [];
  const used = () => [processorTime(pid), postgresTime(database.sessionPid)];
  const before = used();
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    sampleInt: SAMPLES,
    timeout: PATIENCE,
    requests: [{ setupRequest: (request) => ({ ...request, ...draw() }) }],
  }).on('response', (_client, status, _bytes, milliseconds) => {
    if (status < 300) taken.push(milliseconds);
  });
  await untilIdle(database.session);
  const [serverTime, databaseTime] = used().map((time, which) => perAnswer(before[which], time, taken.length));
  return {
    perSecond: taken.length / result.duration,
    p50: percentile(taken, 50),
    p99: percentile(taken, 99),
    failed: result.non2xx + result.errors,
    serverTime,
    databaseTime,
  };
}

/** Milliseconds per response. */
function perAnswer(before: number | undefined, now: number | undefined, answers: number): number | undefined {
  return before === undefined || now === undefined || answers === 0 ? undefined : ((now - before) * 1000) / answers;
}

/**
 * Waits until no session has been active for a while, because the server still processes requests that were cut off.
 */
async function untilIdle(session: pg.Client): Promise<void> {
  const until = performance.now() + PATIENCE * 1000;
  for (let idle = 0; idle < 3 && performance.now() < until; await setTimeout(20)) {
    const { rowCount } = await session.query(`
      select from pg_stat_activity
      where state <> 'idle' and backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`);
    idle = rowCount === 0 ? idle + 1 : 0;
  }
}
