import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { migrateAndSyncLanguages } from '../../src/database/migrate.js';
import { MIGRATIONS } from '../../src/persistence/migrations/index.js';
import { query } from '../support/database/database-session.js';
import { createTestDatabase } from '../support/database/test-database.js';
import { createVersion01Database } from '../support/version-0-1/database.js';

describe('migrate', () => {
  it('runs once on an empty database for three concurrent calls (11.1)', async () => {
    const database = await createTestDatabase('template0');
    let running = 0;
    const expectNoOtherRun = async () => {
      running += 1;
      await setImmediate();
      expect(running).toBe(1);
      running -= 1;
    };
    const runs = await Promise.all(
      [1, 2, 3].map(() => migrateAndSyncLanguages(database.url, 'en', { afterMigration: expectNoOtherRun })),
    );
    expect(runs.map((names) => names.length > 0).toSorted()).toEqual([false, false, true]);
    expect(runs.flat()).toEqual(MIGRATIONS.map(({ name }) => name));
    expect(await migrateAndSyncLanguages(database.url, 'en')).toEqual([]);
    await database.drop();
  });

  it('rejects a database that a newer version has migrated (11.1)', async () => {
    const database = await createTestDatabase();
    await query(database.url, `insert into migrations (name) values ('newsletter/20990101000000-letters')`);
    expect(await migrateAndSyncLanguages(database.url, 'en')).toEqual([]);
    await query(database.url, `insert into migrations (name) values ('20990101000000-series')`);
    await expect(migrateAndSyncLanguages(database.url, 'en')).rejects.toThrow(
      'The database was migrated by a newer version of the service (20990101000000-series). Start that version, or restore a backup.',
    );
    await database.drop();
  });

  it('rejects a database of a version before 0.1 (11.1)', async () => {
    const database = await createVersion01Database();
    await query(database.url, `delete from migrations where name like '%custom-fields'`);
    await expect(migrateAndSyncLanguages(database.url, 'en')).rejects.toThrow(
      'The database was created by a version before 0.1',
    );
    await database.drop();
  });

  it('produces the same schema if it runs once or several times (11.1)', async () => {
    const [once, often] = [await createTestDatabase('template0'), await createTestDatabase()];
    await migrateAndSyncLanguages(once.url, 'en');
    for (const language of ['es', 'ca', 'en'] as const) await migrateAndSyncLanguages(often.url, language);
    const schema = (url: string) =>
      query(
        url,
        `select table_name, column_name, data_type from information_schema.columns
        where table_schema = 'public' order by 1, 2`,
      );
    const indexes = (url: string) =>
      query(url, `select indexdef from pg_indexes where schemaname = 'public' order by 1`);
    expect(await schema(often.url)).toEqual(await schema(once.url));
    expect(await indexes(often.url)).toEqual(await indexes(once.url));
    await Promise.all([once.drop(), often.drop()]);
  });
});
