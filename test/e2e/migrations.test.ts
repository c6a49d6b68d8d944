import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { migrate } from '../../src/database/migrate.js';
import { databaseOptions } from '../../src/database/database-options.js';
import { query } from '../support/database-session.js';
import { createTestDatabase } from '../support/test-database.js';

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
    const runs = await Promise.all([1, 2, 3].map(() => migrate(database.url, 'en', { afterMigration: alone })));
    expect(runs.map((names) => names.length > 0).toSorted()).toEqual([false, false, true]);
    expect(runs.flat()).toContain('20261120000000-foundation');
    expect(await migrate(database.url, 'en')).toEqual([]);
    await database.drop();
  });

  it('11.1 3.6 lets names that fold to nothing, as the first version stored them, stand for themselves', async () => {
    const database = await createTestDatabase('template0');
    const orm = await MikroORM.init(databaseOptions(database.url, 'migrate'));
    await orm.migrator.up({ to: '20261120000000-foundation' });
    await orm.close(true);
    await query(
      database.url,
      `insert into tags (created_at, modified_at) values (now(), now()); insert into tag_slugs values ('tag-1', 1, true);
      insert into tag_texts (tag_id, language, name, slug, folded, serves, folded_name)
      values (1, 'ca', '¨', 'tag-1', '', '{ca,en,es}', '')`,
    );
    expect(await migrate(database.url, 'en')).toContain('20261121000000-names-of-terms');
    expect(await query(database.url, 'select name_key from tag_translations')).toEqual([{ name_key: '¨' }]);
    await database.drop();
  });

  it('3.2 3.4 tells the texts of a former version what they serve, by the default they were written for', async () => {
    const database = await createTestDatabase('template0');
    const orm = await MikroORM.init(databaseOptions(database.url, 'migrate'));
    await orm.migrator.up({ to: '20261121000000-names-of-terms' });
    await orm.close(true);
    await query(
      database.url,
      `insert into derived_state values ('languages', 'es,ca,en,es');
      insert into tags (created_at, modified_at) values (now(), now());
      insert into tag_slugs values ('fira', 1, true), ('feria', 1, true);
      insert into tag_texts (tag_id, language, name, slug, folded, serves, folded_name) values
        (1, 'ca', 'Fira', 'fira', 'fira', '{ca}', 'fira'), (1, 'es', 'Feria', 'feria', 'feria', '{en,es}', 'feria')`,
    );
    const texts = () =>
      query(
        database.url,
        'select language, fallback_languages as fallback, translations from tag_translations order by 1',
      );
    const translations = { ca: 'fira', es: 'feria' };
    await migrate(database.url, 'en', { fallbackMode: 'keep' });
    expect(await texts()).toEqual([
      { language: 'ca', fallback: ['ca'], translations },
      { language: 'es', fallback: ['en', 'es'], translations },
    ]);
    await migrate(database.url, 'en');
    expect(await texts()).toMatchObject([{ fallback: ['ca', 'en'] }, { fallback: ['es'] }]);
    await database.drop();
  });

  it('5.5 11.1 collects the category ids of the events of a former version', async () => {
    const database = await createTestDatabase('template0');
    const orm = await MikroORM.init(databaseOptions(database.url, 'migrate'));
    await orm.migrator.up({ to: '20261122000000-served-languages' });
    await orm.close(true);
    await query(
      database.url,
      `insert into categories (created_at, modified_at) select now(), now() from generate_series(1, 3);
      insert into events (created_at, modified_at, starts_at, ends_at, start_local, end_local, timezone, status)
        select now(), now(), now(), now(), now(), now(), 'UTC', 'draft' from generate_series(1, 2);
      insert into event_categories select 1, category, 3 - category from (values (3), (1)) as each (category)`,
    );
    expect(await migrate(database.url, 'en')).toContain('20261123000000-term-counts');
    const events = await query(database.url, 'select category_ids from events order by id');
    expect(events).toEqual([{ category_ids: ['1', '3'] }, { category_ids: [] }]);
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
