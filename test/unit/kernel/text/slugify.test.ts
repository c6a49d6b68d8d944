import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { latinToAscii } from '../../../../src/kernel/text/latin-to-ascii.js';
import { MAX_SLUG_LENGTH, normalizeSlug, slugify, slugWithSuffix } from '../../../../src/kernel/text/slugify.js';
import { byRunMode } from '../../../support/run/run-mode.js';

const SLUG = /^(?:[a-z0-9\p{L}\p{M}\p{Nd}]+(?:-[a-z0-9\p{L}\p{M}\p{Nd}]+)*)?$/u;

describe('slugify', () => {
  it.each([
    ['Festa de la Mercè', 'festa-de-la-merce'],
    ['  R&B < jazz!  ', 'r-b-jazz'],
    ['Col·legi, coŀlegi, COL·LEGI', 'collegi-collegi-collegi'],
    ["L'Hospitalet, l’avi, lʼavi", 'l-hospitalet-l-avi-l-avi'],
    ['Straße, Øresund, Łódź, Æon, œuvre, İzmir', 'strasse-oresund-lodz-aeon-oeuvre-izmir'],
    ['Ｆｕｌｌ ﬁn m² Ⅳ 1ª ½', 'full-fin-m2-iv-1a-1-2'],
    ['Ǿ Ǽ Ə Ŋ Ɓ Ꜳ Ҩ', 'o-ae-e-n-b-aa-ҩ'],
  ])('transliterates Latin letters: %s (4.2)', (title, slug) => {
    expect(slugify(title)).toBe(slug);
  });

  it.each([
    ['日本 祭り', '日本-祭り'],
    ['Αθήνα ΡΟΗ', 'αθήνα-ροη'],
    ['مهرجان الموسيقى ٢٠٢٦', 'مهرجان-الموسيقى-٢٠٢٦'],
    ['हिन्दी मेला', 'हिन्दी-मेला'],
    ['𠮷野家', '𠮷野家'],
  ])('keeps other scripts: %s (4.2)', (title, slug) => {
    expect(slugify(title)).toBe(slug.normalize('NFC'));
    expect(slugify(title.normalize('NFD'))).toBe(slug.normalize('NFC'));
  });

  it.each([[''], ['!!!'], ['🎉'], ['\u0301'], [' - ']])('returns an empty slug for %j (4.3)', (title) => {
    expect(slugify(title)).toBe('');
  });

  it('returns at most 200 characters, cut between words if possible (4.2)', () => {
    const slug = slugify('abcd '.repeat(100));
    expect(slug).toBe(`${'abcd-'.repeat(39)}abcd`);
    expect(slugify(`${'a'.repeat(200)} b`)).toBe('a'.repeat(200));
    expect(slugify(`ab ${'c'.repeat(300)}`)).toHaveLength(200);
    expect(slugify('𠮷'.repeat(201))).toBe('𠮷'.repeat(200));
    expect(slugify(`${'𠮷'.repeat(120)} ${'𠮷'.repeat(80)}`)).toBe('𠮷'.repeat(120));
  });

  it('returns a valid slug for any title, and is idempotent (4.2)', () => {
    const title = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'grapheme-composite', maxLength: 300 }),
      fc
        .array(fc.constantFrom(...'aÀ·lŀßøİıŉǰ\u0301\u0338\u200dйﬁ½日कि한ﷺʼ-_’𠮷🎉'), { maxLength: 300 })
        .map((characters) => characters.join('')),
    );
    fc.assert(
      fc.property(title, (text) => {
        const slug = slugify(text);
        expect(slug).toMatch(SLUG);
        expect([...slug].length).toBeLessThanOrEqual(MAX_SLUG_LENGTH);
        expect(slugify(slug)).toBe(slug);
        expect(slug.isWellFormed()).toBe(true);
        expect(normalizeSlug(slug)).toBe(slug);
      }),
      { numRuns: byRunMode(50, 500) },
    );
  });
});

describe('normalizeSlug', () => {
  it('converts to lower case and NFC (1.3)', () => {
    expect(normalizeSlug('ΑΘΗ\u0301ΝΑ-Merce\u0300')).toBe('αθήνα-mercè');
  });
});

describe('slugWithSuffix', () => {
  it('adds a number within 200 characters (4.3)', () => {
    expect(slugWithSuffix('jazz', 2)).toBe('jazz-2');
    expect(slugWithSuffix('a'.repeat(200), 10)).toBe(`${'a'.repeat(197)}-10`);
    expect(slugWithSuffix(`${'a'.repeat(150)}-${'b'.repeat(49)}`, 3)).toBe(`${'a'.repeat(150)}-3`);
  });
});

describe('latinToAscii', () => {
  it('changes only lower-case Latin letters, to letters from a to z', () => {
    const letters = Array.from({ length: 0xb000 }, (_, point) => String.fromCodePoint(point)).filter(
      (letter) => latinToAscii(letter) !== letter,
    );
    expect(letters.length).toBeGreaterThan(300);
    for (const letter of letters) {
      expect(letter).toMatch(/^\p{Script=Latin}$/u);
      expect(letter).toBe(letter.toLowerCase());
      expect(latinToAscii(letter)).toMatch(/^[a-z]{1,2}$/);
    }
  });
});
