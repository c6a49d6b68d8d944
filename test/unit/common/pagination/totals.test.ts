import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { ANONYMOUS, type Principal } from '../../../../src/kernel/context/principal.js';
import type { Changes } from '../../../../src/persistence/transactions/changes.js';
import { Freshness } from '../../../../src/kernel/context/freshness.js';
import type { RequestContext } from '../../../../src/kernel/context/request-context.js';
import type { ListRows } from '../../../../src/records/lists/list-statements.js';
import { Totals } from '../../../../src/records/lists/totals.js';

const EDITOR: Principal = { id: 1, role: 'editor' };
const by = (principal: Principal) => ({ principal, freshness: new Freshness() }) as RequestContext;
const list = (id: number): ListRows => ({
  sort: { name: 'id', direction: 'asc', expression: sql.ref('e.id'), type: 'bigint' },
  alias: 'e',
  from: sql`events as e`,
  where: [sql`e.id > ${id}`],
});

let asked: { sql: string; parameters: readonly unknown[]; answer: (total: number | Error) => void }[];
let changes: { generation: number };
let totals: Totals;

beforeEach(() => {
  asked = [];
  changes = { generation: 1 };
  const db = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (each) => new PostgresIntrospector(each),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  Object.assign(db, {
    executeQuery: ({ sql: text, parameters }: { sql: string; parameters: readonly unknown[] }) =>
      new Promise((resolve, reject) => {
        const answer = (total: number | Error) =>
          typeof total === 'number' ? resolve({ rows: [{ total }] }) : reject(total);
        asked.push({ sql: text, parameters, answer });
      }),
  });
  totals = new Totals({ getKysely: () => db } as unknown as EntityManager, changes as Changes);
});

describe('totals', () => {
  it('5.6 counts once what several ask for at the same moment', async () => {
    const all = [1, 2, 3].map(() => totals.of(by(ANONYMOUS), list(7)));
    expect(asked.map(({ parameters }) => parameters)).toEqual([[7]]);
    asked[0]?.answer(5);
    expect(await Promise.all(all)).toEqual([{ total: 5 }, { total: 5 }, { total: 5 }]);
  });

  it('5.6 counts anew what is asked for afterwards, and another list by itself', async () => {
    const first = totals.of(by(ANONYMOUS), list(7));
    void totals.of(by(ANONYMOUS), list(8));
    asked[0]?.answer(5);
    await first;
    const second = totals.of(by(ANONYMOUS), list(7));
    expect(asked.map(({ parameters }) => parameters)).toEqual([[7], [8], [7]]);
    asked[2]?.answer(6);
    expect(await second).toEqual({ total: 6 });
  });

  it('8.7 keeps no answer with a total that was begun before it', async () => {
    const [first, second, other] = [by(ANONYMOUS), by(ANONYMOUS), by(ANONYMOUS)];
    const all = [totals.of(first, list(7)), totals.of(second, list(7)), totals.of(other, list(8))];
    for (const { answer } of asked) answer(5);
    expect(await Promise.all(all)).toEqual([{ total: 5 }, { total: 5 }, { total: 5 }]);
    expect([first, second, other].map(({ freshness }) => freshness.isKeepable)).toEqual([true, false, true]);
  });

  it('5.6 shares no total across a change, nor with credentials', async () => {
    void totals.of(by(ANONYMOUS), list(7));
    changes.generation += 1;
    void totals.of(by(ANONYMOUS), list(7));
    expect(asked).toHaveLength(2);
    void totals.of(by(EDITOR), list(7));
    void totals.of(by(EDITOR), list(7));
    expect(asked).toHaveLength(4);
  });

  it('5.6 asks again after a count that failed', async () => {
    const both = [1, 2].map(() => totals.of(by(ANONYMOUS), list(7)));
    asked[0]?.answer(new Error('no connection'));
    for (const each of both) await expect(each).rejects.toThrow('no connection');
    const again = totals.of(by(ANONYMOUS), list(7));
    asked[1]?.answer(3);
    expect(await again).toEqual({ total: 3 });
  });
});
