import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { query } from '../database/database-session.js';
import { createTestDatabase, type TestDatabase } from '../database/test-database.js';

/** Migrations that the database records as executed. An upgrade does not look for others of version 0.1. */
const RECORDED_MIGRATIONS = [
  '20261120000000-foundation',
  '20261127000000-custom-fields',
  'speakers/20261201000000-speakers',
];

/** Column of the title in the translations of each kind of version 0.1 and its speakers extension. */
const TITLE_COLUMNS = {
  event: 'title',
  venue: 'name',
  organizer: 'name',
  category: 'name',
  tag: 'name',
  speaker: 'name',
};
const SEARCHABLE_KINDS = new Set(['event', 'venue', 'organizer', 'speaker']);

/**
 * Creates an empty database with the schema of version 0.1 and its speakers extension. The files in this folder contain
 * the statements that version 0.1 sent, in `schema.sql` those of its migrations.
 */
export async function createVersion01Database(): Promise<TestDatabase> {
  const database = await createTestDatabase('template0');
  await query(database.url, await version01Statements('schema.sql'));
  await query(
    database.url,
    `create table migrations (id serial primary key, name varchar(255) not null, executed_at timestamptz not null default current_timestamp(6));
    insert into migrations (name) values ${RECORDED_MIGRATIONS.map((name) => `('${name}')`).join()}`,
  );
  await query(database.url, await version01Statements('speakers.sql'));
  await query(database.url, languageStatements());
  return database;
}

/** The statements of a file in this folder. */
export const version01Statements = (file: string): Promise<string> => readFile(join(import.meta.dirname, file), 'utf8');

/** Indexes and functions that version 0.1 derived from its languages, for the default language `en`. */
function languageStatements(): string {
  const indexes = ['ca', 'en', 'es'].flatMap((language) =>
    Object.entries(TITLE_COLUMNS).flatMap(([kind, titleColumn]) => indexStatements(kind, titleColumn, language)),
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

function indexStatements(kind: string, titleColumn: string, language: string): string[] {
  const [table, isServed] = [`${kind}_texts`, `'${language}' = any (serves)`];
  return [
    `create index ${table}_served_${language}_index on ${table} (${kind}_id) where ${isServed}`,
    `create index ${table}_ordered_${language}_index
      on ${table} ((left(${titleColumn}, 200) collate "${language}-x-icu"), ${kind}_id) where ${isServed}`,
    ...(SEARCHABLE_KINDS.has(kind)
      ? [`create index ${table}_folded_${language}_index on ${table} using gin (folded gin_trgm_ops) where ${isServed}`]
      : []),
  ];
}
