import { beforeAll, describe, expect, it } from 'vitest';
import { migrateAndSyncLanguages } from '../../src/database/migrate.js';
import { withRolledBackTransaction, query, waitForBlockedSession } from '../support/database/database-session.js';
import { createRecord, KINDS, uniqueName } from '../support/records/kinds.js';
import { LANGUAGE_SETS, LANGUAGES, fallbackLanguagesOf, type Language } from '../support/languages/languages.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

/** Starts to rebuild the fallback languages, and loses the connection between events and venues. */
async function interruptedMigration(url: string, language: Language): Promise<void> {
  await withRolledBackTransaction(url, async (session) => {
    await session.query('lock table venue_translations in exclusive mode');
    const outcome = migrateAndSyncLanguages(url, language).then(() => 'migrated', String);
    await waitForBlockedSession(session);
    await session.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`);
    expect(await outcome).toContain('terminating connection');
  });
}

describe('Change of DEFAULT_LANGUAGE', () => {
  const calendar = useTestCalendar({ DEFAULT_LANGUAGE: 'en' });
  beforeAll(async () => {
    for (const kind of KINDS) {
      for (const [first, ...others] of LANGUAGE_SETS) {
        const { id } = await createRecord(calendar, kind.path, { ml_language: first });
        for (const ml_language of others) {
          const json = { [kind.titleField]: uniqueName(), ml_language };
          await calendar.request('PATCH', `${kind.path}/${id}`, { json });
        }
      }
    }
  });

  /** Fallback languages of each translation, grouped by record. */
  const fallbacksOf = async (kind: string) => {
    const rows = await query<{ id: string; language: Language; fallback_languages: Language[] }>(
      calendar.databaseUrl,
      `select ${kind}_id as id, language, fallback_languages from ${kind}_translations order by 1, 2`,
    );
    return [...Map.groupBy(rows, ({ id }) => id).values()].map((texts) =>
      Object.fromEntries(texts.map(({ language, fallback_languages }) => [language, fallback_languages])),
    );
  };
  const expected = (defaultLanguage: Language) =>
    LANGUAGE_SETS.map((available) =>
      Object.fromEntries(available.map((each) => [each, fallbackLanguagesOf(each, available, defaultLanguage)])),
    );

  it.each(['en', 'es', 'ca', 'en'] as const)(
    'to %s rebuilds the fallback languages of every translation (3.2)',
    async (language) => {
      await migrateAndSyncLanguages(calendar.databaseUrl, language);
      for (const { kind } of KINDS) {
        const texts = await fallbacksOf(kind);
        expect([kind, texts]).toEqual([kind, expected(language)]);
        for (const each of texts) expect(Object.values(each).flat().toSorted()).toEqual([...LANGUAGES]);
      }
    },
  );

  it('does not change the stored fallback languages in commands other than migrate (3.2)', async () => {
    await migrateAndSyncLanguages(calendar.databaseUrl, 'es', { fallbackMode: 'keep' });
    expect(await fallbacksOf('event')).toEqual(expected('en'));
  });

  it('that was interrupted is reverted by a start with the former language, and completed by other commands (3.2)', async () => {
    const { databaseUrl } = calendar;
    for (const [nextDefault, fallbackMode, result] of [
      ['en', 'rebuild', 'en'],
      ['en', 'keep', 'es'],
    ] as const) {
      await migrateAndSyncLanguages(databaseUrl, 'en');
      await interruptedMigration(databaseUrl, 'es');
      expect([await fallbacksOf('event'), await fallbacksOf('tag')]).toEqual([expected('es'), expected('en')]);
      await migrateAndSyncLanguages(databaseUrl, nextDefault, { fallbackMode });
      for (const { kind } of KINDS) expect([kind, await fallbacksOf(kind)]).toEqual([kind, expected(result)]);
    }
    await migrateAndSyncLanguages(databaseUrl, 'en');
  });

  it('keeps unknown languages at their position, and restores the order of the process if one of its languages is missing (3.2)', async () => {
    const { databaseUrl } = calendar;
    const selectState = `select value from service_state where key = 'fallback_languages'`;
    // The default language, then all languages in their order.
    for (const stored of ['en,ca,fr,en,es', 'en,ca,en,es,fr']) {
      await query(databaseUrl, `update service_state set value = '${stored}' where key = 'fallback_languages'`);
      await migrateAndSyncLanguages(databaseUrl, 'en');
      expect(await query(databaseUrl, selectState)).toEqual([{ value: stored }]);
    }
    await migrateAndSyncLanguages(databaseUrl, 'es');
    expect(await query(databaseUrl, selectState)).toEqual([{ value: 'es,ca,en,es,fr' }]);
    expect(await query(databaseUrl, `select fallback_languages('es', '{en,es}') as es`)).toEqual([
      { es: ['ca', 'es', 'fr'] },
    ]);
    await query(databaseUrl, `update service_state set value = 'en,es,ca' where key = 'fallback_languages'`);
    await migrateAndSyncLanguages(databaseUrl, 'en');
    expect(await query(databaseUrl, selectState)).toEqual([{ value: 'en,ca,en,es' }]);
  });

  it('a translation in an unsupported language is a fallback only if the record has no other (3.2)', async () => {
    const statement = `select fallback_languages('oc', '{oc,es}') as beside, fallback_languages('oc', '{oc}') as alone`;
    expect(await query(calendar.databaseUrl, statement)).toEqual([{ beside: [], alone: ['ca', 'en', 'es'] }]);
  });

  it('also corrects rows that an older process writes with the previous order during the rebuild (3.2)', async () => {
    const { databaseUrl } = calendar;
    const { id } = await createRecord(calendar, 'tags', { ml_language: 'ca' });
    await withRolledBackTransaction(databaseUrl, async (session) => {
      await session.query(`insert into tag_slugs values ('meanwhile', $1, true)`, [id]);
      await session.query(
        `insert into tag_translations (tag_id, language, name, slug, search_text, name_key, fallback_languages)
        values ($1, 'es', 'Mientras', 'meanwhile', 'mientras', 'mientras', '{es}')`,
        [id],
      );
      const migration = migrateAndSyncLanguages(databaseUrl, 'es');
      await waitForBlockedSession(session);
      await session.query('commit');
      await migration;
    });
    const rows = await query(
      databaseUrl,
      `select language, fallback_languages from tag_translations where tag_id = ${id} order by 1`,
    );
    expect(rows).toEqual([
      { language: 'ca', fallback_languages: ['ca'] },
      { language: 'es', fallback_languages: ['en', 'es'] },
    ]);
    await migrateAndSyncLanguages(databaseUrl, 'en');
  });

  it('is detected: a start with the same language rewrites no translations of events (3.2)', async () => {
    const rowVersions = () =>
      query(calendar.databaseUrl, 'select xmin::text, ctid::text from event_translations order by 2');
    const before = await rowVersions();
    await migrateAndSyncLanguages(calendar.databaseUrl, 'en');
    expect(await rowVersions()).toEqual(before);
  });
});
