import autocannon from 'autocannon';
import { processorTime, postgresTime } from './cpu.js';
import { percentile } from './format.js';
import type { Server } from './processes.js';
import type { Sent } from './requests.js';

/** What a server achieved while it was driven. */
export interface Driven {
  /** Answers of success each second. */
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number | undefined;
  readonly p99: number | undefined;
  /** Other answers, and none at all. */
  readonly failed: number;
  /** Milliseconds of processor time for each answer, where the system tells. */
  readonly serverTime: number | undefined;
  readonly databaseTime: number | undefined;
}

/** How a server is driven. */
export interface Drive {
  readonly connections: number;
  readonly seconds: number;
  /** Of a session in the database that the server uses. */
  readonly sessionPid: number;
  readonly signal: AbortSignal;
}

/** Milliseconds that a run may last longer than asked for. */
const SAMPLES = 20;
/** Seconds without an answer that count as failure: longer than anything is allowed to take. */
const PATIENCE = 20;

/** Sends one request after another on each connection, each drawn anew, and waits until the server is idle again. */
export async function drive(
  server: Server,
  draw: () => Sent,
  { connections, seconds, sessionPid, signal }: Drive,
): Promise<Driven> {
  signal.throwIfAborted();
  const taken: number[] = [];
  const before = [processorTime(server.pid), postgresTime(sessionPid)] as const;
  const running = autocannon({
    url: server.origin,
    connections,
    duration: seconds,
    sampleInt: SAMPLES,
    timeout: PATIENCE,
    requests: [{ setupRequest: (request) => ({ ...request, ...draw() }) }],
  }).on('response', (_client, status, _bytes, milliseconds) => {
    if (status < 300) taken.push(milliseconds);
  });
  const stop = () => running.stop();
  signal.addEventListener('abort', stop);
  const result = await running;
  signal.removeEventListener('abort', stop);
  const after = [processorTime(server.pid), postgresTime(sessionPid)] as const;
  signal.throwIfAborted();
  await untilIdle(server);
  const each = (from?: number, to?: number) =>
    from === undefined || to === undefined ? undefined : ((to - from) * 1000) / taken.length;
  return {
    perSecond: taken.length / result.duration,
    p50: percentile(taken, 50),
    p99: percentile(taken, 99),
    failed: result.non2xx + result.errors,
    serverTime: each(before[0], after[0]),
    databaseTime: each(before[1], after[1]),
  };
}

/** Requests that were cut off are still being worked on: one that comes behind them has to wait for its turn. */
async function untilIdle(server: Server): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    const answer = await fetch(`${server.origin}/calendar/events/v1/events/1`);
    await answer.arrayBuffer();
  }
}
