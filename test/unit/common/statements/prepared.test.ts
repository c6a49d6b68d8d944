import { describe, expect, it } from '@jest/globals';
import { MOST_PREPARED, PREPARED, preparedName } from '../../../../src/common/statements/prepared.js';
import { sql, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';

const db = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (each) => new PostgresIntrospector(each),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const marked = (column: string) => sql`select ${PREPARED} ${sql.ref(column)}`.compile(db).sql;

describe('preparedName', () => {
  it('9.3 names statements that are marked, each text alike, and no others', () => {
    expect(preparedName(marked('id'))).toMatch(/^calendar_[\w-]{24}$/);
    expect(preparedName(marked('id'))).toBe(preparedName(marked('id')));
    expect(preparedName(marked('slug'))).not.toBe(preparedName(marked('id')));
    expect(preparedName('select id')).toBeUndefined();
  });

  it('9.3 names only so many, however parameters are combined, and goes on with those', () => {
    const first = preparedName(marked('id'));
    const names = Array.from({ length: 2 * MOST_PREPARED }, (_each, number) => preparedName(marked(`c${number}`)));
    expect(new Set(names).size).toBeLessThanOrEqual(MOST_PREPARED);
    expect(names.at(-1)).toBeUndefined();
    expect(preparedName(marked('id'))).toBe(first);
  });
});
