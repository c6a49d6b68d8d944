import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgBoss } from 'pg-boss';
import { SpeakersModule } from '../../extensions/speakers/speakers.module.js';
import { migrateAndSyncLanguages } from '../../src/database/migrate.js';
import { resolveExtensions } from '../../src/extension/resolve-extensions.js';
import { createTestCalendar, type TestCalendar } from '../../src/testing/test-calendar.js';
import { query } from '../support/database/database-session.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { createVersion01Database, version01Statements } from '../support/version-0-1/database.js';

const extensions = resolveExtensions([SpeakersModule]);

/** Queries that together describe the schema of a database. */
const SCHEMA = {
  columns: `select table_name, column_name, udt_name, is_nullable, column_default, generation_expression
    from information_schema.columns where table_schema = 'public' order by 1, 2`,
  constraints: `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
  indexes: `select indexdef from pg_indexes where schemaname = 'public' order by 1`,
  triggers: `select pg_get_triggerdef(oid) as definition from pg_trigger where not tgisinternal order by 1`,
  functions: `select pg_get_functiondef(oid) as definition
    from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' order by 1`,
  'tables and sequences': `select relname, relkind, reloptions from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') order by 1`,
  state: `select key, case key when 'calendar_uuid' then 'one per database' else value end as value, is_complete
    from service_state order by 1`,
};

/** Names that version 0.1 gave to tables, columns, functions and triggers. */
const OLD_NAMES =
  /_texts\b|_texts_|folded|serves|served|category_set|tag_set|parent_key|derived_state|naming|gather|note_term|tell|told|notices|joins|moves|leaves/;

describe('Schema of an upgraded database', () => {
  let upgraded: TestDatabase;
  let created: TestDatabase;
  beforeAll(async () => {
    [upgraded, created] = [await createVersion01Database(), await createTestDatabase('template0')];
    await addUndeliveredChange(upgraded.url);
    await migrateAndSyncLanguages(upgraded.url, 'en', { extensions });
    await migrateAndSyncLanguages(created.url, 'en', { extensions });
  });
  afterAll(() => Promise.all([upgraded.drop(), created.drop()]));

  it.each(Object.entries(SCHEMA))(
    'has the same %s as a new database, also those of an extension (11.1)',
    async (_, schema) => {
      expect(await query(upgraded.url, schema)).toEqual(await query(created.url, schema));
    },
  );

  it('has no name of version 0.1 in its columns, constraints, indexes and triggers (11.1)', async () => {
    const { columns, constraints, indexes, triggers } = SCHEMA;
    for (const schema of [columns, constraints, indexes, triggers]) {
      const rows = await query(upgraded.url, schema);
      expect(rows.filter((row) => OLD_NAMES.test(JSON.stringify(row)))).toEqual([]);
    }
  });

  it('has a primary key in every table, which a publication for all tables requires (9.3)', async () => {
    const tables = `select oid::regclass as table from pg_class
      where relkind in ('r', 'p') and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
      and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)`;
    expect(await query(upgraded.url, tables)).toEqual([]);
  });
});

