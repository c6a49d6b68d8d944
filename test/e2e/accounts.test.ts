import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TokenLastUseRecorder } from '../../src/accounts/token-last-use-recorder.js';
import { databaseOptions } from '../../src/database/database-options.js';
import { Clock } from '../../src/kernel/time/clock.js';
import { query } from '../support/database/database-session.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { useSilentLogger } from '../support/run/silent-logger.js';

useSilentLogger();

const clock = new (class extends Clock {
  instant = '';
  override now = () => Date.parse(this.instant);
})();

describe('Last use of a token', () => {
  let database: TestDatabase;
  let orm: MikroORM;
  beforeAll(async () => {
    database = await createTestDatabase();
    orm = await MikroORM.init(databaseOptions(database.url));
    await query(
      database.url,
      `insert into users (id, username, role, created_at) values (7, 'a', 'editor', now());
      insert into tokens (id, user_id, hash, created_at) values (7, 7, '\\x00', now())`,
    );
  });
  afterAll(async () => {
    await orm.close();
    await database.drop();
  });

  const usedAt = async () => {
    const rows = await query<{ at: string | null }>(database.url, 'select last_used_at::text as at from tokens');
    return rows.map(({ at }) => at?.slice(0, 19));
  };
  const record = async (recorder: TokenLastUseRecorder, time: string) => {
    clock.instant = `2026-12-01T${time}Z`;
    recorder.record(7);
    await recorder.beforeApplicationShutdown();
    return usedAt();
  };

  it('is recorded at most once per minute, within a process and across all processes (8.2)', async () => {
    const first = new TokenLastUseRecorder(orm.em, clock);
    expect(await record(first, '10:00:00')).toEqual(['2026-12-01 10:00:00']);
    expect(await record(new TokenLastUseRecorder(orm.em, clock), '10:00:59')).toEqual(['2026-12-01 10:00:00']);
    expect(await record(new TokenLastUseRecorder(orm.em, clock), '10:01:00')).toEqual(['2026-12-01 10:01:00']);
    // Within a minute, the same process sends no second update: the time stays null.
    await query(database.url, 'update tokens set last_used_at = null');
    expect(await record(first, '10:00:59')).toEqual([undefined]);
  });

  it('makes neither record() nor the shutdown fail if it cannot be stored (8.2)', async () => {
    const missingUrl = database.url.replace(/\/[^/]*$/, '/no_such_database');
    const ormWithoutDatabase = await MikroORM.init(databaseOptions(missingUrl));
    const recorder = new TokenLastUseRecorder(ormWithoutDatabase.em, clock);
    await expect(record(recorder, '12:00:00')).resolves.toEqual([undefined]);
    await ormWithoutDatabase.close(true);
  });
});
