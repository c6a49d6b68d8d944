import { describe, expect, it } from '@jest/globals';
import { KINDS } from '../support/records/kinds.js';
import {
  missingLanguages,
  requestInLanguage,
  readSources,
  LANGUAGE_SETS,
  findDifferences,
  flatMapParallel,
  nextInTurn,
  LANGUAGES,
  EXPLICIT_SOURCES,
  negotiatedSources,
  cartesianProduct,
  servedLanguage,
  diffProblem,
  type Language,
  type LanguageSource,
} from '../support/languages/languages.js';
import { DEFAULT_LANGUAGES, useMultilingualFixture } from '../support/languages/multilingual-fixture.js';
import { upcomingDates } from '../support/records/records.js';
import {
  diffStoredTranslation,
  fetchStoredTranslations,
  diffTranslations,
  findWrongFallbacks,
} from '../support/languages/stored-translations.js';
import {
  createTranslatedRecord,
  derivesSlug,
  textsIn,
  diffServed,
  type Texts,
  type TranslatedRecord,
} from '../support/languages/translated-records.js';

const EACH = KINDS.map((kind) => [kind.path, kind] as const);
const UPDATES = ['POST', 'PUT', 'PATCH'];

describe.each(DEFAULT_LANGUAGES)('Writes with DEFAULT_LANGUAGE=%s', (byDefault) => {
  const here = useMultilingualFixture(byDefault);
  let changes = 0;

  const update = ({ kind, id }: TranslatedRecord, way: LanguageSource, language: Language, json: Texts) =>
    requestInLanguage(here.calendar, way, language, { method: nextInTurn(UPDATES), path: `${kind.path}/${id}`, json });
  const stored = ({ kind, id }: Pick<TranslatedRecord, 'kind' | 'id'>) => fetchStoredTranslations(here, kind, id);

  const misread = async (what: string, record: TranslatedRecord, asked: Language) => {
    const path = `${record.kind.path}/${record.id}`;
    const answer = await requestInLanguage(here.calendar, nextInTurn(readSources(asked, byDefault)), asked, { path });
    return diffServed(`${what}, read in ${asked}`, here, answer, record, asked);
  };

  /** New values for all texts of a record or for one of them, without the slug. */
  function newTexts({ kind }: TranslatedRecord, language: Language): Texts {
    const { slug: _slug, ...texts } = textsIn(kind, language, `New ${(changes += 1)}`);
    const all = Object.entries(texts);
    return Object.fromEntries([all, ...all.map((each) => [each])][changes % (all.length + 1)] ?? all);
  }

  /** Differences after an update of the translation that a read with the same request serves. */
  async function misupdated(record: TranslatedRecord, way: LanguageSource, asked: Language): Promise<string[]> {
    const target = servedLanguage(asked, record.present, byDefault);
    const [before, texts] = [await stored(record), newTexts(record, target)];
    const what = `${record.kind.path} ${record.id} of [${record.present.join()}] by ${way} in ${asked}`;
    const answer = await update(record, way, asked, texts);
    record.texts[target] = { ...record.texts[target], ...texts };
    const after = await stored(record);
    return [
      ...diffServed(what, here, answer, record, asked),
      ...diffStoredTranslation(what, record.kind, after, target, record.texts[target]),
      ...diffTranslations(what, [before, after], [target]),
    ];
  }

  it.each(EACH)('a create of %s stores one translation, in the requested language (3.7)', async (_path, kind) => {
    const ways = LANGUAGES.flatMap((asked) =>
      cartesianProduct([asked], [...EXPLICIT_SOURCES, ...negotiatedSources(asked, byDefault)]),
    );
    const wrong = await flatMapParallel(ways, async ([asked, way]) => {
      const texts = { ...textsIn(kind, asked, `by${way}`) };
      const json = { ...(kind.path === 'events' ? upcomingDates() : {}), ...texts };
      const answer = await requestInLanguage(here.calendar, way, asked, { method: 'POST', path: kind.path, json });
      const { id } = answer.body;
      const record = { kind, id, present: [asked], texts: { ca: texts, en: texts, es: texts } };
      const [what, after] = [`${kind.path} by ${way} in ${asked}`, await stored(record)];
      return [
        ...diffServed(what, here, answer, record, asked, 201),
        ...findDifferences(what, { stored: Object.keys(after) }, { stored: [asked] }),
        ...diffStoredTranslation(what, kind, after, asked, texts),
      ];
    });
    expect(wrong).toEqual([]);
  });

  it.each(EACH)('an update of %s that names an existing language writes only that one (3.8)', async (path) => {
    const wrong = await flatMapParallel(here.records[path], async (record) => {
      const found: string[] = [];
      for (const asked of record.present)
        found.push(...(await misupdated(record, nextInTurn(EXPLICIT_SOURCES), asked)));
      return found;
    });
    expect(wrong).toEqual([]);
  });

  it.each(EACH)('an update of %s that names no language writes only the served translation (3.8)', async (path) => {
    const wrong = await flatMapParallel(here.records[path], async (record) => {
      const found: string[] = [];
      for (const asked of LANGUAGES) {
        for (const way of negotiatedSources(asked, byDefault)) found.push(...(await misupdated(record, way, asked)));
      }
      return found;
    });
    expect(wrong).toEqual([]);
  });

  const lacking = LANGUAGE_SETS.flatMap((present) => cartesianProduct([present], missingLanguages(present)));

  it.each(EACH)('an update of %s that names a missing language adds only that one (3.8)', async (path, kind) => {
    const wrong = await flatMapParallel(lacking, async ([present, language]) => {
      const record = await createTranslatedRecord(here.calendar, kind, present);
      const before = await stored(record);
      const [way, name] = [nextInTurn(EXPLICIT_SOURCES), `Made ${record.id}`];
      const what = `${path} ${record.id} of [${present.join()}] by ${way} in ${language}`;
      const answer = await update(record, way, language, { [kind.titleField]: name });
      const empty: Texts = path === 'events' ? { description: '', excerpt: '' } : { description: '' };
      const texts: Texts = { [kind.titleField]: name, ...empty, slug: `made-${record.id}` };
      const made = { ...record, present: [...present, language], texts: { ...record.texts, [language]: texts } };
      const after = await stored(record);
      return [
        ...diffServed(what, here, answer, made, language),
        ...(await flatMapParallel(LANGUAGES, (asked) => misread(what, made, asked))),
        ...diffStoredTranslation(what, kind, after, language, texts),
        ...diffTranslations(what, [before, after], [language], true),
      ];
    });
    expect(wrong).toEqual([]);
  });

  it.each(EACH)(
    'an update of %s that names a missing language requires the name or title (3.8, 2.7)',
    async (path, kind) => {
      const { titleField: heading } = kind;
      const some: Record<string, unknown>[] = [{ description: 'Text' }, { description: null, image: null }];
      if (path === 'events') some.push({ excerpt: 'Text', featured: true });
      if (!derivesSlug(kind)) some.push({ slug: 'text' });
      const wrong = await flatMapParallel(here.records[path], async (record) => {
        const found: string[] = [];
        for (const [language, json] of cartesianProduct(missingLanguages(record.present), some)) {
          const [before, way] = [await stored(record), nextInTurn(EXPLICIT_SOURCES)];
          const what = `${path} ${record.id} by ${way} in ${language}: ${JSON.stringify(json)}`;
          const answer = await update(record, way, language, json as Texts);
          found.push(...diffProblem(what, answer, 400, 'missing_parameter', heading));
          found.push(...diffTranslations(what, [before, await stored(record)]));
        }
        return found;
      });
      expect(wrong).toEqual([]);
    },
  );

  it.each(EACH)('each language resolves to exactly one translation of each of %s (3.2)', async (_path, kind) => {
    expect(await findWrongFallbacks(here, kind)).toEqual([]);
  });
});
