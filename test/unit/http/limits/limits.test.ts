import type { Request } from 'express';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { requestContextOf, requestStateOf } from '../../../../src/http/request/request-state.js';
import { WriteLimiter } from '../../../../src/http/limits/write-limiter.js';
import { Logger } from '@nestjs/common';
import { DeadlineState } from '../../../../src/kernel/context/deadline.js';
import { RequestDeadline, RequestTimeouts } from '../../../../src/http/limits/request-deadline.js';

const MAX_RUNNING = 8;
const MAX_WAITING = 500;

function newRequest() {
  const request = { socket: { destroyed: false } };
  const state = requestStateOf(request as unknown as Request);
  state.language = { requested: 'en', isExplicit: false };
  state.address = { baseUrl: '', path: '/', clientAddress: '' };
  return request as unknown as Request & { socket: { destroyed: boolean } };
}

const limiter = new WriteLimiter();

/** Starts the maximum number of writes. Further writes wait until `release` is called. */
function occupyLimiter() {
  const gate = Promise.withResolvers<void>();
  const running = Array.from({ length: MAX_RUNNING }, () => limiter.run(newRequest(), 'keyed', () => gate.promise));
  const completed: string[] = [];
  const wait = (name: string, request = newRequest()) =>
    limiter.run(request, 'keyed', async () => void completed.push(name));
  return { running, completed, wait, release: gate.resolve };
}

describe('Limiter of writes with an idempotency key', () => {
  it('skips a waiting write if its client disconnects or its deadline expires (12.3, 12.4)', async () => {
    const { running, completed, wait, release } = occupyLimiter();
    const [disconnected, expired] = [newRequest(), newRequest()];
    const skipped = [wait('disconnected', disconnected), wait('expired', expired)];
    const remaining = wait('remaining');
    disconnected.socket.destroyed = true;
    requestContextOf(expired).deadline.expire();
    const outcomes = Promise.allSettled(skipped);
    release();
    await Promise.all([...running, remaining]);
    expect(
      (await outcomes).map((outcome) => outcome.status === 'rejected' && (outcome.reason as { code: string }).code),
    ).toEqual(['unavailable', 'unavailable']);
    expect(completed).toEqual(['remaining']);
  });

  it('rejects a write as too_many_requests while 8 run and 500 wait in the same application (12.3, 12.5)', async () => {
    const { running, completed, wait, release } = occupyLimiter();
    const waiting = Array.from({ length: MAX_WAITING }, (_each, index) => wait(String(index)));
    await expect(wait('one more')).rejects.toMatchObject({
      code: 'too_many_requests',
      details: { headers: { 'Retry-After': '5' } },
    });
    const ofAnotherApplication = new WriteLimiter();
    expect(await ofAnotherApplication.run(newRequest(), 'keyed', async () => 'written')).toBe('written');
    expect(completed).toEqual([]);
    release();
    await Promise.all([...running, ...waiting]);
    expect(completed).toHaveLength(MAX_WAITING);
  });
});

const unavailable = expect.objectContaining({ code: 'unavailable', status: 503 }) as unknown as Error;

describe('DeadlineState', () => {
  it('ends a request during a commit only if the commit fails, which is then not retried (12.4)', () => {
    const deadline = new DeadlineState();
    deadline.beginCommit();
    deadline.recordCommitFailure(undefined);
    deadline.beginCommit();
    expect(deadline.expire()).toBe(false);
    expect(() => deadline.recordCommitFailure(new Error('late'))).toThrow(unavailable);
    expect(() => deadline.beginCommit()).toThrow(unavailable);
    const afterFailure = new DeadlineState();
    afterFailure.beginCommit();
    afterFailure.recordCommitFailure(undefined);
    expect([afterFailure.isExpired, afterFailure.expire(), afterFailure.isExpired]).toEqual([false, true, true]);
  });
});

describe('Deadline of a request', () => {
  beforeAll(() => {
    vi.useFakeTimers();
  });
  afterAll(() => {
    vi.useRealTimers();
  });

  it('is 15 s after the request head, including the time to receive the body (12.4)', async () => {
    const warn = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const request = { method: 'POST' } as Request;
    requestStateOf(request).startedMs = performance.now();
    vi.advanceTimersByTime(9_000);
    const errors: unknown[] = [];
    const never = new Promise(() => undefined);
    const running = new RequestDeadline(new RequestTimeouts()).run(request, () => never);
    running.catch((error: unknown) => errors.push(error));
    await vi.advanceTimersByTimeAsync(5_999);
    expect(errors).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect([errors, requestStateOf(request).deadline?.isExpired]).toEqual([[unavailable], true]);
    expect(warn.mock.calls).toMatchObject([[{ msg: 'Request deadline exceeded', method: 'POST' }]]);
    warn.mockRestore();
  });
});
