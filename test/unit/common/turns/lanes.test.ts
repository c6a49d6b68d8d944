import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '../../../../src/kernel/errors/api-error.js';
import { ReadyAnswer } from '../../../../src/http/request/ready-answer.js';
import { isOfNoUse } from '../../../../src/http/limits/write-turns.js';
import { Lanes } from '../../../../src/kernel/concurrency/lanes.js';
import { onOneAccount, waitsOfRequest } from '../../../../src/kernel/concurrency/waits.js';

const full = () => new Error('full');

/** Tasks that end when they are told. */
function tasks(lanes: Lanes) {
  const begun: number[] = [];
  const ends: PromiseWithResolvers<string>[] = [];
  const run = (number: number, about?: string) =>
    lanes.run(() => {
      begun.push(number);
      ends[number] = Promise.withResolvers<string>();
      return ends[number].promise;
    }, about);
  return { begun, ends, run };
}

describe('tasks in lanes', () => {
  it('8.13 12.3 12.5 are a few; the others wait in the order in which they came', async () => {
    const { begun, ends, run } = tasks(new Lanes(2, 3, full, isOfNoUse));
    const results = [0, 1, 2, 3, 4].map((each) => run(each));
    await setImmediate();
    expect(begun).toEqual([0, 1]);
    ends[1]?.resolve('one');
    expect(await results[1]).toBe('one');
    await setImmediate();
    expect(begun).toEqual([0, 1, 2]);
    ends[0]?.reject(new Error('zero'));
    await expect(results[0]).rejects.toThrow('zero');
    await setImmediate();
    expect(begun).toEqual([0, 1, 2, 3]);
    ends[2]?.resolve('two');
    await setImmediate();
    for (const number of [3, 4]) ends[number]?.resolve('');
    await Promise.all(results.slice(2));
    const later = [5, 6, 7].map((each) => run(each));
    await setImmediate();
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
    for (const number of [5, 6]) ends[number]?.resolve('');
    await later[0];
    await setImmediate();
    ends[7]?.resolve('');
    await Promise.all(later);
  });

  it('8.13 12.5 are refused where too many wait, and only as long as they do', async () => {
    const { begun, ends, run } = tasks(new Lanes(1, 1, full, isOfNoUse));
    const results = [0, 1].map((each) => run(each));
    await expect(run(2)).rejects.toThrow('full');
    ends[0]?.resolve('');
    await results[0];
    await setImmediate();
    const third = run(3);
    ends[1]?.resolve('');
    await results[1];
    await setImmediate();
    ends[3]?.resolve('three');
    expect(await third).toBe('three');
    expect(begun).toEqual([0, 1, 3]);
  });
});

describe('tasks behind those that have waited for the database in vain', () => {
  const inVain = () => Object.assign(new Error('of the database'), { code: '55P03' });
  const outcome = (result: Promise<unknown>) => result.catch((error: unknown) => error);
  const unavailableOnes = (outcomes: unknown[]) =>
    outcomes.filter((each) => each instanceof ApiError && each.code === 'unavailable').length;

  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

  it('12.4 are refused as unavailable once they have waited for a second, and not begun; later ones have their turn', async () => {
    const { begun, ends, run } = tasks(new Lanes(2, 100, full, isOfNoUse));
    const first = [0, 1].map((each) => outcome(run(each)));
    const early = [2, 3, 4].map((each) => outcome(run(each)));
    await setImmediate();
    jest.advanceTimersByTime(1_500);
    const late = outcome(run(5));
    jest.advanceTimersByTime(500);
    ends[0]?.reject(inVain());
    expect(unavailableOnes(await Promise.all(early))).toBe(3);
    await setImmediate();
    expect(begun).toEqual([0, 1, 5]);
    ends[1]?.reject(inVain());
    ends[5]?.resolve('five');
    expect([await late, ...(await Promise.all(first)).map(String)]).toEqual([
      'five',
      'Error: of the database',
      'Error: of the database',
    ]);
  });

  it('9.3 go on waiting while others come off, whatever those come to but 503', async () => {
    const { begun, ends, run } = tasks(new Lanes(2, 100, full, isOfNoUse));
    const results = [0, 1, 2, 3, 4, 5].map((each) => outcome(run(each)));
    await setImmediate();
    jest.advanceTimersByTime(2_000);
    ends[0]?.resolve('zero');
    await setImmediate();
    ends[1]?.reject(inVain());
    await setImmediate();
    jest.advanceTimersByTime(1_000);
    ends[2]?.reject(new ApiError('term_exists'));
    await setImmediate();
    jest.advanceTimersByTime(900);
    ends[3]?.reject(inVain());
    await setImmediate();
    expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
    for (const each of [4, 5]) ends[each]?.resolve('');
    expect(unavailableOnes(await Promise.all(results))).toBe(0);
  });

  it('12.4 are refused whatever they are about, but where something has come of the same since', async () => {
    const { begun, ends, run } = tasks(new Lanes(2, 100, full, isOfNoUse));
    const about = ['events', 'venues', 'events', 'events', 'venues', 'tags'];
    const outcomes = about.map((each, number) => outcome(run(number, each)));
    await setImmediate();
    jest.advanceTimersByTime(1_500);
    ends[1]?.resolve('one');
    await setImmediate();
    jest.advanceTimersByTime(500);
    ends[0]?.reject(inVain());
    expect(unavailableOnes([await outcomes[3], await outcomes[5]])).toBe(2);
    await setImmediate();
    expect(begun).toEqual([0, 1, 2, 4]);
    for (const each of [2, 4]) ends[each]?.resolve('');
    expect(unavailableOnes(await Promise.all(outcomes))).toBe(2);
  });

  it('12.4 have what their request has waited for already on the same account', async () => {
    const { begun, ends, run } = tasks(new Lanes(1, 100, full, isOfNoUse));
    const first = outcome(run(0));
    const second = onOneAccount(() => {
      waitsOfRequest()?.spend(750);
      return outcome(run(1));
    });
    await setImmediate();
    jest.advanceTimersByTime(300);
    ends[0]?.reject(new ReadyAnswer({ status: 503, headers: {}, body: '' }));
    expect([unavailableOnes([await second]), begun]).toEqual([1, [0]]);
    await first;
  });
});
