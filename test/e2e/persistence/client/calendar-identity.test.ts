import { MikroORM } from '@mikro-orm/postgresql';
import { expect, it } from 'vitest';
import { databaseOptions } from '../../../../src/database/database-options.js';
import { migrateAndSyncLanguages } from '../../../../src/database/migrate.js';
import { CalendarIdentity } from '../../../../src/persistence/client/calendar-identity.js';
import { query } from '../../../support/database/database-session.js';
import { createTestDatabase } from '../../../support/database/test-database.js';

/** Reads the UUID without a cached value, like a newly started process. */
async function readUuid(url: string): Promise<string> {
  const orm = await MikroORM.init(databaseOptions(url));
  const identity = new CalendarIdentity(orm.em);
  const uuid = await identity.uuid();
  expect(await identity.uuid()).toBe(uuid);
  await orm.close();
  return uuid;
}

it('CalendarIdentity: a UUID per database, which a repeated migration keeps (13.9)', async () => {
  // Copies of the migrated template share its UUID, so the first database starts empty and is migrated here.
  const databases = [await createTestDatabase('template0'), await createTestDatabase()];
  const [migrated = '', copy = ''] = databases.map(({ url }) => url);
  await migrateAndSyncLanguages(migrated, 'en');
  const uuid = await readUuid(migrated);
  expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(await readUuid(copy)).not.toBe(uuid);
  await query(migrated, `delete from migrations where name like '%calendar-uuid'`);
  await migrateAndSyncLanguages(migrated, 'es');
  expect(await readUuid(migrated)).toBe(uuid);
  await Promise.all(databases.map((database) => database.drop()));
});
