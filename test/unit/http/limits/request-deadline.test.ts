import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Request } from 'express';
import { DeadlineState } from '../../../../src/kernel/context/deadline.js';
import { RequestDeadline, RequestTimeouts } from '../../../../src/http/limits/request-deadline.js';
import { requestStateOf } from '../../../../src/http/request/request-state.js';

const unavailable = expect.objectContaining({ code: 'unavailable', status: 503 }) as unknown as Error;

describe('a deadline', () => {
  it('12.4 ends a request, and what was answered as unavailable is not committed', () => {
    const deadline = new DeadlineState();
    expect(deadline.expire()).toBe(true);
    expect(() => deadline.beginCommit()).toThrow(unavailable);
    expect(deadline.expire()).toBe(true);
  });

  it('12.4 waits for a commit that is under way', () => {
    const deadline = new DeadlineState();
    deadline.beginCommit();
    expect(deadline.expire()).toBe(false);
    deadline.beginCommit();
    expect(deadline.expire()).toBe(false);
  });

  it('12.4 ends a request whose commit failed, and which is to be tried again', () => {
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

describe('the time of a request', () => {
  beforeAll(() => {
    jest.useFakeTimers();
  });
  afterAll(() => {
    jest.useRealTimers();
  });

  it('12.4 runs from when its head has come: what its body took is not given again', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const request = { method: 'POST' } as Request;
    requestStateOf(request).startedMs = performance.now();
    jest.advanceTimersByTime(9_000);
    const refused: unknown[] = [];
    const never = new Promise(() => undefined);
    const running = new RequestDeadline(new RequestTimeouts()).run(request, () => never);
    running.catch((error: unknown) => refused.push(error));
    await jest.advanceTimersByTimeAsync(5_999);
    expect(refused).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect([refused, requestStateOf(request).deadline?.isExpired]).toEqual([[unavailable], true]);
    expect(warn.mock.calls).toMatchObject([[{ msg: 'Request deadline exceeded', method: 'POST' }]]);
    warn.mockRestore();
  });
});
