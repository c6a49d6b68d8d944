import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { requestContextOf, requestStateOf } from '../../../../src/http/request/request-state.js';
import { WriteLimiter } from '../../../../src/http/limits/write-limiter.js';

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

  it('rejects a write as too_many_requests while 8 run and 500 wait (12.3, 12.5)', async () => {
    const { running, completed, wait, release } = occupyLimiter();
    const waiting = Array.from({ length: MAX_WAITING }, (_each, index) => wait(String(index)));
    await expect(wait('one more')).rejects.toMatchObject({
      code: 'too_many_requests',
      details: { headers: { 'Retry-After': '5' } },
    });
    expect(completed).toEqual([]);
    release();
    await Promise.all([...running, ...waiting]);
    expect(completed).toHaveLength(MAX_WAITING);
  });
});
