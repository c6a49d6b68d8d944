import { describe, expect, it } from '@jest/globals';
import {
  MOST_LISTS_PREPARED,
  MOST_PREPARED,
  PREPARED,
  PREPARED_LIST,
  preparedName,
} from '../../../../src/persistence/client/prepared.js';
import { isLong } from '../../../../src/persistence/client/long.js';
import { sql, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';

const db = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (each) => new PostgresIntrospector(each),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const marked = (column: string, mark = PREPARED) => sql`select ${mark} ${sql.ref(column)}`.compile(db).sql;

describe('preparedName', () => {
  it('9.3 names statements that are marked, each text alike, and no others', () => {
    expect(preparedName(marked('id'))).toMatch(/^calendar_[\w-]{24}$/);
    expect(preparedName(marked('id'))).toBe(preparedName(marked('id')));
    expect(preparedName(marked('slug'))).not.toBe(preparedName(marked('id')));
    expect(preparedName('select id')).toBeUndefined();
  });

  it('9.3 names nothing for what clients write into the texts of statements', () => {
    expect(preparedName(`update event_texts set title = '/* prepared */ /* prepared list */'`)).toBeUndefined();
    expect(isLong(`update event_texts set title = '/* long */'`)).toBe(false);
  });

  it('9.3 names only so many, however parameters are combined, leaves places for single records, and goes on with those', () => {
    const first = preparedName(marked('id'));
    const names = (mark: typeof PREPARED) =>
      Array.from({ length: 2 * MOST_PREPARED }, (_each, number) => preparedName(marked(`c${number}`, mark)));
    const lists = names(PREPARED_LIST);
    expect(new Set(lists).size).toBeLessThanOrEqual(MOST_LISTS_PREPARED);
    expect(lists.at(-1)).toBeUndefined();
    const records = names(PREPARED);
    expect(new Set([...lists, ...records]).size).toBeLessThanOrEqual(MOST_PREPARED + 1);
    expect(records[0]).toBeDefined();
    expect(records.at(-1)).toBeUndefined();
    expect(preparedName(marked('id'))).toBe(first);
  });
});
