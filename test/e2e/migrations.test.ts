import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { LANGUAGES, languagesServedBy, type Language } from '../../src/common/language/languages.js';
import { migrate } from '../../src/database/migrate.js';
import { ormOptions } from '../../src/database/orm-options.js';
import { createRecord, KINDS, uniqueName } from '../support/kinds.js';
import { startTestCalendar, type TestCalendar } from '../support/test-calendar.js';
import { createTestDatabase } from '../support/test-database.js';

/** Every set of languages that a record can have. */
const COMBINATIONS: readonly (readonly Language[])[] = [
  ['ca'],
  ['en'],
  ['es'],
  ['ca', 'en'],
  ['ca', 'es'],
  ['en', 'es'],
  ['ca', 'en', 'es'],
];

async function query<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('migrate', () => {
  it('11.1 of many at once on an empty database one migrates, the others wait', async () => {
    const database = await createTestDatabase('template0');
    let inside = 0;
    const alone = async () => {
      inside += 1;
      await setImmediate();
      expect(inside).toBe(1);
      inside -= 1;
    };
    const runs = await Promise.all([1, 2, 3].map(() => migrate(database.url, 'en', alone)));
    expect(runs.map((names) => names.length > 0).toSorted()).toEqual([false, false, true]);
    expect(runs.flat()).toContain('20261120000000-foundation');
    expect(await migrate(database.url, 'en')).toEqual([]);
    await database.drop();
  });

  it('11.1 3.6 lets names that fold to nothing, as the first version stored them, stand for themselves', async () => {
    const database = await createTestDatabase('template0');
    const orm = await MikroORM.init(ormOptions(database.url, 'migrate'));
    await orm.migrator.up({ to: '20261120000000-foundation' });
    await orm.close(true);
    await query(
      database.url,
      `insert into tags (created_at, modified_at) values (now(), now()); insert into tag_slugs values ('tag-1', 1, true);
      insert into tag_texts (tag_id, language, name, slug, folded, serves, folded_name)
      values (1, 'ca', '¨', 'tag-1', '', '{ca,en,es}', '')`,
    );
    expect(await migrate(database.url, 'en')).toContain('20261121000000-names-of-terms');
    expect(await query(database.url, 'select folded_name from tag_texts')).toEqual([{ folded_name: '¨' }]);
    await database.drop();
  });

  it('11.1 leaves the same schema as many times as it is run', async () => {
    const [once, often] = [await createTestDatabase('template0'), await createTestDatabase()];
    await migrate(once.url, 'en');
    for (const language of ['es', 'ca', 'en'] as const) await migrate(often.url, language);
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

describe('a change of DEFAULT_LANGUAGE', () => {
  let calendar: TestCalendar;
  beforeAll(async () => {
    calendar = await startTestCalendar({ DEFAULT_LANGUAGE: 'en' });
    for (const kind of KINDS) {
      for (const [first, ...others] of COMBINATIONS) {
        const { id } = await createRecord(calendar, kind.path, { ml_language: first });
        for (const ml_language of others) {
          const json = { [kind.heading]: uniqueName(), ml_language };
          await calendar.request('PATCH', `${kind.path}/${id}`, { json });
        }
      }
    }
  });
  afterAll(() => calendar.close());

  /** What each translation serves, by record. */
  const served = async (kind: string) => {
    const rows = await query<{ id: string; language: Language; serves: Language[] }>(
      calendar.databaseUrl,
      `select ${kind}_id as id, language, serves from ${kind}_texts order by 1, 2`,
    );
    return [...Map.groupBy(rows, ({ id }) => id).values()].map((texts) =>
      Object.fromEntries(texts.map(({ language, serves }) => [language, serves])),
    );
  };
  const expected = (defaultLanguage: Language) =>
    COMBINATIONS.map((available) =>
      Object.fromEntries(available.map((each) => [each, languagesServedBy(each, available, defaultLanguage)])),
    );

  it.each(['en', 'es', 'ca', 'en'] as const)(
    '3.2 to %s tells every translation anew what it serves',
    async (language) => {
      await migrate(calendar.databaseUrl, language);
      for (const { kind } of KINDS) {
        const texts = await served(kind);
        expect([kind, texts]).toEqual([kind, expected(language)]);
        for (const each of texts) expect(Object.values(each).flat().toSorted()).toEqual([...LANGUAGES]);
      }
    },
  );

  it('3.2 a start without a change writes nothing', async () => {
    const versions = () => query(calendar.databaseUrl, 'select xmin::text, ctid::text from event_texts order by 2');
    const before = await versions();
    await migrate(calendar.databaseUrl, 'en');
    expect(await versions()).toEqual(before);
  });

  it('3.2 is what records are served by, from the next start on', async () => {
    const other = await startTestCalendar({ DEFAULT_LANGUAGE: 'es' });
    const { id } = await createRecord(other, 'events', { ml_language: 'ca' });
    await other.request('PATCH', `events/${id}`, { json: { title: 'En español', ml_language: 'es' } });
    const language = async (path: string) => (await other.request('GET', path)).body['ml_language'];
    expect([await language(`events/${id}`), await language(`events/${id}?ml_language=en`)]).toEqual(['es', 'es']);
    expect(await language(`events/${id}?ml_language=ca`)).toBe('ca');
    await other.close();
  });
});
