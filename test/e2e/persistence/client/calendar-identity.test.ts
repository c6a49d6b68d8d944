import { MikroORM } from '@mikro-orm/postgresql';
import { expect, it } from 'vitest';
import { databaseOptions } from '../../../../src/database/database-options.js';
import { migrateAndSyncLanguages } from '../../../../src/database/migrate.js';
import { CalendarIdentity } from '../../../../src/persistence/client/calendar-identity.js';
import { query } from '../../../support/database/database-session.js';
import { createTestDatabase } from '../../../support/database/test-database.js';

/** Reads the UUID as a process does that has just started. */
async function readUuid(url: string): Promise<string> {
  const orm = await MikroORM.init(databaseOptions(url));
  const identity = new CalendarIdentity(orm.em);
  const uuid = await identity.uuid();
  expect(await identity.uuid()).toBe(uuid);
  await orm.close();
  return uuid;
}

it('CalendarIdentity: a UUID per database, which a repeated migration keeps (13.9)', async () => {
  // The second database is a copy of one that was migrated before.
  const databases = [await createTestDatabase('template0'), await createTestDatabase()];
  const [one = '', other = ''] = databases.map(({ url }) => url);
  await migrateAndSyncLanguages(one, 'en');
  const uuid = await readUuid(one);
  expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(await readUuid(other)).not.toBe(uuid);
  await query(one, `delete from migrations where name like '%calendar-uuid'`);
  await migrateAndSyncLanguages(one, 'es');
  expect(await readUuid(one)).toBe(uuid);
  await Promise.all(databases.map((database) => database.drop()));
});
