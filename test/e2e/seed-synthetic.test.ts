import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { CATEGORIES } from '../../src/categories/category.resource.js';
import type { Language } from '../../src/kernel/language/languages.js';
import { fold } from '../../src/kernel/text/fold.js';
import { epochToLocal } from '../../src/kernel/time/local-time.js';
import { migrateAndSyncLanguages } from '../../src/database/migrate.js';
import { databaseOptions } from '../../src/database/database-options.js';
import { dropSearchIndexes, restoreSearchIndexes } from '../bench/seed/search-indexes.js';
import { seedSynthetic } from '../bench/seed/seed.js';
import { EVENT_TRANSLATIONS } from '../../src/events/event-translations.js';
import { ORGANIZERS } from '../../src/organizers/organizer.resource.js';
import { TAGS } from '../../src/tags/tag.resource.js';
import { VENUES } from '../../src/venues/venue.resource.js';
import { fallbackLanguagesOf } from '../support/languages/languages.js';
import { onlyInFullRun } from '../support/jest/run-mode.js';
import { countFromEvents, servedCounts, findWrongCategoryIds } from '../support/term-counts.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const EVENTS = 2000;
const RESOURCES = [VENUES, ORGANIZERS, CATEGORIES, TAGS];
const KINDS = [EVENT_TRANSLATIONS, ...RESOURCES.map(({ translations }) => translations)];

interface StoredText {
  readonly language: Language;
  readonly available: Language[];
  readonly fallback_languages: Language[];
  readonly search_text: string;
  readonly name_key?: string;
}

let calendar: TestCalendar;
let database: pg.Client;

beforeAll(async () => {
  calendar = await startTestCalendar();
  database = new pg.Client({ connectionString: calendar.databaseUrl });
  await database.connect();
  await seedSynthetic(calendar.databaseUrl, EVENTS);
});
afterAll(async () => {
  await database.end();
  await calendar.close();
});

const query = async <Row extends object>(statement: string, client = database): Promise<Row[]> =>
  (await client.query<Row>(statement)).rows;

const totalOf = async (path: string) => Number((await calendar.request('GET', path)).body['total']);

describe('Synthetic seed', () => {
  it('stores the requested number of events, most of them public (11.2)', async () => {
    expect(await query('select count(*)::int as count from events')).toEqual([{ count: EVENTS }]);
    const years = 'starts_after=2024-12-31&ends_before=2034-01-01';
    expect(await totalOf(`events?${years}`)).toBeGreaterThan(EVENTS * 0.8);
    expect(await totalOf(`events?${years}`)).toBeLessThan(EVENTS);
    for (const kind of ['venues', 'organizers', 'categories', 'tags'])
      expect([kind, (await totalOf(kind)) >= 9]).toEqual([kind, true]);
  });

  it('stores texts that search finds without regard to case and accents (11.2)', async () => {
    const found = (words: string) => totalOf(`events?ml_language=ca&starts_after=2024-12-31&search=${words}`);
    expect(await found('mUsica')).toBeGreaterThan(0);
    expect(await found('mUsica')).toBe(await found(encodeURIComponent('música')));
    expect(await found('col.loqui')).toBeGreaterThan(0);
    expect(await found('no-such-word')).toBe(0);
  });

  it.each(KINDS)('derives the same columns for each $kind.name as the service (11.2)', async (spec) => {
    const rows = await query<StoredText>(`
      select texts.*, (select array_agg(language) from ${spec.kind.name}_translations as each
        where each.${spec.kind.name}_id = texts.${spec.kind.name}_id) as available
      from ${spec.kind.name}_translations as texts order by md5(slug) limit 300`);
    expect(rows.length).toBeGreaterThan(8);
    for (const row of rows) {
      const derived = spec.derive({ ...row, category: {} } as never) as { searchText: string; nameKey?: string };
      expect([row.search_text, row.name_key]).toEqual([derived.searchText, derived.nameKey]);
      expect(row.fallback_languages).toEqual(fallbackLanguagesOf(row.language, row.available, 'en'));
    }
  });

  it.each(KINDS)(
    'stores the current slug of each $kind.name translation, and one, two or three languages per record (11.2)',
    async (spec) => {
      const lost = `select from ${spec.kind.name}_translations as texts where not exists (select from ${spec.kind.name}_slugs as slugs
      where slugs.slug = texts.slug and slugs.${spec.kind.name}_id = texts.${spec.kind.name}_id and slugs.current)`;
      expect(await query(lost)).toEqual([]);
      const counts = await query(`select distinct count(*)::int as languages from ${spec.kind.name}_translations
      group by ${spec.kind.name}_id order by 1`);
      expect(counts).toEqual([1, 2, 3].map((languages) => ({ languages })));
    },
  );

  it('collects the category ids of events, and the counts of terms are correct (5.5, 11.2)', async () => {
    expect(await findWrongCategoryIds(calendar)).toEqual([]);
    for (const path of ['categories', 'tags'] as const) {
      const counts = await countFromEvents(calendar, path);
      expect([path, await servedCounts(calendar, path)]).toEqual([path, counts]);
      expect(Object.keys(counts).length).toBeGreaterThan(30);
    }
  });

  it('stores matching local times and instants of events in several time zones (11.2)', async () => {
    const rows = await query<Record<'timezone' | 'start' | 'end', string> & Record<'starts' | 'ends', number>>(`
      select timezone, start_local::text as start, end_local::text as end, all_day,
        extract(epoch from starts_at)::float8 as starts, extract(epoch from ends_at)::float8 as ends
      from events order by id limit 500`);
    for (const { timezone, start, end, starts, ends } of rows)
      expect([start, end]).toEqual([epochToLocal(starts, timezone), epochToLocal(ends, timezone)]);
    expect(new Set(rows.map(({ timezone }) => timezone)).size).toBeGreaterThan(4);
  });

  it('stores the same search fields of venues and organizers as the service (11.2)', async () => {
    const facts = [
      'address, city, country, province, state, stateprovince, zip, phone, website',
      'phone, website, email',
    ];
    for (const [index, table] of ['venues', 'organizers'].entries()) {
      const rows = await query<{ search_fields: string; facts: string }>(
        `select search_fields, concat_ws(E'\\n', ${facts[index]}) as facts from ${table}`,
      );
      expect(rows.map((row) => row.search_fields)).toEqual(rows.map((row) => fold(row.facts)));
    }
  });
});

