import { describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { RequestContext } from '../../../../src/kernel/context/request-context.js';
import type { ListCount } from '../../../../src/records/lists/list-statements.js';
import { readPage } from '../../../../src/records/lists/list-reader.js';
import type { RecordListQuery } from '../../../../src/records/lists/page.query.js';
import { encodeCursor } from '../../../../src/records/lists/sort-key.js';
import type { Lists } from '../../../../src/records/lists/lists.js';
import { EVENT } from '../../../../src/kinds/kinds.js';
const CONTEXT = { baseUrl: 'http://calendar', language: { requested: 'en' } } as RequestContext;
const upTo = (last: number) => Array.from({ length: last }, (_each, index) => index + 1);

/** Reads a page of three of a sparse list, whose reads give these ids, one after another. */
async function read(counted: ListCount, answers: readonly number[][], query: Partial<RecordListQuery> = {}) {
  const rest = [...answers];
  const find = async () => {
    const ids = rest.shift();
    if (!ids) throw new Error('More was looked for than expected');
    return ids.map((id) => ({ id, sort_value: String(id), extra: null }));
  };
  const lists = { count: async () => counted, find } as unknown as Lists;
  const page = await readPage(
    lists,
    CONTEXT,
    { page: 1, per_page: 3, ...query },
    {
      kind: EVENT,
      alias: 'e',
      sort: { name: 'id', direction: 'asc', expression: sql.ref('e.id'), type: 'bigint' },
      from: sql`events as e`,
      where: [],
      selective: [sql`e.featured`],
      read: async (found) => found,
      view: ({ id }) => id,
    },
  );
  expect(rest).toEqual([]);
  return { ids: page.events, hasNext: page.next_rest_url !== null };
}

describe('a page of a list of which few rows may fit', () => {
  it('5.6 is not looked for where there are none', async () => {
    expect(await read({ total: 0, ids: [] }, [])).toEqual({ ids: [], hasNext: false });
    expect(await read({ total: 0, ids: null }, [])).toEqual({ ids: [], hasNext: false });
  });

  it('5.6 is read once where its rows are known', async () => {
    expect(await read({ total: 20, ids: upTo(20) }, [upTo(4)])).toEqual({ ids: [1, 2, 3], hasNext: true });
    expect(await read({ total: 3, ids: upTo(3) }, [upTo(3)])).toEqual({ ids: [1, 2, 3], hasNext: false });
  });

  it('5.8 goes on behind rows that are gone since they were counted', async () => {
    const answers = [
      [1, 3],
      [1, 3, 5, 6],
    ];
    expect(await read({ total: 20, ids: upTo(20) }, answers)).toEqual({ ids: [1, 3, 5], hasNext: true });
    const after = encodeCursor({ listKey: 'events:id:asc', value: '2', id: 2 });
    expect(await read({ total: 5, ids: upTo(5) }, [[3, 5]], { after })).toEqual({ ids: [3, 5], hasNext: false });
  });

  it('5.8 does not go on behind rows that have moved to the end since they were counted', async () => {
    const answers = [
      [3, 4, 1, 2],
      [3, 4, 5, 6],
    ];
    expect(await read({ total: 9, ids: upTo(9) }, answers)).toEqual({ ids: [3, 4, 5], hasNext: true });
  });

  it('5.6 is looked for by its conditions where many rows fit', async () => {
    expect(await read({ total: 5000, ids: null }, [upTo(4)])).toEqual({ ids: [1, 2, 3], hasNext: true });
    expect(await read({ total: 5000, ids: null }, [upTo(2)], { page: 1667 })).toEqual({ ids: [1, 2], hasNext: false });
  });
});
