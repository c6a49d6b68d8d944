import { execFile } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { MikroORM } from '@mikro-orm/postgresql';
import { describe, expect, it } from 'vitest';
import { databaseOptions } from '../../src/database/database-options.js';
import { migrateAndSyncLanguages } from '../../src/database/migrate.js';
import { MIGRATIONS } from '../../src/persistence/migrations/index.js';
import { query } from '../support/database/database-session.js';
import { createTestDatabase } from '../support/database/test-database.js';
import { createVersion01Database } from '../support/version-0-1/database.js';

describe('migrate', () => {
  it('runs once for three concurrent calls on an empty database, and a change of the default language keeps the schema (11.1)', async () => {
    const database = await createTestDatabase('template0');
    let running = 0;
    const expectNoOtherRun = async () => {
      running += 1;
      await setImmediate();
      expect(running).toBe(1);
      running -= 1;
    };
    const executed = await Promise.all(
      [1, 2, 3].map(() => migrateAndSyncLanguages(database.url, 'en', { afterMigration: expectNoOtherRun })),
    );
    expect(executed.map((names) => names.length > 0).toSorted()).toEqual([false, false, true]);
    expect(executed.flat()).toEqual(MIGRATIONS.map(({ name }) => name));
    expect(await migrateAndSyncLanguages(database.url, 'en')).toEqual([]);
    const migratedOften = await createTestDatabase();
    for (const language of ['es', 'ca', 'en'] as const) await migrateAndSyncLanguages(migratedOften.url, language);
    const columns = `select table_name, column_name, data_type from information_schema.columns
      where table_schema = 'public' order by 1, 2`;
    const indexes = `select indexdef from pg_indexes where schemaname = 'public' order by 1`;
    for (const schema of [columns, indexes])
      expect(await query(migratedOften.url, schema)).toEqual(await query(database.url, schema));
    await Promise.all([database.drop(), migratedOften.drop()]);
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
});

describe('Entities', () => {
  const inOrder = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();

  it('have not changed since the last migration (npm run migration:create)', async () => {
    const command = ['node_modules/@mikro-orm/cli/cli.js', 'migration:check'];
    const { stdout } = await promisify(execFile)(process.execPath, command);
    expect(stdout).toContain('No changes required');
  });

  it('have the columns that the migrations create, with their types', async () => {
    const database = await createTestDatabase();
    const orm = await MikroORM.init(databaseOptions(database.url));
    const tables = orm.schema.getTargetSchema().getTables();
    await orm.close();
    const columns = tables.flatMap((table) =>
      table.getColumns().map(({ name, type, nullable = false }) => ({
        column: `${table.name}.${name}`,
        // Columns have no maximum length, and their times have another precision.
        type: type.replace('varchar', 'text').replace(/\(\d+\)/, ''),
        nullable,
      })),
    );
    const expected = await query(
      database.url,
      `select "column", to_regtype(type)::text as type, nullable
      from json_to_recordset('${JSON.stringify(columns)}') as entities ("column" text, type text, nullable boolean)`,
    );
    const created = await query(
      database.url,
      `select relname || '.' || attname as column, atttypid::regtype::text as type, not attnotnull as nullable
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relname in (${tables.map(({ name }) => `'${name}'`).join()})
        and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''`,
    );
    expect(created.length).toBeGreaterThan(0);
    expect(inOrder(created)).toEqual(inOrder(expected));
    await database.drop();
  });
});
