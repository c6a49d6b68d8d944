import { describe, expect, it } from '@jest/globals';
import { StoredAnswers } from '../../../../src/http/caching/stored-answers.js';
import type { WholeAnswer } from '../../../../src/http/request/ready-answer.js';

const PRESENT = { earliest: 0, latest: 0, here: 0 };
const ALWAYS = { since: 0, until: Infinity, untilHere: Infinity };
const answer = (body: string): WholeAnswer => ({ status: 200, body, headers: { 'X-Total': '1' } });

/** A store of some bytes, and what tells which of some keys it still has. */
function storeOf(room: number) {
  const store = new StoredAnswers(room);
  const keep = (key: string, body: string) => store.keep(key, 1, answer(body), ALWAYS);
  const has = (key: string) => store.find(key, 1, PRESENT) !== undefined;
  return { store, keep, has };
}

describe('the room of answers', () => {
  it('12.2 is counted with keys, headers and what an entry takes beside', () => {
    const { store, keep } = storeOf(100_000);
    keep('key', 'a'.repeat(1000));
    expect(store.bytes).toBe(1024 + 3 + 7 + 1 + 1000);
    keep('key', 'à'.repeat(1000));
    expect(store.bytes).toBe(1024 + 3 + 7 + 1 + 1000);
    keep('key', '€'.repeat(1000));
    expect(store.bytes).toBe(1024 + 3 + 7 + 1 + 2000);
  });

  it('12.2 is made by those that were not asked for the longest', () => {
    const { store, keep, has } = storeOf(20_000);
    for (let each = 0; each < 10; each += 1) {
      keep(`key ${each}`, 'a'.repeat(900));
      has('key 0');
      expect(store.bytes).toBeLessThanOrEqual(20_000);
    }
    for (let each = 10; each < 1000; each += 1) keep(`key ${each}`, 'a'.repeat(900));
    expect(store.bytes).toBeLessThanOrEqual(20_000);
    expect(store.bytes).toBeGreaterThan(17_000);
    expect([has('key 0'), has('key 900'), has('key 999')]).toEqual([false, false, true]);
  });

  it('12.2 is kept for what is asked for again and again', () => {
    const { keep, has } = storeOf(20_000);
    keep('asked', 'a');
    for (let each = 0; each < 100; each += 1) {
      keep(`key ${each}`, 'a'.repeat(900));
      expect(has('asked')).toBe(true);
    }
  });

  it('12.2 is not for one answer that would take more than an eighth', () => {
    const { store, keep, has } = storeOf(80_000);
    keep('small', 'a');
    keep('large', 'a'.repeat(9000));
    expect([has('small'), has('large')]).toEqual([true, false]);
    keep('less large', 'a'.repeat(8900));
    expect([has('small'), has('less large')]).toEqual([true, true]);
    expect(store.bytes).toBeLessThan(11_000);
  });

  it('12.2 may be none', () => {
    const { store, keep, has } = storeOf(0);
    keep('key', '');
    expect([has('key'), store.bytes]).toEqual([false, 0]);
  });
});