describe('Records of an upgraded database', () => {
  let database: TestDatabase;
  let calendar: TestCalendar;
  let editor: string;

  beforeAll(async () => {
    database = await createVersion01Database();
    await query(database.url, await version01Statements('data.sql'));
    // Tables of an extension that is no longer loaded. Its records have searchable custom fields.
    const rooms = (await version01Statements('speakers.sql')).replaceAll('speaker', 'room');
    await query(database.url, `${rooms}; alter table rooms add column folded_facts text not null default ''`);
    await addUndeliveredChange(database.url);
    calendar = await createTestCalendar({
      extensions: [SpeakersModule],
      environment: { DATABASE_URL: database.url, DEMO: 'false', DEFAULT_LANGUAGE: 'en' },
    });
    editor = await calendar.createToken('editor');
  });
  afterAll(async () => {
    await calendar.close();
    await database.drop();
  });

  const get = async (path: string) => (await calendar.request('GET', path)).body;

  it('can be read in each language, by id and by slug (3.2, 4.5)', async () => {
    expect(await get('events/1?ml_language=es')).toMatchObject({
      title: 'Concierto',
      slug: 'concierto',
      ml_language: 'es',
    });
    expect(await get('events/1?ml_language=en')).toMatchObject({
      title: 'Concert',
      ml_language: 'ca',
      categories: [{ name: 'Jazz', parent: 1 }],
      tags: [{ name: 'Fira' }],
      venue: [{ venue: 'Teatre' }],
      speaker: [{ name: 'Ada' }],
    });
    expect(await get('events/by-slug/concierto?ml_language=ca')).toMatchObject({ id: 1, title: 'Concert' });
    expect(await get('categories?slug=musica-antiga&hide_empty=false')).toMatchObject({
      categories: [{ id: 1, slug: 'musica' }],
    });
  });

  it('include terms whose slug of digits became a former slug (4.2, 4.5)', async () => {
    const renamed = { tags: [{ id: 2, name: '2027', slug: 'tag-2027-2' }] };
    for (const filter of ['slug=2027', 'slug=tag-2027-2', 'search=g-2027-2'])
      expect(await get(`tags?${filter}&hide_empty=false`)).toMatchObject(renamed);
  });

  it('are found by search and included in counts (5.5, 7.6)', async () => {
    const total = async (path: string) => (await get(path))['total'];
    const dates = 'start_date=2090-01-01&end_date=2090-12-31&ml_language=ca';
    expect(await total(`events?search=teatre&${dates}`)).toBe(1);
    expect(await total(`events?search=secret&${dates}`)).toBe(1);
    expect(await total('venues?search=reus&only_with_upcoming=true')).toBe(1);
    expect(await total('speakers?search=ada')).toBe(1);
    expect([await get('tags/1'), await get('categories/1')]).toMatchObject([{ count: 1 }, { count: 1 }]);
  });

  it('can be written, and triggers update fallbacks and counts (3.4, 5.5)', async () => {
    const write = (method: string, path: string, json: object) =>
      calendar.request(method, path, { token: editor, json });
    expect((await write('PATCH', 'speakers/1?ml_language=ca', { name: 'Ada en català' })).status).toBe(200);
    expect(await get('speakers/1?ml_language=es')).toMatchObject({ name: 'Ada', ml_translations: { ca: {}, en: {} } });
    expect((await write('PATCH', 'events/1', { tags: ['Fira', 'Nova'] })).status).toBe(200);
    expect(await get('tags/3')).toMatchObject({ name: 'Nova', count: 1 });
    expect((await write('POST', 'categories', { name: 'jazz', parent: 1, ml_language: 'ca' })).status).toBe(409);
  });

  it('have no quoted e-mail addresses: quotes are removed, or else the address (6.7)', async () => {
    const organizers = await Promise.all([1, 2, 3].map((id) => get(`organizers/${id}`)));
    expect(organizers.map(({ email }) => email)).toEqual(['joan.mas@a.example', null, 'a@b.example']);
    expect(await get('organizers?search=onerror')).toMatchObject({ total: 0 });
    expect(await get('organizers?search=joan.mas@a.example')).toMatchObject({ total: 1 });
    await expect(query(database.url, `update organizers set email = '"<b>"@a.example'`)).rejects.toThrow(
      'organizers_email_check',
    );
  });

  it('keep their password attempts, image permissions and audit entries (8.9)', async () => {
    expect((await calendar.request('GET', 'events/2?password=another')).status).toBe(429);
    expect(await query(database.url, 'select image_id, user_id from image_permissions')).toEqual([
      { image_id: '1', user_id: '1' },
    ]);
    const token = await calendar.createToken('administrator');
    const { body } = await calendar.request<{ audit: object[] }>('GET', '/calendar/admin/v1/audit?until=2026-01-03', {
      token,
    });
    expect(body.audit).toMatchObject([{ at: '2026-01-02T03:04:05+00:00', action: 'update', kind: 'tag', record: 1 }]);
  });

  it('of an extension that is not loaded can be inserted, and triggers fill their new columns (11.1)', async () => {
    await query(
      database.url,
      `insert into rooms (created_at, modified_at, status) values (now(), now(), 'draft');
      insert into room_slugs values ('aula', 1, true);
      insert into room_translations (room_id, language, name, slug, search_text, name_key)
      values (1, 'ca', 'Aula', 'aula', 'aula', 'aula')`,
    );
    expect(await query(database.url, 'select fallback_languages, search_fields from room_translations, rooms')).toEqual(
      [{ fallback_languages: ['ca', 'en', 'es'], search_fields: '' }],
    );
  });

  it('keep the changes that are not yet delivered to extensions (12.6)', async () => {
    await withQueue(database.url, 'calendar_queue', async (queue) => {
      expect(await queue.fetch('Newsletter')).toMatchObject([{ data: { record: 1 } }]);
      await queue.createQueue('Another');
      await queue.send('Another', { record: 2 });
      expect(await queue.fetch('Another')).toMatchObject([{ data: { record: 2 } }]);
    });
    expect(await query(database.url, `select nspname from pg_namespace where nspname like 'calendar_%'`)).toEqual([
      { nspname: 'calendar_queue' },
    ]);
  });
});

const addUndeliveredChange = (url: string) =>
  withQueue(url, 'calendar_changes', async (queue) => {
    await queue.createQueue('Newsletter', { notify: true });
    await queue.send('Newsletter', { record: 1 });
  });

async function withQueue(url: string, schema: string, work: (queue: PgBoss) => Promise<void>): Promise<void> {
  const queue = new PgBoss({ connectionString: url, schema, max: 2 });
  await queue.start();
  try {
    await work(queue);
  } finally {
    await queue.stop();
  }
}
