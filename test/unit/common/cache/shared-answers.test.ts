import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ChangeNotices, Present } from '../../../../src/http/caching/change-notices.js';
import type { Changes } from '../../../../src/persistence/transactions/changes.js';
import { Freshness } from '../../../../src/kernel/context/freshness.js';
import { SharedAnswers } from '../../../../src/http/caching/shared-answers.js';
import type { Validities, Validity } from '../../../../src/http/caching/validity.js';
import type { Configuration } from '../../../../src/kernel/config/configuration.js';

const ALWAYS: Validity = { since: 0, until: Infinity, untilHere: Infinity };
const at = (moment: number): Present => ({ earliest: moment, latest: moment, here: moment });

let changes: { generation: number };
let present: Present | undefined;
let validity: () => Promise<Validity>;
let answers: SharedAnswers;
let made: number;
beforeEach(() => {
  changes = { generation: 1 };
  present = at(1000);
  validity = async () => ALWAYS;
  made = 0;
  const notices = { present: () => present } as unknown as ChangeNotices;
  const validities = { from: () => () => validity() } as unknown as Validities;
  answers = new SharedAnswers(changes as Changes, notices, validities, { CACHE_BYTES: 100_000 } as Configuration);
});

/** Asks for an answer; each that is made is another. */
const ask = async (during: () => unknown = () => undefined, freshness = new Freshness(), status = 200, key = 'key') =>
  (
    await answers.get(key, freshness, async () => {
      const body = `answer ${(made += 1)}`;
      await during();
      return { body, headers: {}, status };
    })
  ).body;

/** Something that is waited for until it is let go. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { wait: () => promise, open: resolve };
}

describe('answers that were kept', () => {
  it('12.2 are shown again, under their own keys', async () => {
    expect([await ask(), await ask()]).toEqual(['answer 1', 'answer 1']);
    expect(await ask(undefined, undefined, 200, 'other')).toBe('answer 2');
    expect(await ask()).toBe('answer 1');
  });

  it('12.2 are all forgotten once anything has changed', async () => {
    await ask();
    await ask(undefined, undefined, 200, 'other');
    const { bytes } = answers;
    changes.generation += 1;
    expect(await ask()).toBe('answer 3');
    expect(answers.bytes).toBeLessThan(bytes);
    expect(await ask()).toBe('answer 3');
  });

  it('12.2 are none that were begun before something changed', async () => {
    expect(await ask(() => (changes.generation += 1))).toBe('answer 1');
    expect([await ask(), await ask()]).toEqual(['answer 2', 'answer 2']);
  });

  it('12.2 rest as long as it is not certain that changes are known, and are there again afterwards', async () => {
    await ask();
    present = undefined;
    expect([await ask(), await ask()]).toEqual(['answer 2', 'answer 3']);
    present = at(1000);
    expect(await ask()).toBe('answer 1');
  });

  it('12.2 are none that were made while that became uncertain', async () => {
    await ask(() => (present = undefined));
    present = at(1000);
    expect(await ask()).toBe('answer 2');
  });

  it('12.2 are none that are errors', async () => {
    expect([await ask(undefined, undefined, 304), await ask()]).toEqual(['answer 1', 'answer 2']);
    await expect(ask(() => Promise.reject(new Error('refused')), undefined, 200, 'other')).rejects.toThrow('refused');
    expect(await ask(undefined, undefined, 200, 'other')).toBe('answer 4');
  });

  it('7.4 are none that depend on the very moment', async () => {
    const freshness = new Freshness();
    await ask(() => freshness.never(), freshness);
    expect(await ask()).toBe('answer 2');
  });

  it('12.2 are none whose end cannot be found out', async () => {
    validity = () => Promise.reject(new Error('the database is away'));
    expect([await ask(), await ask()]).toEqual(['answer 1', 'answer 2']);
  });

  it.each<[string, Validity]>([
    ['the clock of the database has come to their end', { ...ALWAYS, until: 2000 }],
    ['the clock of this process has', { ...ALWAYS, untilHere: 2000 }],
  ])('8.7 end when %s', async (_what, ends) => {
    validity = async () => ends;
    await ask();
    present = at(1999.9);
    expect(await ask()).toBe('answer 1');
    present = at(2000);
    validity = async () => ALWAYS;
    expect([await ask(), await ask()]).toEqual(['answer 2', 'answer 2']);
  });

  it('8.7 end by the latest that the present may be, and when a clock is set back', async () => {
    validity = async () => ({ since: 1000, until: 2000, untilHere: Infinity });
    await ask();
    present = { earliest: 1998, latest: 2001, here: 0 };
    expect(await ask()).toBe('answer 2');
    present = at(1000);
    expect([await ask(), await ask()]).toEqual(['answer 3', 'answer 3']);
    present = at(999);
    expect(await ask()).toBe('answer 4');
  });

  it('8.7 are none that have ended before they were made', async () => {
    validity = async () => ({ since: 1000, until: 1500, untilHere: Infinity });
    await ask(() => (present = at(1500)));
    present = at(1400);
    expect(await ask()).toBe('answer 2');
  });
});

describe('an answer that is being made', () => {
  it('12.2 is made once for all who ask meanwhile', async () => {
    const { wait, open } = gate();
    const all = [ask(wait), ask(wait), ask(wait)];
    open();
    expect(await Promise.all(all)).toEqual(['answer 1', 'answer 1', 'answer 1']);
  });

  it('12.2 is not for those who ask after something has changed', async () => {
    const { wait, open } = gate();
    const before = ask(wait);
    changes.generation += 1;
    const after = [ask(wait), ask(wait)];
    open();
    expect(await before).toBe('answer 1');
    expect(await Promise.all(after)).toEqual(['answer 2', 'answer 2']);
    expect(await ask()).toBe('answer 2');
  });

  it('12.2 is made anew by those who waited for one that failed, or that is outdated', async () => {
    const { wait, open } = gate();
    const failing = async () => {
      await wait();
      throw new Error('refused');
    };
    const [failed, own] = [ask(failing), ask()];
    open();
    await expect(failed).rejects.toThrow('refused');
    expect(await own).toBe('answer 2');
    const late = gate();
    const [outdated, other] = [ask(late.wait, undefined, 200, 'late'), ask(undefined, undefined, 200, 'late')];
    changes.generation += 1;
    late.open();
    expect([await outdated, await other]).toEqual(['answer 3', 'answer 4']);
  });

  it('12.4 fails for all who waited for it where the database was waited for in vain', async () => {
    const { wait, open } = gate();
    const silent = async () => {
      await wait();
      throw new Error('Query read timeout');
    };
    const all = [ask(silent), ask(), ask()];
    open();
    const told = await Promise.allSettled(all);
    expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await ask()).toBe('answer 2');
  });

  it('7.4 is not waited for where it depends on the very moment', async () => {
    const { wait, open } = gate();
    const freshness = new Freshness();
    const first = ask(() => (freshness.never(), wait()), freshness);
    expect(await ask()).toBe('answer 2');
    open();
    expect(await first).toBe('answer 1');
  });
});
