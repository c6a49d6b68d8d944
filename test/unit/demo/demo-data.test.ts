import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '../../../src/kernel/language/languages.js';
import { toPlainText } from '../../../src/kernel/text/plain-text.js';
import { sanitizeRichText } from '../../../src/kernel/text/rich-text.js';
import { CATEGORIES } from '../../../src/demo/data/categories.js';
import { EVENTS } from '../../../src/demo/data/events.js';
import { ORGANIZERS } from '../../../src/demo/data/organizers.js';
import { TAGS } from '../../../src/demo/data/tags.js';
import { VENUES } from '../../../src/demo/data/venues.js';
import type { Translations } from '../../../src/demo/demo-records.js';

type Texts = Readonly<Record<string, string>>;

const RECORDS = [VENUES, ORGANIZERS, CATEGORIES, TAGS, EVENTS].flatMap(
  (records) => Object.entries(records) as [string, { texts: Translations<Texts> }][],
);
/** Every text of the agenda: whose it is, in which language, which, and what it says. */
const TEXTS = RECORDS.flatMap(([key, { texts }]) =>
  LANGUAGES.flatMap((language) =>
    Object.entries(texts[language] ?? {}).map(([name, text]) => [key, language, name, text] as const),
  ),
);

const besidesTags = (text: string) => text.replace(/<[^>]*>/g, '');

describe('the texts of the demo agenda', () => {
  it('11.2 are stored as they are written', () => {
    const clean = TEXTS.map(([key, language, name, text]) => {
      const isHtml = name === 'description' || name === 'excerpt';
      return [key, language, name, isHtml ? sanitizeRichText(text) : toPlainText(text)];
    });
    expect(clean).toEqual(TEXTS);
  });

  it('11.2 have typographic apostrophes and quotation marks', () => {
    expect(TEXTS.filter(([, , , text]) => /['"]/.test(besidesTags(text)))).toEqual([]);
  });

  it('11.2 have in all languages what they have in one: the same parts, the same paragraphs', () => {
    const shape = (texts: Texts) =>
      Object.entries(texts).map(([name, text]) => [name, text.match(/<(?:p|ul|li)>/g)?.length ?? 0]);
    for (const [key, { texts }] of RECORDS) {
      const shapes = Object.values(texts).map((each) => JSON.stringify(shape(each)));
      expect([key, new Set(shapes).size]).toEqual([key, 1]);
    }
  });

  it('11.2 have titles and names that nothing else of its kind has in that language', () => {
    for (const records of [EVENTS, VENUES, ORGANIZERS, CATEGORIES, TAGS]) {
      for (const language of LANGUAGES) {
        const names = (Object.values(records) as { texts: Translations<Texts> }[]).flatMap(
          ({ texts }) => texts[language]?.['title'] ?? texts[language]?.['name'] ?? [],
        );
        expect(names.length).toBeGreaterThan(0);
        expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
      }
    }
  });

  it('11.2 lack one language in twelve events or more, two in four or more, and no language in many', () => {
    const spoken = Object.values(EVENTS).map(({ texts }) => LANGUAGES.filter((language) => texts[language]));
    expect(spoken.filter(({ length }) => length === 0)).toEqual([]);
    expect(spoken.filter(({ length }) => length === 2).length).toBeGreaterThanOrEqual(12);
    expect(spoken.filter(({ length }) => length === 1).length).toBeGreaterThanOrEqual(4);
    for (const language of LANGUAGES) {
      expect(spoken.filter((languages) => languages.join() === language).length).toBeGreaterThanOrEqual(1);
      expect(spoken.filter((languages) => !languages.includes(language)).length).toBeLessThan(spoken.length / 5);
    }
  });

  it('11.2 lack a language in a venue, an organizer and a tag', () => {
    for (const records of [VENUES, ORGANIZERS, TAGS]) {
      const lacking = Object.values(records).filter(({ texts }) => Object.keys(texts).length < LANGUAGES.length);
      expect(lacking.length).toBeGreaterThanOrEqual(1);
    }
  });

  it('11.2 have hours as each language writes them', () => {
    const wrong = { ca: /\d:\d\d|\d h\d|\b[ap]m\b/, es: /\d:\d\d|\b[ap]m\b/, en: /\d:\d\d|\d h\b|\d[ap]m\b/ };
    expect(TEXTS.filter(([, language, , text]) => wrong[language].test(text))).toEqual([]);
  });
});
