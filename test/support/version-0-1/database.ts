import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { databaseOptions } from '../../../src/database/database-options.js';
import { query } from '../database-session.js';
import { createTestDatabase, type TestDatabase } from '../test-database.js';

/** The last migration of version 0.1. */
const LAST_MIGRATION = '20261127000000-custom-fields';

/** Kinds of version 0.1 with its speakers extension, by the titles of their translations. */
const TITLES = { event: 'title', venue: 'name', organizer: 'name', category: 'name', tag: 'name', speaker: 'name' };
const SEARCHABLE = new Set(['event', 'venue', 'organizer', 'speaker']);

/**
 * An empty database as version 0.1 left it, with the speakers extension. The statements in this folder are what version 0.1 sent to the
 * database beside its migrations.
 */
export async function createVersion01Database(): Promise<TestDatabase> {
  const database = await createTestDatabase('template0');
  const orm = await MikroORM.init(databaseOptions(database.url, 'migrate'));
  await orm.migrator.up({ to: LAST_MIGRATION });
  await orm.close(true);
  await query(database.url, await version01Statements('speakers.sql'));
  await query(database.url, `insert into migrations (name) values ('speakers/20261201000000-speakers')`);
  await query(database.url, languageStatements());
  return database;
}

/** The statements of a file in this folder. */
export const version01Statements = (file: string): Promise<string> => readFile(join(import.meta.dirname, file), 'utf8');

/** What version 0.1 derived from its languages, for the default language `en`. */
function languageStatements(): string {
  const indexes = ['ca', 'en', 'es'].flatMap((language) =>
    Object.entries(TITLES).flatMap(([kind, title]) => indexStatements(kind, title, language)),
  );
  return [
    ...indexes,
    `create or replace function served_languages(served text, present text[]) returns text[]
      language sql immutable parallel safe as $$
        select coalesce(array_agg(orders.asked order by orders.place), '{}')
        from (values (0, 'ca', array['ca', 'en', 'es']), (1, 'en', array['en', 'ca', 'es']), (2, 'es', array['es', 'en', 'ca']))
          as orders (place, asked, languages)
        where served = (
          select each from unnest(present) as each order by array_position(orders.languages, each), each limit 1)
      $$`,
    `insert into derived_state values ('languages', 'en,ca,en,es')`,
  ].join(';\n');
}

function indexStatements(kind: string, title: string, language: string): string[] {
  const [table, isServed] = [`${kind}_texts`, `'${language}' = any (serves)`];
  return [
    `create index ${table}_served_${language}_index on ${table} (${kind}_id) where ${isServed}`,
    `create index ${table}_ordered_${language}_index
      on ${table} ((left(${title}, 200) collate "${language}-x-icu"), ${kind}_id) where ${isServed}`,
    ...(SEARCHABLE.has(kind)
      ? [`create index ${table}_folded_${language}_index on ${table} using gin (folded gin_trgm_ops) where ${isServed}`]
      : []),
  ];
}
