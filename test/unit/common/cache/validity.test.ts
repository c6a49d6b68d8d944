import type { EntityManager } from '@mikro-orm/postgresql';
import { describe, expect, it } from '@jest/globals';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Changes } from '../../../../src/persistence/transactions/changes.js';
import { Freshness } from '../../../../src/kernel/context/freshness.js';
import { Validities } from '../../../../src/http/caching/validity.js';
import type { Configuration } from '../../../../src/kernel/config/configuration.js';

/** A database without records. */
const EMPTY = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const TABLES = new Map([['Event', { tableName: 'events' }]]);
const validities = new Validities(
  { getKysely: () => EMPTY, getMetadata: () => ({ getAll: () => TABLES }) } as unknown as EntityManager,
  { generation: 1 } as Changes,
  { TIMEZONE: 'Europe/Madrid' } as Configuration,
);
const at = (instant: string) => Date.parse(instant);

describe('how long an answer is right while nobody writes', () => {
  it('12.2 is for ever, where it does not depend on the clock', async () => {
    const validity = await validities.from({ earliest: 5, latest: 6, here: 7 })(new Freshness());
    expect(validity).toEqual({ since: 5, until: Infinity, untilHere: Infinity });
  });

  it.each([
    ['2026-07-01T21:59:59Z', '2026-07-01T22:00:01Z', '2026-07-01T22:00:00Z', '2026-07-02T22:00:00Z'],
    ['2026-07-01T22:00:01Z', '2026-07-01T21:59:59Z', '2026-07-02T22:00:00Z', '2026-07-01T22:00:00Z'],
  ])(
    '7.2 is until midnight by either clock, which may differ: %s, here %s',
    async (database, here, until, untilHere) => {
      const freshness = new Freshness();
      freshness.untilMidnight();
      const present = { earliest: at(database), latest: at(database) + 1, here: at(here) };
      expect(await validities.from(present)(freshness)).toEqual({
        since: at(database),
        until: at(until),
        untilHere: at(untilHere),
      });
    },
  );
});
