import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type SqlBool,
} from 'kysely';
import { ANONYMOUS, type Principal } from '../../../../src/kernel/context/principal.js';
import type { ChangeCounter } from '../../../../src/persistence/transactions/change-counter.js';
import type { RequestContext } from '../../../../src/kernel/context/request-context.js';
import type { ListPlan } from '../../../../src/records/lists/list-statements.js';
import { Lists } from '../../../../src/records/lists/lists.js';

const EDITOR: Principal = { id: 1, role: 'editor' };
const by = (principal: Principal) => ({ principal }) as RequestContext;
const WINDOW = { cursor: undefined, offset: 0, limit: 13 };
const list = (id: number): ListPlan => ({
  sort: { name: 'id', direction: 'asc', expression: sql.ref('e.id'), type: 'bigint' },
  alias: 'e',
  from: sql`events as e`,
  where: [sql`e.id > ${id}`],
});

let asked: { sql: string; parameters: readonly unknown[]; answer: (total: number | Error) => void }[];
let changes: { generation: number };
let lists: Lists;

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
  lists = new Lists({ getKysely: () => db } as unknown as EntityManager, changes as ChangeCounter);
});

describe('totals', () => {
  it('5.6 counts once what several ask for at the same moment', async () => {
    const all = [1, 2, 3].map(() => lists.count(by(ANONYMOUS), list(7), WINDOW));
    expect(asked.map(({ parameters }) => parameters)).toEqual([[7]]);
    asked[0]?.answer(5);
    expect(await Promise.all(all)).toEqual([{ total: 5 }, { total: 5, isShared: true }, { total: 5, isShared: true }]);
  });

  it('counts a list with selective conditions for each request, because the result has rows (8.5)', async () => {
    const selective = { ...list(7), selective: [sql<SqlBool>`e.featured`] };
    void lists.count(by(ANONYMOUS), selective, WINDOW);
    void lists.count(by(ANONYMOUS), selective, WINDOW);
    expect(asked).toHaveLength(2);
  });

  it('5.6 counts anew what is asked for afterwards, and another list by itself', async () => {
    const first = lists.count(by(ANONYMOUS), list(7), WINDOW);
    void lists.count(by(ANONYMOUS), list(8), WINDOW);
    asked[0]?.answer(5);
    await first;
    const second = lists.count(by(ANONYMOUS), list(7), WINDOW);
    expect(asked.map(({ parameters }) => parameters)).toEqual([[7], [8], [7]]);
    asked[2]?.answer(6);
    expect(await second).toEqual({ total: 6 });
  });

  it('8.7 keeps no answer with a total that was begun before it', async () => {
    const [first, second, other] = [by(ANONYMOUS), by(ANONYMOUS), by(ANONYMOUS)];
    const all = [
      lists.count(first, list(7), WINDOW),
      lists.count(second, list(7), WINDOW),
      lists.count(other, list(8), WINDOW),
    ];
    for (const { answer } of asked) answer(5);
    expect(await Promise.all(all)).toEqual([{ total: 5 }, { total: 5, isShared: true }, { total: 5 }]);
  });

  it('5.6 shares no total across a change, nor with credentials', async () => {
    void lists.count(by(ANONYMOUS), list(7), WINDOW);
    changes.generation += 1;
    void lists.count(by(ANONYMOUS), list(7), WINDOW);
    expect(asked).toHaveLength(2);
    void lists.count(by(EDITOR), list(7), WINDOW);
    void lists.count(by(EDITOR), list(7), WINDOW);
    expect(asked).toHaveLength(4);
  });

  it('5.6 asks again after a count that failed', async () => {
    const both = [1, 2].map(() => lists.count(by(ANONYMOUS), list(7), WINDOW));
    asked[0]?.answer(new Error('no connection'));
    for (const each of both) await expect(each).rejects.toThrow('no connection');
    const again = lists.count(by(ANONYMOUS), list(7), WINDOW);
    asked[1]?.answer(3);
    expect(await again).toEqual({ total: 3 });
  });
});
