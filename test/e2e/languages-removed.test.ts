import { describe, expect, it } from '@jest/globals';
import { KINDS, type Kind, type ServedRecord } from '../support/kinds.js';
import {
  absentOf,
  ask,
  COMBINATIONS,
  differences,
  gather,
  inTurn,
  LANGUAGES,
  listOf,
  NAMING_IN_QUERY,
  negotiating,
  pairs,
  servedOf,
  unlikeProblem,
  type Language,
  type Way,
} from '../support/languages.js';
import { multilingualScene } from '../support/multilingual-scene.js';
import type { ServedPage } from '../support/records.js';
import { storedTexts, touched, wronglyServing } from '../support/stored-texts.js';
import { createIn, unlikeAbsent, unlikeServed, WORDS, type Translated } from '../support/texts.js';
import type { Answer } from '../support/test-calendar.js';

const EACH = KINDS.map((kind) => [kind.path, kind] as const);
/** However a whole record would be removed. */
const SCOPES = ['ml_scope=translation', 'ml_scope=translation&force=true'];
const SEVERAL = COMBINATIONS.filter(({ length }) => length > 1);
const EACH_OF_SEVERAL = SEVERAL.flatMap((present) => pairs([present], present));

describe.each(LANGUAGES)('removed with DEFAULT_LANGUAGE=%s,', (byDefault) => {
  const here = multilingualScene(byDefault);

  const stored = ({ kind, id }: Translated) => storedTexts(here, kind, id);
  const addressOf = ({ kind, id }: Translated) => `${kind.path}/${id}`;
  const removal = (way: Way, language: Language, path: string): Promise<Answer<ServedRecord>> =>
    ask(here.calendar, way, language, { method: 'DELETE', path: `${path}?${inTurn(SCOPES)}` });

  /** The addresses of a record: by id, and where there are such, by its slugs. */
  const addressesOf = ({ kind, id, present, texts }: Translated) => [
    `${kind.path}/${id}`,
    ...(kind.isPublished ? present.map((each) => `${kind.path}/by-slug/${texts[each]['slug']}`) : []),
  ];

  /** Whether (1) or not (0) a record is found by the word of its title or name in a language. */
  async function foundBy({ kind, id }: Translated, word: Language, asked: Language): Promise<number> {
    const path = listOf(kind, `include=${id}&search=${WORDS[word].heading}`);
    return (await ask<ServedPage>(here.calendar, 'query', asked, { path })).body.total;
  }

  /** What is wrong with how a record is read, listed and found in a language. */
  async function misread(what: string, record: Translated, removed: Language, asked: Language): Promise<string[]> {
    const [strict, path] = ['ml_fallback=none', addressOf(record)];
    const shown = record.present.includes(asked) ? 1 : 0;
    const lenient = await ask(here.calendar, 'header', asked, { path });
    const absent = shown ? undefined : await ask(here.calendar, 'query', asked, { path: `${path}?${strict}` });
    const list = { path: listOf(record.kind, `include=${record.id}&${strict}`) };
    const listed = (await ask<ServedPage>(here.calendar, 'segment', asked, list)).body.total;
    const served = servedOf(asked, record.present, byDefault);
    const found = await gather([served, removed], async (word) => [await foundBy(record, word, asked)]);
    return [
      ...unlikeServed(what, here, lenient, record, asked),
      ...(absent ? unlikeAbsent(what, absent, asked) : []),
      ...differences(`${what}, in ${asked}`, { listed, found }, { listed: shown, found: [1, 0] }),
    ];
  }

  it.each(EACH)(
    '3.9 3.2 3.5 a translation of %s is removed; the others serve, alone, listed and found',
    async (path, kind) => {
      const wrong = await gather(EACH_OF_SEVERAL, async ([present, language]) => {
        const record = await createIn(here.calendar, kind, present);
        const [before, way, address] = [await stored(record), inTurn(NAMING_IN_QUERY), inTurn(addressesOf(record))];
        const what = `${path} ${record.id} of [${present.join()}] without ${language} by ${way} at ${address}`;
        const answer = await removal(way, language, address);
        const left = { ...record, present: present.filter((each) => each !== language) };
        const after = await stored(record);
        return [
          ...unlikeServed(what, here, answer, left, language),
          ...differences(what, { stored: Object.keys(after) }, { stored: left.present }),
          ...touched(what, [before, after], [language], true),
          ...(await gather(LANGUAGES, (asked) => misread(what, left, language, asked))),
        ];
      });
      expect(wrong).toEqual([]);
    },
  );

  it.each(EACH.filter(([, { isPublished }]) => isPublished))(
    '3.9 4.5 one of %s is still found by the slug of a translation that was removed',
    async (path, kind) => {
      const record = await createIn(here.calendar, kind, LANGUAGES);
      const wrong: string[] = [];
      for (const [index, language] of (['en', 'ca'] as const).entries()) {
        await removal('query', language, addressOf(record));
        const left = {
          ...record,
          present: LANGUAGES.filter((each) => !['en', 'ca'].slice(0, index + 1).includes(each)),
        };
        const slug = { path: `${path}/by-slug/${record.texts[language]['slug']}` };
        wrong.push(...unlikeServed(slug.path, here, await ask(here.calendar, 'query', language, slug), left, language));
      }
      expect(wrong).toEqual([]);
    },
  );

  it.each(EACH)('3.9 a translation of %s that is not there, or the last one, is not removed', async (path) => {
    const wrong = await gather(here.records[path], async (record) => {
      const before = await stored(record);
      const last = record.present.length === 1 ? record.present : [];
      const problems = await gather([...absentOf(record.present), ...last], async (language) => {
        const answer = await removal(inTurn(NAMING_IN_QUERY), language, inTurn(addressesOf(record)));
        const what = `${addressOf(record)} of [${record.present.join()}] without ${language}`;
        return record.present.includes(language)
          ? unlikeProblem(what, answer, 409, 'last_translation')
          : unlikeProblem(what, answer, 404, 'translation_not_found');
      });
      return [...problems, ...touched(addressOf(record), [before, await stored(record)])];
    });
    expect(wrong).toEqual([]);
  });

  const NAMED_NOT = LANGUAGES.flatMap((language) => pairs([language], negotiating(language, byDefault)));
  const nowhere = ({ path, isPublished }: Kind) => [
    `${path}/987654321`,
    ...(isPublished ? [`${path}/by-slug/nowhere`] : []),
  ];

  it.each(EACH)('3.9 8.4 the removal of a translation of %s must name it, before anything else', async (path, kind) => {
    const [record] = here.records[path].slice(-1) as [Translated];
    const before = await stored(record);
    const addresses = [...addressesOf(record), ...nowhere(kind)];
    const wrong = await gather(pairs(addresses, NAMED_NOT), async ([address, [language, way]]) => {
      const answer = await removal(way, language, address);
      return unlikeProblem(`${address} by ${way}`, answer, 400, 'missing_parameter', 'ml_language');
    });
    const unknown = await gather(pairs(nowhere(kind), LANGUAGES), async ([address, language]) => {
      const answer = await removal(inTurn(NAMING_IN_QUERY), language, address);
      return unlikeProblem(address, answer, 404, `${kind.kind}_not_found`);
    });
    expect([...wrong, ...unknown, ...touched(path, [before, await stored(record)])]).toEqual([]);
  });

  it.each(EACH)('3.9 DELETE of one of %s removes the whole, whatever the language', async (_path, kind) => {
    const named = pairs(LANGUAGES, NAMING_IN_QUERY);
    const wrong = await gather([...named, ...NAMED_NOT], async ([language, way]) => {
      const record = await createIn(here.calendar, kind, ['ca', 'en']);
      const [address, query] = [addressOf(record), inTurn(['', 'force=true', 'ml_scope=record'])];
      const removed = await ask(here.calendar, way, language, { method: 'DELETE', path: `${address}?${query}` });
      const isGone = query === 'force=true' || !kind.isPublished;
      const { status, body } = await ask(here.calendar, 'query', inTurn(LANGUAGES), { path: address });
      const after = `${status} ${String(body['code'])}`;
      const gone = isGone ? `404 ${kind.kind}_not_found` : `410 ${kind.kind}_in_trash`;
      const kept = Object.keys(await stored(record));
      return [
        ...unlikeServed(`${address} by ${way} in ${language}`, here, removed, record, language),
        ...differences(address, { after, kept }, { after: gone, kept: isGone ? [] : ['ca', 'en'] }),
      ];
    });
    expect(wrong).toEqual([]);
  });

  it.each(EACH)('3.2 each language is served by exactly one translation of each of %s', async (_path, kind) => {
    expect(await wronglyServing(here, kind)).toEqual([]);
  });
});
