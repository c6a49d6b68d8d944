import { afterEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { mark } from '../../../src/persistence/client/mark.js';
import { PreparingClient } from '../../../src/persistence/client/preparing-client.js';

const prepared = `${mark('prepared')} select $1::int`;
const planned = 'select $1::int + 1';

let sent: string[] = [];
let failures = new Map<string, Error>();
let answers = new Map<string, string>();
let client = new PreparingClient();
afterEach(() => {
  jest.restoreAllMocks();
});

/** A connection on which everything succeeds but what is in `failures`. */
function connect(status: ReturnType<PreparingClient['getTransactionStatus']> = 'I') {
  [sent, failures, answers] = [[], new Map(), new Map()];
  const answer = async (statement: string | { text: string }) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    sent.push(text);
    const failure = failures.get(text);
    if (failure) throw failure;
    return { text, command: answers.get(text) };
  };
  jest.spyOn(pg.Client.prototype, 'query').mockImplementation(answer);
  client = new PreparingClient({ lock_timeout: 2_000 });
  jest.spyOn(client, 'getTransactionStatus').mockReturnValue(status);
}
const ask = (text: string) => client.query(text, [1]) as Promise<unknown>;

describe('what is set before a statement', () => {
  it('9.3 goes before it, all in one message', async () => {
    connect();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    await client.query('begin');
    const inserted = client.query('insert');
    clock.mockReturnValue(1_500);
    await inserted;
    expect(await ask(prepared)).toMatchObject({ text: prepared });
    expect(sent).toEqual([
      'begin',
      'insert',
      'set local lock_timeout = 500; set plan_cache_mode = force_generic_plan',
      prepared,
    ]);
  });

  it('9.3 is not said in a transaction that has failed, and is said again after it', async () => {
    connect('E');
    await ask(prepared);
    await client.query('commit');
    expect(sent).toEqual([prepared, 'commit']);
    jest.spyOn(client, 'getTransactionStatus').mockReturnValue('I');
    await ask(planned);
    expect(sent.slice(2)).toEqual(['set plan_cache_mode = auto', planned]);
  });

  it('9.3 tells why a statement has failed where it is for the setting, and is said again', async () => {
    connect('T');
    const [cancelled, aborted] = [
      new Error('canceling statement'),
      Object.assign(new Error('aborted'), { code: '25P02' }),
    ];
    failures = new Map([
      ['set plan_cache_mode = force_generic_plan', cancelled],
      [prepared, aborted],
    ]);
    await expect(ask(prepared)).rejects.toBe(cancelled);
    failures.delete('set plan_cache_mode = force_generic_plan');
    await expect(ask(prepared)).rejects.toBe(aborted);
    expect(sent).toHaveLength(4);
  });

  it('9.3 tells why nothing was committed where it is for the setting', async () => {
    connect('T');
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    await client.query('begin');
    const inserted = client.query('insert');
    clock.mockReturnValue(1_500);
    await inserted;
    const cancelled = new Error('canceling statement');
    failures.set('set local lock_timeout = 500', cancelled);
    answers.set('commit', 'ROLLBACK');
    await expect(client.query('commit')).rejects.toBe(cancelled);
  });

  it('9.3 leaves an error that a statement has of its own', async () => {
    connect();
    const taken = Object.assign(new Error('duplicate key'), { code: '23505' });
    failures = new Map([
      ['set plan_cache_mode = force_generic_plan', new Error('canceling statement')],
      [prepared, taken],
    ]);
    await expect(ask(prepared)).rejects.toBe(taken);
  });

  it('9.3 is said again after a statement that failed: what was said may be taken back along with it', async () => {
    connect('T');
    await ask(prepared);
    failures.set('update', new Error('duplicate key'));
    await client.query('update').catch(() => undefined);
    await ask(prepared);
    expect(sent.filter((text) => text.startsWith('set'))).toHaveLength(2);
  });

  it('9.3 fails nothing that was done without it', async () => {
    connect();
    failures.set('set plan_cache_mode = force_generic_plan', new Error('canceling statement'));
    expect(await ask(prepared)).toMatchObject({ text: prepared });
  });
});
