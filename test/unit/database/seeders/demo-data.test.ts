import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '../../../../src/common/language/languages.js';
import { plainText } from '../../../../src/common/text/plain-text.js';
import { richText } from '../../../../src/common/text/rich-text.js';
import { CATEGORIES } from '../../../../src/database/seeders/demo/data/categories.js';
import { EVENTS } from '../../../../src/database/seeders/demo/data/events.js';
import { ORGANIZERS } from '../../../../src/database/seeders/demo/data/organizers.js';
import { TAGS } from '../../../../src/database/seeders/demo/data/tags.js';
import { VENUES } from '../../../../src/database/seeders/demo/data/venues.js';
import type { Translations } from '../../../../src/database/seeders/demo/demo-records.js';

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
  it('are stored as they are written', () => {
    const clean = TEXTS.map(([key, language, name, text]) => {
      const isHtml = name === 'description' || name === 'excerpt';
      return [key, language, name, isHtml ? richText(text) : plainText(text)];
    });
    expect(clean).toEqual(TEXTS);
  });

  it('have typographic apostrophes and quotation marks', () => {
    expect(TEXTS.filter(([, , , text]) => /['"]/.test(besidesTags(text)))).toEqual([]);
  });

  it('have in all languages what they have in one: the same parts, the same paragraphs', () => {
    const shape = (texts: Texts) =>
      Object.entries(texts).map(([name, text]) => [name, text.match(/<(?:p|ul|li)>/g)?.length ?? 0]);
    for (const [key, { texts }] of RECORDS) {
      const shapes = Object.values(texts).map((each) => JSON.stringify(shape(each)));
      expect([key, new Set(shapes).size]).toEqual([key, 1]);
    }
  });

  it('lack a language in a few records, and never all of them', () => {
    const languages = Object.values(EVENTS).map(({ texts }) => Object.keys(texts).length);
    expect(Math.min(...languages)).toBe(1);
    expect(languages.filter((count) => count === 3).length).toBeGreaterThan(languages.length * 0.8);
    for (const language of LANGUAGES) expect(TEXTS.some((text) => text[1] === language)).toBe(true);
  });
});
