import { beforeEach, describe, expect, it } from 'vitest';
import { casesByRunMode } from '../support/run/run-mode.js';
import { cartesianProduct, LANGUAGES, type Language } from '../support/languages/languages.js';
import { diffAllWithModel } from './compare.js';
import { REQUIRED_FIELDS } from './generators/fields.js';
import { CASES, everyRecord, idOf, KINDS, pick, RENAMING, SEARCHES, UPDATES } from './language-cases.js';
import type { Case, Update } from './language-cases.js';
import { isTermKind, PATHS, recordsOf, TITLE_FIELDS, type KindName, type ModelState, type User } from './records.js';
import { parametersOf, type Address, type LanguageSource, type ModelRequest, type Query } from './requests.js';
import { slugsOf } from './translations.js';
import { storeRecords } from './store.js';
import { setNow, useModel } from './use-model.js';

/** The short form leaves out Catalan and English: Spanish covers all branches of the fallback order (3.2). */
const DEFAULT_LANGUAGES = casesByRunMode(LANGUAGES, (language) => language === 'es');
/** The short form has one publishable kind and one kind of terms: the texts of the others are stored and served by the same code. */
const TESTED_KINDS = casesByRunMode(KINDS, (kind) => kind === 'event' || kind === 'category');
const NOW = Date.parse('2026-03-02T12:00:00Z') / 1000;
/** Explicit language sources of reads and deletions. Other writes also accept the body. */
const EXPLICIT_SOURCES: readonly LanguageSource[] = ['query', 'segment'];
const EXPLICIT_WRITE_SOURCES: readonly LanguageSource[] = ['body', ...EXPLICIT_SOURCES];
const FALLBACKS: readonly Query[] = [{}, { ml_fallback: 'none' }];
/** Queries that remove a translation, also with `force`, which has no effect. */
const REMOVALS: readonly Query[] = [{ ml_scope: 'translation' }, { ml_scope: 'translation', force: true }];
const DELETIONS: readonly Query[] = [{}, { force: true }, { ml_scope: 'record' }, { ml_scope: 'record', force: true }];
/** By verb, the short form sends every nth request. Each step of a test starts at another one. */
const STRIDES = { create: 1, read: 5, list: 5, update: 3, remove: 3 };

type RequestInput = Pick<ModelRequest, 'verb' | 'kind' | 'language' | 'source'> &
  Partial<Pick<ModelRequest, 'address' | 'fields' | 'method'>> & { readonly query?: Query };

/** Anonymous callers read, an administrator writes. */
function requestOf(state: ModelState, { query = {}, ...input }: RequestInput): ModelRequest {
  const user = state.users[input.verb === 'read' || input.verb === 'list' ? 1 : 0] as User;
  const isExplicit = input.source !== 'header' && input.source !== 'default';
  return { state, user, isExplicit, address: { id: 0 }, fields: {}, ...input, ...parametersOf(query) };
}

