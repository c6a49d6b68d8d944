import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Request } from 'express';
import { DeadlineState } from '../../../../src/kernel/context/deadline.js';
import { RequestDeadline, RequestTimeouts } from '../../../../src/http/limits/request-deadline.js';
import { requestStateOf } from '../../../../src/http/request/request-state.js';

const unavailable = expect.objectContaining({ code: 'unavailable', status: 503 }) as unknown as Error;

describe('DeadlineState', () => {
  it('prevents a commit after the request has expired (12.4)', () => {
    const deadline = new DeadlineState();
    expect(deadline.expire()).toBe(true);
    expect(() => deadline.beginCommit()).toThrow(unavailable);
    expect(deadline.expire()).toBe(true);
  });

  it('does not expire during a commit (12.4)', () => {
    const deadline = new DeadlineState();
    deadline.beginCommit();
    expect(deadline.expire()).toBe(false);
    deadline.beginCommit();
    expect(deadline.expire()).toBe(false);
  });

  it('expires after a failed commit, which is not retried then (12.4)', () => {
    const deadline = new DeadlineState();
    deadline.beginCommit();
    deadline.recordCommitFailure(undefined);
    deadline.beginCommit();
    expect(deadline.expire()).toBe(false);
    expect(() => deadline.recordCommitFailure(new Error('late'))).toThrow(unavailable);
    expect(() => deadline.beginCommit()).toThrow(unavailable);
    const other = new DeadlineState();
    other.beginCommit();
    other.recordCommitFailure(undefined);
    expect([other.isExpired, other.expire(), other.isExpired]).toEqual([false, true, true]);
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
