import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mark } from '../../src/persistence/client/mark.js';
import { databaseOptions } from '../../src/database/database.js';
import { PreparingClient } from '../../src/persistence/client/preparing-client.js';
import { query } from '../support/database-session.js';
import { startTestCalendar, type TestCalendar } from '../support/test-calendar.js';

const PREPARED = `${mark('prepared')} select $1::int`;
const PLANNED = 'select $1::int + 1';
const BROKEN = 'select 1 / $1::int';

let calendar: TestCalendar;
let client: PreparingClient;
beforeAll(async () => {
  calendar = await startTestCalendar();
  client = new PreparingClient({ connectionString: calendar.databaseUrl, lock_timeout: 2_000 });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await calendar.close();
});

/** By which mode PostgreSQL plans the last of some statements, each of which has a value where it has a place for one. */
async function modeAfter(...texts: readonly string[]) {
  for (const text of texts) await client.query(text, text.includes('$1') ? [0] : []).catch(() => undefined);
  const { rows } = await client.query<{ plan_cache_mode: string }>('show plan_cache_mode');
  return rows[0]?.plan_cache_mode;
}

describe('how PostgreSQL plans', () => {
  it.each([
    [['begin', PREPARED, 'commit']],
    [['begin', PREPARED, 'rollback']],
    [['begin', PREPARED, BROKEN, 'rollback']],
    [['begin', PREPARED, BROKEN, 'commit']],
    [['begin', PREPARED, BROKEN, PREPARED, 'commit']],
    [['begin', 'savepoint claim', PREPARED, BROKEN, PREPARED, 'rollback to savepoint claim', 'commit']],
  ])('9.3 is for any values where a statement is prepared, and by them where not, after %j', async (transaction) => {
    expect(await modeAfter(...transaction, PREPARED)).toBe('force_generic_plan');
    expect(await modeAfter(...transaction, PLANNED)).toBe('auto');
    expect(await modeAfter(PREPARED, ...transaction, PLANNED)).toBe('auto');
  });

  it('9.3 is so within transactions, too, after what they took back', async () => {
    const back = [BROKEN, 'rollback to savepoint claim'];
    expect(await modeAfter('begin', PLANNED, 'savepoint claim', PREPARED, ...back, PREPARED)).toBe(
      'force_generic_plan',
    );
    expect(await modeAfter(...back, PLANNED)).toBe('auto');
    expect(await modeAfter('commit', PREPARED)).toBe('force_generic_plan');
  });

  it('9.3 is what a connection begins with, whatever its database says', async () => {
    const { databaseUrl } = calendar;
    await query(
      databaseUrl,
      `alter database ${new URL(databaseUrl).pathname.slice(1)} set plan_cache_mode = force_generic_plan`,
    );
    const own = new PreparingClient(databaseOptions(databaseUrl).driverOptions);
    await own.connect();
    await own.query(PLANNED, [0]);
    const { rows } = await own.query('show plan_cache_mode');
    await own.end();
    expect(rows).toEqual([{ plan_cache_mode: 'auto' }]);
  });
});
