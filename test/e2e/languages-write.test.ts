import { describe, expect, it } from '@jest/globals';
import { KINDS } from '../support/kinds.js';
import {
  absentOf,
  ask,
  asking,
  COMBINATIONS,
  differences,
  gather,
  inTurn,
  LANGUAGES,
  NAMING,
  negotiating,
  pairs,
  servedOf,
  unlikeProblem,
  type Language,
  type Way,
} from '../support/languages.js';
import { multilingualScene } from '../support/multilingual-scene.js';
import { soon } from '../support/records.js';
import { misstored, storedTexts, touched, wronglyServing } from '../support/stored-texts.js';
import { createIn, derivesSlug, textsIn, unlikeServed, type Texts, type Translated } from '../support/texts.js';

const EACH = KINDS.map((kind) => [kind.path, kind] as const);
const UPDATES = ['POST', 'PUT', 'PATCH'];

describe.each(LANGUAGES)('written with DEFAULT_LANGUAGE=%s,', (byDefault) => {
  const here = multilingualScene(byDefault);
  let changes = 0;

  const update = ({ kind, id }: Translated, way: Way, language: Language, json: Texts) =>
    ask(here.calendar, way, language, { method: inTurn(UPDATES), path: `${kind.path}/${id}`, json });
  const stored = ({ kind, id }: Pick<Translated, 'kind' | 'id'>) => storedTexts(here, kind, id);

  const misread = async (what: string, record: Translated, asked: Language) => {
    const path = `${record.kind.path}/${record.id}`;
    const answer = await ask(here.calendar, inTurn(asking(asked, byDefault)), asked, { path });
    return unlikeServed(`${what}, read in ${asked}`, here, answer, record, asked);
  };

  /** New texts, all of them or one; the slug stays. */
  function newTexts({ kind }: Translated, language: Language): Texts {
    const { slug: _slug, ...texts } = textsIn(kind, language, `New ${(changes += 1)}`);
    const all = Object.entries(texts);
    return Object.fromEntries([all, ...all.map((each) => [each])][changes % (all.length + 1)] ?? all);
  }

  /** What is wrong with an update that changes the texts of the language that a read of the same request serves. */
  async function misupdated(record: Translated, way: Way, asked: Language): Promise<string[]> {
    const target = servedOf(asked, record.present, byDefault);
    const [before, texts] = [await stored(record), newTexts(record, target)];
    const what = `${record.kind.path} ${record.id} of [${record.present.join()}] by ${way} in ${asked}`;
    const answer = await update(record, way, asked, texts);
    record.texts[target] = { ...record.texts[target], ...texts };
    const after = await stored(record);
    return [
      ...unlikeServed(what, here, answer, record, asked),
      ...misstored(what, record.kind, after, target, record.texts[target]),
      ...touched(what, [before, after], [target]),
    ];
  }

  it.each(EACH)('3.7 one of %s is created in the language asked for, and in no other', async (_path, kind) => {
    const ways = LANGUAGES.flatMap((asked) => pairs([asked], [...NAMING, ...negotiating(asked, byDefault)]));
    const wrong = await gather(ways, async ([asked, way]) => {
      const texts = { ...textsIn(kind, asked, `by${way}`) };
      const json = { ...(kind.path === 'events' ? soon() : {}), ...texts };
      const answer = await ask(here.calendar, way, asked, { method: 'POST', path: kind.path, json });
      const { id } = answer.body;
      const record = { kind, id, present: [asked], texts: { ca: texts, en: texts, es: texts } };
      const [what, after] = [`${kind.path} by ${way} in ${asked}`, await stored(record)];
      return [
        ...unlikeServed(what, here, answer, record, asked, 201),
        ...differences(what, { stored: Object.keys(after) }, { stored: [asked] }),
        ...misstored(what, kind, after, asked, texts),
      ];
    });
    expect(wrong).toEqual([]);
  });

  it.each(EACH)('3.8 an update of %s that names a language it has writes that, and no other', async (path) => {
    const wrong = await gather(here.records[path], async (record) => {
      const found: string[] = [];
      for (const asked of record.present) found.push(...(await misupdated(record, inTurn(NAMING), asked)));
      return found;
    });
    expect(wrong).toEqual([]);
  });

  it.each(EACH)('3.8 an update of %s that names none writes what a read would serve, and no other', async (path) => {
    const wrong = await gather(here.records[path], async (record) => {
      const found: string[] = [];
      for (const asked of LANGUAGES) {
        for (const way of negotiating(asked, byDefault)) found.push(...(await misupdated(record, way, asked)));
      }
      return found;
    });
    expect(wrong).toEqual([]);
  });

  const lacking = COMBINATIONS.flatMap((present) => pairs([present], absentOf(present)));

  it.each(EACH)('3.8 an update of %s that names a language it lacks makes it, others stay', async (path, kind) => {
    const wrong = await gather(lacking, async ([present, language]) => {
      const record = await createIn(here.calendar, kind, present);
      const before = await stored(record);
      const [way, name] = [inTurn(NAMING), `Made ${record.id}`];
      const what = `${path} ${record.id} of [${present.join()}] by ${way} in ${language}`;
      const answer = await update(record, way, language, { [kind.heading]: name });
      const empty: Texts = path === 'events' ? { description: '', excerpt: '' } : { description: '' };
      const texts: Texts = { [kind.heading]: name, ...empty, slug: `made-${record.id}` };
      const made = { ...record, present: [...present, language], texts: { ...record.texts, [language]: texts } };
      const after = await stored(record);
      return [
        ...unlikeServed(what, here, answer, made, language),
        ...(await gather(LANGUAGES, (asked) => misread(what, made, asked))),
        ...misstored(what, kind, after, language, texts),
        ...touched(what, [before, after], [language], true),
      ];
    });
    expect(wrong).toEqual([]);
  });

  it.each(EACH)(
    '3.8 2.7 an update of %s that names a language it lacks needs its name or title',
    async (path, kind) => {
      const { heading } = kind;
      const some: Record<string, unknown>[] = [{ description: 'Text' }, { description: null, image: null }];
      if (path === 'events') some.push({ excerpt: 'Text', featured: true });
      if (!derivesSlug(kind)) some.push({ slug: 'text' });
      const wrong = await gather(here.records[path], async (record) => {
        const found: string[] = [];
        for (const [language, json] of pairs(absentOf(record.present), some)) {
          const [before, way] = [await stored(record), inTurn(NAMING)];
          const what = `${path} ${record.id} by ${way} in ${language}: ${JSON.stringify(json)}`;
          const answer = await update(record, way, language, json as Texts);
          found.push(...unlikeProblem(what, answer, 400, 'missing_parameter', heading));
          found.push(...touched(what, [before, await stored(record)]));
        }
        return found;
      });
      expect(wrong).toEqual([]);
    },
  );

  it.each(EACH)('3.2 each language is served by exactly one translation of each of %s', async (_path, kind) => {
    expect(await wronglyServing(here, kind)).toEqual([]);
  });
});
