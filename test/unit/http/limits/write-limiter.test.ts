import type { Request } from 'express';
import { describe, expect, it } from '@jest/globals';
import { requestContextOf, requestStateOf } from '../../../../src/http/request/request-state.js';
import { WriteLimiter } from '../../../../src/http/limits/write-limiter.js';

const AT_ONCE = 8;
const MOST_WAITING = 500;

function newRequest() {
  const request = { socket: { destroyed: false } };
  const facts = requestStateOf(request as unknown as Request);
  facts.language = { requested: 'en', isExplicit: false };
  facts.address = { baseUrl: '', path: '/', clientAddress: '' };
  return request as unknown as Request & { socket: { destroyed: boolean } };
}

const limiter = new WriteLimiter();

/** Occupies all places of the limiter. Further writes wait until `letGo` is called. */
function crowd() {
  const gate = Promise.withResolvers<void>();
  const running = Array.from({ length: AT_ONCE }, () => limiter.run(newRequest(), 'keyed', () => gate.promise));
  const run: string[] = [];
  const wait = (name: string, request = newRequest()) => limiter.run(request, 'keyed', async () => void run.push(name));
  return { running, run, wait, letGo: gate.resolve };
}

describe('Limiter of writes with an idempotency key', () => {
  it('skips a waiting write if its client disconnects or its deadline expires (12.3, 12.4)', async () => {
    const { running, run, wait, letGo } = crowd();
    const [gone, late] = [newRequest(), newRequest()];
    const over = [wait('gone', gone), wait('late', late)];
    const awaited = wait('awaited');
    gone.socket.destroyed = true;
    requestContextOf(late).deadline.expire();
    const outcomes = Promise.allSettled(over);
    letGo();
    await Promise.all([...running, awaited]);
    expect(
      (await outcomes).map((each) => each.status === 'rejected' && (each.reason as { code: string }).code),
    ).toEqual(['unavailable', 'unavailable']);
    expect(run).toEqual(['awaited']);
  });

  it('rejects a write as too_many_requests while 8 run and 500 wait (12.3, 12.5)', async () => {
    const { running, run, wait, letGo } = crowd();
    const waiting = Array.from({ length: MOST_WAITING }, (_each, index) => wait(String(index)));
    await expect(wait('one more')).rejects.toMatchObject({
      code: 'too_many_requests',
      details: { headers: { 'Retry-After': '5' } },
    });
    expect(run).toEqual([]);
    letGo();
    await Promise.all([...running, ...waiting]);
    expect(run).toHaveLength(MOST_WAITING);
  });
});
