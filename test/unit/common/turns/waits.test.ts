import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { onOneAccount, Waits, waitsOfRequest } from '../../../../src/kernel/concurrency/waits.js';

beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => void jest.useRealTimers());

describe('the waits of a request', () => {
  it('12.4 are a second in all', () => {
    const waits = new Waits();
    expect(waits.left).toBe(1_000);
    waits.spend(900);
    expect(waits.left).toBe(100);
    waits.spend(900);
    expect(waits.left).toBe(0);
  });

  it('12.4 count once where there are several at the same time, also those that fail', async () => {
    const waits = new Waits();
    const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = waits.during(() => one.promise);
    jest.advanceTimersByTime(300);
    const second = waits.during(() => other.promise);
    jest.advanceTimersByTime(200);
    expect(waits.left).toBe(500);
    one.resolve();
    await first;
    jest.advanceTimersByTime(100);
    other.reject(new Error('in vain'));
    await expect(second).rejects.toThrow('in vain');
    jest.advanceTimersByTime(1_000);
    expect(waits.left).toBe(400);
  });
});

it('12.4 everything that comes of a request is on its account, and nothing else', async () => {
  jest.useRealTimers();
  const later = async () => {
    await setTimeout(1);
    return waitsOfRequest();
  };
  const asked = [1, 2].map(() => onOneAccount(() => Promise.all([later(), Promise.resolve().then(later)])));
  const [[one, same] = [], [other] = []] = await Promise.all(asked);
  expect(one).toBeInstanceOf(Waits);
  expect([one === same, one === other, waitsOfRequest()]).toEqual([true, false, undefined]);
});
