import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEMO_KINDS } from '../../../src/demo/demo-data.js';
import { LANGUAGES } from '../../../src/kernel/language/languages.js';
import { slugify } from '../../../src/kernel/text/slugify.js';
import { DEMO } from '../../support/records/demo-texts.js';

type Texts = Readonly<Record<string, string>>;

/** The texts of each record in each of its languages. */
const TRANSLATIONS = DEMO_KINDS.flatMap((kind) =>
  [...DEMO[kind]].flatMap(([key, { texts }]) =>
    [...texts].map(([language, fields]) => ({ kind, key, language, texts: fields as Texts })),
  ),
);
/** Every text: record, language, field and text. */
const TEXTS = TRANSLATIONS.flatMap(({ key, language, texts }) =>
  Object.entries(texts).map(([name, text]) => [key, language, name, text] as const),
);

const readFile = (file: string) =>
  JSON.parse(readFileSync(`src/demo/data/${file}`, 'utf8')) as Record<string, Readonly<Record<string, unknown>>>;
const withoutTags = (text: string) => text.replace(/<[^>]*>/g, '');
const duplicatesIn = (texts: readonly string[]) => texts.filter((text, index) => texts.indexOf(text) !== index);

/** Words, letters and endings that are frequent in one of the languages and rare in the others. */
const LANGUAGE_MARKERS = {
  ca: /(?<!\p{L})(?:(?:amb|els|les|dels|als|pels?|i|és|són|més|fins|també|hi)(?!\p{L})|[ldsnm]’(?=\p{L}))|[àèòïç]|l·l/giu,
  en: /(?<!\p{L})(?:the|and|of|with|to|for|at|from|by|is|in|on|an)(?!\p{L})/giu,
  es: /(?<!\p{L})(?:con|los|las|por|y|más|desde|hasta|también|hay)(?!\p{L})|[áñ¿¡]|ci[oó]n/giu,
} as const;

/** Language with the most markers in a text, or all languages that share the highest number. */
function likeliestLanguage(text: string): string {
  const counts = Object.entries(LANGUAGE_MARKERS).map(
    ([language, markers]) => [language, text.match(markers)?.length ?? 0] as const,
  );
  const highest = Math.max(...counts.map(([, count]) => count));
  return counts.flatMap(([language, count]) => (count === highest ? language : [])).join();
}

describe('Texts of the demo (11.2)', () => {
  it('have typographic apostrophes and quotation marks', () => {
    expect(TEXTS.filter(([, , , text]) => /['"]/.test(withoutTags(text)))).toEqual([]);
  });

  it('have the same fields and as many paragraphs and list items in all languages of a record', () => {
    const structureOf = (texts: Texts) =>
      Object.entries(texts).map(([name, text]) => `${name} ${text.match(/<(?:p|ul|li)>/g)?.length ?? 0}`);
    for (const kind of DEMO_KINDS) {
      for (const [key, { texts }] of DEMO[kind]) {
        const structures = new Set([...texts.values()].map((recordTexts) => structureOf(recordTexts as Texts).join()));
        expect([kind, key, structures.size]).toEqual([kind, key, 1]);
      }
    }
  });

  it.each(DEMO_KINDS)('have unique descriptions and excerpts in %s', (kind) => {
    const texts = TRANSLATIONS.filter((translation) => translation.kind === kind).flatMap(
      ({ key, texts: { description, excerpt } }) =>
        [description, excerpt].filter((text) => text !== undefined).map((text) => `${key}: ${text}`),
    );
    expect(texts.length).toBeGreaterThan(0);
    expect(duplicatesIn(texts)).toEqual([]);
  });

  it.each(DEMO_KINDS)('have titles with slugs that no other record has in %s', (kind) => {
    // Translations are written concurrently, so numbers at the end of slugs would depend on chance.
    const slugs = [...DEMO[kind].values()].map(({ texts }) =>
      [...texts.values()].map(({ title, name, venue, organizer }) =>
        slugify(String(title ?? name ?? venue ?? organizer)),
      ),
    );
    expect(duplicatesIn(slugs.flatMap((slugsOfRecord) => [...new Set(slugsOfRecord)]))).toEqual([]);
  });

  it.each(LANGUAGES)('in %s belong to records, and records without them have a note', (language) => {
    for (const kind of DEMO_KINDS) {
      const [records, texts] = [readFile(`${kind}.json`), readFile(`${language}/${kind}.json`)];
      expect(Object.keys(texts).filter((key) => !records[key])).toEqual([]);
      expect(Object.keys(records).filter((key) => !texts[key] && !records[key]?.['note'])).toEqual([]);
    }
  });

  it('of events are in the language of their file', () => {
    const events = TRANSLATIONS.filter(({ kind }) => kind === 'events');
    expect(events.length).toBeGreaterThan(300);
    expect(
      events.filter(({ language, texts }) => likeliestLanguage(Object.values(texts).join(' ')) !== language),
    ).toEqual([]);
  });

  it('have times in the notation of their language', () => {
    const foreignNotation = { ca: /\d:\d\d|\d h\d|\b[ap]m\b/, es: /\d:\d\d|\b[ap]m\b/, en: /\d:\d\d|\d h\b|\d[ap]m\b/ };
    expect(TEXTS.filter(([, language, , text]) => foreignNotation[language].test(text))).toEqual([]);
  });
});

describe('Missing translations of the demo (11.2)', () => {
  it.each(['venues', 'organizers', 'tags', 'events'] as const)(
    'occur in some of the %s, and in less than a fifth per language',
    (kind) => {
      const records = [...DEMO[kind].values()].map(({ texts }) => [...texts.keys()]);
      expect(records.some((languages) => languages.length < LANGUAGES.length)).toBe(true);
      for (const language of LANGUAGES) {
        expect(records.filter((languages) => !languages.includes(language)).length).toBeLessThan(records.length / 5);
      }
    },
  );
});