/** The short form seeds one database, and neither adds to it nor changes its languages. */
onlyInFullRun(() => {
  describe('Synthetic seed of another database', () => {
    let copy: TestDatabase;
    let client: pg.Client;
    beforeAll(async () => {
      copy = await createTestDatabase();
      client = new pg.Client({ connectionString: copy.url });
      await client.connect();
      await seedSynthetic(copy.url, EVENTS);
    });
    afterAll(async () => {
      await client.end();
      await copy.drop();
    });

    it('creates the same records in each run, apart from ids (11.2)', async () => {
      const digest = `
        select count(*)::int as texts, md5(string_agg(concat_ws('|', t.language, t.title, t.excerpt, t.description, t.slug,
          t.search_text, t.fallback_languages, to_jsonb(e) - '{id,image_id,post_parent_id}'::text[], v.name, c.name, l.position),
          ',' order by t.slug, t.language, l.position, v.language, c.language, c.name)) as digest
        from events as e join event_translations as t on t.event_id = e.id
          left join event_venues as l on l.event_id = e.id left join venue_translations as v using (venue_id)
          left join event_categories as k on k.event_id = e.id left join category_translations as c using (category_id)`;
      const [first, second] = [await query(digest), await query(digest, client)];
      expect(first).toEqual(second);
    });

    it('adds events to an earlier run and reuses its venues and terms (11.2)', async () => {
      const counts = `select (select count(*)::int from events) as events, (select count(*)::int from venues) as venues,
        (select count(*)::int from categories) as categories, (select count(*)::int from tags) as tags`;
      expect(await query(counts, client)).toEqual([{ events: EVENTS, venues: 20, categories: 40, tags: 200 }]);
      expect(await seedSynthetic(copy.url, 100)).toBe(100);
      expect(await query(counts, client)).toEqual([{ events: EVENTS + 100, venues: 20, categories: 40, tags: 200 }]);
    });

    it('restores the search indexes, also after a killed run (11.2)', async () => {
      const indexes = `select indexname, indexdef from pg_indexes where tablename = 'event_translations' order by 1`;
      const before = await query(indexes, client);
      const orm = await MikroORM.init(databaseOptions(copy.url, 'migrate'));
      await dropSearchIndexes(orm.em.getKysely());
      expect(await query(indexes, client)).toHaveLength(before.length - 3);
      await dropSearchIndexes(orm.em.getKysely());
      await restoreSearchIndexes(orm.em.getKysely());
      expect(await query(indexes, client)).toEqual(before);
      await orm.close(true);
    });

    it('stops before the next batch when it is interrupted (11.2)', async () => {
      const signal = AbortSignal.abort();
      expect(await seedSynthetic(copy.url, 100, { signal })).toBe(0);
    });

    it.each(['es', 'ca'] as const)(
      'a migration with another DEFAULT_LANGUAGE updates the fallback languages of all translations: %s (3.2)',
      async (byDefault) => {
        await migrateAndSyncLanguages(copy.url, byDefault);
        for (const kind of KINDS.map((texts) => texts.kind.name)) {
          const rows = await query<Pick<StoredText, 'language' | 'available' | 'fallback_languages'>>(
            `select distinct language, fallback_languages, array_agg(language) over (partition by ${kind}_id) as available
          from ${kind}_translations`,
            client,
          );
          const wrong = rows.filter(
            (row) =>
              row.fallback_languages.join() !== fallbackLanguagesOf(row.language, row.available, byDefault).join(),
          );
          expect([kind, rows.length > 0, wrong]).toEqual([kind, true, []]);
        }
      },
    );
  });
});
