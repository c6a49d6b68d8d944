import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';
import { casesByRunMode } from '../support/jest/run-mode.js';
import { cartesianProduct, LANGUAGES, type Language } from '../support/languages/languages.js';
import { diffAllWithModel } from './compare.js';
import { REQUIRED_FIELDS } from './generators/fields.js';
import { CASES, everyRecord, idOf, KINDS, pick, RENAMING, SEARCHES, UPDATES } from './language-cases.js';
import type { Case, Update } from './language-cases.js';
import { createUsers, setNow } from './play-commands.js';
import { isTermKind, PATHS, recordsOf, TITLE_FIELDS, type KindName, type ModelState, type User } from './records.js';
import { parametersOf, type Address, type LanguageSource, type ModelRequest, type Query } from './requests.js';
import { slugsOf } from './slugs.js';
import { storeRecords } from './store.js';

/** The short form leaves out Catalan and English: with Spanish, the fallback order takes all branches (3.2). */
const DEFAULT_LANGUAGES = casesByRunMode(LANGUAGES, (language) => language === 'es');
/** The short form leaves out organizers and tags, which differ from venues and categories in their fields only. */
const TRIED_KINDS = casesByRunMode(KINDS, (kind) => kind !== 'organizer' && kind !== 'tag');
const NOW = Date.parse('2026-03-02T12:00:00Z') / 1000;
/** Sources that name a language, in reads and deletions and in other writes. */
const NAMING: readonly LanguageSource[] = ['query', 'segment'];
const NAMING_IN_WRITES: readonly LanguageSource[] = ['body', ...NAMING];
const FALLBACKS: readonly Query[] = [{}, { ml_fallback: 'none' }];
/** Queries that remove a translation. `force` has no effect on it. */
const REMOVALS: readonly Query[] = [{ ml_scope: 'translation' }, { ml_scope: 'translation', force: true }];
const DELETIONS: readonly Query[] = [{}, { force: true }, { ml_scope: 'record' }];

type Sent = Pick<ModelRequest, 'verb' | 'kind' | 'language' | 'source'> &
  Partial<Pick<ModelRequest, 'address' | 'fields' | 'method'>> & { readonly query?: Query };

/** Anonymous callers read, an administrator writes. */
function requestOf(state: ModelState, { query = {}, ...sent }: Sent): ModelRequest {
  const user = state.users[sent.verb === 'read' || sent.verb === 'list' ? 1 : 0] as User;
  const isExplicit = sent.source !== 'header' && sent.source !== 'default';
  return { state, user, isExplicit, address: { id: 0 }, fields: {}, ...sent, ...parametersOf(query) };
}

