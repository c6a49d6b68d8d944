import { describe, expect, it } from '@jest/globals';
import { CATEGORIES } from '../../../src/demo/data/categories.js';
import { EVENTS } from '../../../src/demo/data/events.js';
import { ORGANIZERS } from '../../../src/demo/data/organizers.js';
import { TAGS } from '../../../src/demo/data/tags.js';
import { VENUES } from '../../../src/demo/data/venues.js';
import type { Translations } from '../../../src/demo/demo-records.js';

type Texts = Readonly<Record<string, string>>;
type Language = keyof typeof MARKS;

/** Words, letters and endings that one of the languages has often, and the two others never or seldom. */
const MARKS = {
  ca: /(?<!\p{L})(?:(?:amb|els|les|dels|als|pels?|i|és|són|més|fins|també|hi)(?!\p{L})|[ldsnm]’(?=\p{L}))|[àèòïç]|l·l/giu,
  en: /(?<!\p{L})(?:the|and|of|with|to|for|at|from|by|is|in|on|an)(?!\p{L})/giu,
  es: /(?<!\p{L})(?:con|los|las|por|y|más|desde|hasta|también|hay)(?!\p{L})|[áñ¿¡]|ci[oó]n/giu,
} as const;

/** The language of which a text has most marks; several, where they have the same number. */
function likeliest(text: string): string {
  const counts = Object.entries(MARKS).map(([language, marks]) => [language, text.match(marks)?.length ?? 0] as const);
  const most = Math.max(...counts.map(([, count]) => count));
  return counts.flatMap(([language, count]) => (count === most ? language : [])).join();
}

const textsOf = (records: object) =>
  Object.entries(records as Record<string, { texts: Translations<Texts> }>).flatMap(([key, { texts }]) =>
    Object.entries(texts).map(([language, each]) => ({ key, language: language as Language, each })),
  );

describe('the languages of the demo agenda', () => {
  it('11.2 are those that its events are filed under', () => {
    const events = textsOf(EVENTS);
    const wrong = events.filter(({ language, each }) => likeliest(Object.values(each).join(' ')) !== language);
    expect(events.length).toBeGreaterThan(300);
    expect(wrong).toEqual([]);
  });

  it('11.2 have no description or excerpt in common', () => {
    for (const records of [EVENTS, VENUES, ORGANIZERS, CATEGORIES, TAGS]) {
      const said = textsOf(records).flatMap(({ key, each: { description, excerpt } }) =>
        [description, excerpt].filter((text) => text !== undefined).map((text) => `${key}: ${text}`),
      );
      expect(said.length).toBeGreaterThan(0);
      expect(said.filter((text, index) => said.indexOf(text) !== index)).toEqual([]);
    }
  });
});
