import { sql, type SqlBool } from 'kysely';
import { describe, expect, it } from 'vitest';
import { selectPage } from '../../../../src/records/lists/list-statements.js';
import { STATEMENT_COMPILER } from '../../../support/database/statement-compiler.js';

describe('Statement of a page after a cursor', () => {
  it('has the condition of the cursor first, where PostgreSQL starts to read the index (5.8)', () => {
    const plan = {
      alias: 'e',
      sort: { name: 'start_date', direction: 'asc', expression: sql.ref('e.starts_at'), type: 'timestamptz' },
      from: sql`events as e`,
      where: [sql<SqlBool>`e.starts_at > now()`],
    } as const;
    const window = { cursor: { listKey: '', value: '0', id: 1 }, offset: 0, limit: 3 };
    const { sql: text } = selectPage(plan, window).compile(STATEMENT_COMPILER);
    expect(text).toMatch(/where \("e"."starts_at", "e"."id"\) > .* and e.starts_at > now\(\)/);
  });
});
