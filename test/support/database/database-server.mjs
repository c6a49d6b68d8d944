// PostgreSQL server of a test run, with a migrated database that every test file copies.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../dist/embedded-postgres/embedded-postgres.js';
import { migrateAndSyncLanguages } from '../../../dist/database/migrate.js';

let database;
let folder;

export async function start() {
  folder = mkdtempSync(join(tmpdir(), 'calendar-test-'));
  database = await startEmbeddedPostgres({ dataDir: folder, role: 'service', log: () => undefined });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  // Test data need not survive a crash.
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await client.query(`alter system set ${setting} = off`);
  await client.query('select pg_reload_conf()');
  await client.query('create database calendar_template');
  await client.end();
  await migrateAndSyncLanguages(database.url.replace(/\/calendar$/, '/calendar_template'), 'en');
  process.env['TEST_SERVER_URL'] = database.url;
}

export async function stop() {
  await database?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
}