describe.each(DEFAULT_LANGUAGES)('With DEFAULT_LANGUAGE=%s', (defaultLanguage) => {
  const { calendar, state } = useModel(NOW, { roles: ['administrator', 'anonymous'], defaultLanguage });
  beforeEach(async () => {
    setNow(calendar, state, NOW);
    Object.assign(state, { records: everyRecord(state), deleted: [] });
    await storeRecords(calendar.databaseUrl, state.records);
  });

  let steps = 0;
  const expectModelResponses = async (requests: readonly RequestInput[]) => {
    steps += 1;
    const selected = casesByRunMode(requests, ({ verb }, index) => (index + steps) % STRIDES[verb] === 0);
    const modelRequests = selected.map((input) => requestOf(state, input));
    expect(await diffAllWithModel(calendar, modelRequests)).toEqual([]);
  };

  const negotiatedSources = (language: Language): LanguageSource[] =>
    language === defaultLanguage ? ['header', 'default'] : ['header'];
  const readSources = (language: Language) => [...EXPLICIT_SOURCES, ...negotiatedSources(language)];

  /** By id, by the slug of each language and by each former slug. */
  function addressesOf(kind: KindName, languageCase: Case): Address[] {
    const id = idOf(kind, languageCase);
    const record = recordsOf<KindName>(state, kind).find((candidate) => candidate.id === id);
    const slugs = !record || isTermKind(kind) ? [] : [...slugsOf(record), ...record.former];
    return [{ id }, ...slugs.map((slug) => ({ slug }))];
  }

  const readsOf = (kind: KindName): RequestInput[] =>
    CASES.flatMap((languageCase) =>
      addressesOf(kind, languageCase).flatMap((address, index) => {
        const source = pick(readSources(languageCase.language), languageCase.pickIndex + index);
        const { language } = languageCase;
        return FALLBACKS.map((query) => ({ verb: 'read', kind, language, source, address, query }));
      }),
    );

  const listsOf = (kind: KindName, queries: readonly Query[] = [{}]): RequestInput[] =>
    cartesianProduct(LANGUAGES, cartesianProduct(queries, FALLBACKS)).map(([language, [query, fallback]], index) => {
      const source = pick(readSources(language), index);
      const parameters = { per_page: 50, hide_empty: false, ...query, ...fallback };
      return { verb: 'list', kind, language, source, query: parameters };
    });

  const updatesOf = (kind: KindName, [isExplicit, fieldsOf]: Update, step = 0): RequestInput[] =>
    CASES.map((languageCase) => {
      const { language, index, pickIndex } = languageCase;
      const source = pick(isExplicit ? EXPLICIT_WRITE_SOURCES : negotiatedSources(language), pickIndex + step);
      const address = pick(addressesOf(kind, languageCase), index + step);
      const method = pick(['POST', 'PUT', 'PATCH'], index + step);
      return { verb: 'update', method, kind, language, source, address, fields: fieldsOf(TITLE_FIELDS[kind], index) };
    });

  /** Removals of translations, also of a record that does not exist. */
  const removalsOf = (kind: KindName, isExplicit: boolean): RequestInput[] =>
    CASES.flatMap((languageCase) => {
      const { language, index, setIndex, pickIndex } = languageCase;
      const source = pick(isExplicit ? EXPLICIT_SOURCES : negotiatedSources(language), pickIndex);
      const query = pick(REMOVALS, setIndex);
      const addresses = [pick(addressesOf(kind, languageCase), index), { id: 987_654_321 }];
      return addresses.map((address) => ({ verb: 'remove', kind, language, source, address, query }));
    });

  it.each(TESTED_KINDS)(
    'reads of kind %s serve one language, by id and by any slug (3.2, 3.3, 3.4, 3.6, 4.4, 4.5)',
    (kind) => expectModelResponses(readsOf(kind)),
  );

  it.each(TESTED_KINDS)(
    'lists of kind %s contain, count and search the served texts (3.1, 3.2, 3.3, 3.4, 3.5, 3.11, 7.6)',
    async (kind) => {
      const filters: Query[] = LANGUAGES.flatMap((language) => [
        { ml_has_translation: [language] },
        { ml_missing_translation: [language] },
      ]);
      await expectModelResponses(listsOf(kind, [{}, ...filters, ...SEARCHES]));
    },
  );

  it.each(TESTED_KINDS)(
    'a create of kind %s stores one translation, in the requested language (3.1, 3.7)',
    async (kind) => {
      const inputs = LANGUAGES.flatMap((language) =>
        ['body' as const, ...readSources(language)].map((source): RequestInput => {
          const texts = { [TITLE_FIELDS[kind]]: `Nou ${language} ${source}`, description: `<p>${language}</p>` };
          return { verb: 'create', kind, language, source, fields: { ...REQUIRED_FIELDS[kind], ...texts } };
        }),
      );
      await expectModelResponses(inputs);
      await expectModelResponses(listsOf(kind));
    },
  );

  it.each(TESTED_KINDS)(
    'an update of kind %s writes the explicitly requested translation, otherwise the served one, and no other (2.3, 2.7, 3.6, 3.8)',
    async (kind) => {
      for (const [step, update] of UPDATES.entries()) {
        await expectModelResponses(updatesOf(kind, update, step));
        await expectModelResponses(listsOf(kind));
      }
    },
  );

  it.each(TESTED_KINDS)(
    'a record of kind %s, sent back as read in any language, stays unchanged (3.8, 6.2)',
    async (kind) => {
      setNow(calendar, state, NOW + 3600);
      for (const languageCase of casesByRunMode(CASES, (_case, index) => (index + KINDS.indexOf(kind)) % 3 === 0)) {
        const path = `${PATHS[kind]}/${idOf(kind, languageCase)}`;
        const headers = { 'Accept-Language': languageCase.language };
        const { body } = await calendar.request('GET', path, { headers });
        const { status } = await calendar.request('PUT', path, { headers, json: body });
        expect({ ...languageCase, status }).toEqual({ ...languageCase, status: 200 });
      }
      await expectModelResponses(listsOf(kind));
    },
  );

  it.each(TESTED_KINDS)(
    'a removal of a translation of kind %s keeps the others, and its slug leads to the record (3.2, 3.5, 3.9, 4.5, 8.4)',
    async (kind) => {
      await expectModelResponses(removalsOf(kind, false));
      await expectModelResponses(removalsOf(kind, true));
      await expectModelResponses([...readsOf(kind), ...listsOf(kind, [{}, ...SEARCHES])]);
      await expectModelResponses(removalsOf(kind, true));
      await expectModelResponses(updatesOf(kind, RENAMING));
      await expectModelResponses([...readsOf(kind), ...listsOf(kind)]);
    },
  );

  it.each(TESTED_KINDS)(
    'a deletion of kind %s removes the whole record; a permanent one that names a language requires ml_scope if the record has others (3.9)',
    async (kind) => {
      const reads = readsOf(kind);
      const inputs = CASES.map((languageCase): RequestInput => {
        const { language, setIndex, pickIndex } = languageCase;
        const [source, query] = [pick(readSources(language), pickIndex), pick(DELETIONS, setIndex)];
        return { verb: 'remove', kind, language, source, address: { id: idOf(kind, languageCase) }, query };
      });
      await expectModelResponses(inputs);
      await expectModelResponses([...reads, ...listsOf(kind)]);
    },
  );
});