describe.each(DEFAULT_LANGUAGES)('With DEFAULT_LANGUAGE=%s', (defaultLanguage) => {
  let calendar: TestCalendar;
  let state: ModelState;
  beforeAll(async () => {
    calendar = await startTestCalendar({ DEFAULT_LANGUAGE: defaultLanguage });
    const users = await createUsers(calendar, ['administrator', 'anonymous']);
    state = { base: calendar.base, zone: 'UTC', defaultLanguage, users, now: NOW, records: [], deleted: [] };
  });
  beforeEach(async () => {
    setNow(calendar, state, NOW);
    Object.assign(state, { records: everyRecord(state), deleted: [] });
    await storeRecords(calendar.databaseUrl, state.records);
  });
  afterAll(() => calendar.close());

  const expectSame = async (requests: readonly Sent[]) => {
    const all = requests.map((each) => requestOf(state, each));
    expect(await diffAllWithModel(calendar, all)).toEqual([]);
  };

  const negotiating = (language: Language): LanguageSource[] =>
    language === defaultLanguage ? ['header', 'default'] : ['header'];
  const reading = (language: Language) => [...NAMING, ...negotiating(language)];

  /** By id, by the slug of each language and by each former slug. */
  function addressesOf(kind: KindName, each: Case): Address[] {
    const id = idOf(kind, each);
    const record = recordsOf<KindName>(state, kind).find((one) => one.id === id);
    const slugs = !record || isTermKind(kind) ? [] : [...slugsOf(record), ...record.former];
    return [{ id }, ...slugs.map((slug) => ({ slug }))];
  }

  const readsOf = (kind: KindName): Sent[] =>
    CASES.flatMap((each) =>
      addressesOf(kind, each).flatMap((address, place) => {
        const source = pick(reading(each.language), each.turn + place);
        return FALLBACKS.map((query) => ({ verb: 'read', kind, language: each.language, source, address, query }));
      }),
    );

  const listsOf = (kind: KindName, queries: readonly Query[] = [{}]): Sent[] =>
    cartesianProduct(LANGUAGES, cartesianProduct(queries, FALLBACKS)).map(([language, [query, fallback]], place) => {
      const source = pick(reading(language), place);
      return {
        verb: 'list',
        kind,
        language,
        source,
        query: { per_page: 50, hide_empty: false, ...query, ...fallback },
      };
    });

  const updatesOf = (kind: KindName, [isNamed, fieldsOf]: Update, step = 0): Sent[] =>
    CASES.map((each) => {
      const { language, index, turn } = each;
      const source = pick(isNamed ? NAMING_IN_WRITES : negotiating(language), turn + step);
      const address = pick(addressesOf(kind, each), index + step);
      const method = pick(['POST', 'PUT', 'PATCH'], index + step);
      return { verb: 'update', method, kind, language, source, address, fields: fieldsOf(TITLE_FIELDS[kind], index) };
    });

  /** Removals of translations, also of a record that does not exist. */
  const removalsOf = (kind: KindName, isNamed: boolean): Sent[] =>
    CASES.flatMap((each) => {
      const { language, index, set, turn } = each;
      const source = pick(isNamed ? NAMING : negotiating(language), turn);
      const query = pick(REMOVALS, set);
      const addresses = [pick(addressesOf(kind, each), index), { id: 987_654_321 }];
      return addresses.map((address) => ({ verb: 'remove', kind, language, source, address, query }));
    });

  it.each(TRIED_KINDS)(
    'reads of one %s serve one language, by id and by any slug (3.2, 3.3, 3.4, 3.6, 4.4, 4.5)',
    (kind) => expectSame(readsOf(kind)),
  );

  it.each(TRIED_KINDS)(
    'lists of kind %s contain, count and search the served texts (3.1, 3.2, 3.3, 3.4, 3.5, 3.11, 7.6)',
    async (kind) => {
      const filters: Query[] = LANGUAGES.flatMap((each) => [
        { ml_has_translation: [each] },
        { ml_missing_translation: [each] },
      ]);
      await expectSame(listsOf(kind, [{}, ...filters, ...SEARCHES]));
    },
  );

  it.each(TRIED_KINDS)(
    'a create of kind %s stores one translation, in the requested language (3.1, 3.7)',
    async (kind) => {
      const sent = LANGUAGES.flatMap((language) =>
        ['body' as const, ...reading(language)].map((source): Sent => {
          const texts = { [TITLE_FIELDS[kind]]: `Nou ${language} ${source}`, description: `<p>${language}</p>` };
          return { verb: 'create', kind, language, source, fields: { ...REQUIRED_FIELDS[kind], ...texts } };
        }),
      );
      await expectSame(sent);
      await expectSame(listsOf(kind));
    },
  );

  it.each(TRIED_KINDS)(
    'an update of kind %s writes the named translation, otherwise the served one, and no other (2.3, 2.7, 3.6, 3.8)',
    async (kind) => {
      for (const [step, update] of UPDATES.entries()) {
        await expectSame(updatesOf(kind, update, step));
        await expectSame(listsOf(kind));
      }
    },
  );

  it.each(TRIED_KINDS)(
    'a record of kind %s, sent back as read in any language, stays unchanged (3.8, 6.2)',
    async (kind) => {
      setNow(calendar, state, NOW + 3600);
      for (const each of CASES) {
        const [path, headers] = [`${PATHS[kind]}/${idOf(kind, each)}`, { 'Accept-Language': each.language }];
        const { body } = await calendar.request('GET', path, { headers });
        const { status } = await calendar.request('PUT', path, { headers, json: body });
        expect({ ...each, status }).toEqual({ ...each, status: 200 });
      }
      await expectSame(listsOf(kind));
    },
  );

  it.each(TRIED_KINDS)(
    'a removal of a translation of kind %s keeps the others, and its slug leads to the record (3.2, 3.5, 3.9, 4.5, 8.4)',
    async (kind) => {
      await expectSame(removalsOf(kind, false));
      await expectSame(removalsOf(kind, true));
      await expectSame([...readsOf(kind), ...listsOf(kind, [{}, ...SEARCHES])]);
      await expectSame(removalsOf(kind, true));
      await expectSame(updatesOf(kind, RENAMING));
      await expectSame([...readsOf(kind), ...listsOf(kind)]);
    },
  );

  it.each(TRIED_KINDS)('a deletion of kind %s removes the whole record, in any language (3.9)', async (kind) => {
    const reads = readsOf(kind);
    const sent = CASES.map((each): Sent => {
      const { language, set, turn } = each;
      const [source, query] = [pick(reading(language), turn), pick(DELETIONS, set)];
      return { verb: 'remove', kind, language, source, address: { id: idOf(kind, each) }, query };
    });
    await expectSame(sent);
    await expectSame([...reads, ...listsOf(kind)]);
  });
});
