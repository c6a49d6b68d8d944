import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { fold, foldedNameKey, foldedWords } from '../../../../src/kernel/text/fold.js';
import { nfc } from '../../../../src/kernel/text/nfc.js';
import { byRunMode } from '../../../support/run/run-mode.js';
import { shorten } from '../../../../src/kernel/text/shorten.js';

const LETTERS = fc.constantFrom(
  ...'aàÀçñÑ·lŀLß ẞøŒłđþıİſﬁﾊﾞ１Ａがハ"’“—\u00ad\u200d\u0301\u0306\u0338\u034f'.split(''),
  ...'йЙёїўиуі\u0308Σςσάΐᾳאָאּعَأหำักकि한ㅎ한\u115f½²ﷺ🎉❤️'.split(''),
);
const text = fc.oneof(
  fc.array(LETTERS, { maxLength: 12 }).map((letters) => letters.join('')),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

describe('fold', () => {
  it.each([
    ['Festa de la MERCÈ', 'festa de la merce'],
    ['Straße STRASSE ẞ', 'strasse strasse ss'],
    ['Øresund Æble œuvre Łódź Đà Þór', 'oresund aeble oeuvre lodz da thor'],
    ['İstanbul ıssız', 'istanbul issiz'],
    ['Ｆｕｌｌ　ｗｉｄｔｈ ﬁn ²', 'full width fin 2'],
    ['l’avi lʼavi l´avi l`avi', "l'avi l'avi l'avi l'avi"],
    ['«a» “b” „c‟ – 1‑2', '"a" "b" "c" - 1-2'],
    ['co\u00adope\u200bra\ufeff', 'coopera'],
    [' a \t\n b\u00a0 c ', 'a b c'],
  ])('folds %j (7.6)', (input, expected) => {
    expect(fold(input)).toBe(expected);
  });

  it.each([['col·legi'], ['COL·LEGI'], ['coŀlegi'], ['col•legi'], ['col.legi'], ['collegi'], ['COĿLEGI']])(
    'folds the geminate l of %s (7.6)',
    (word) => {
      expect(fold(word)).toBe('collegi');
    },
  );

  it.each([
    ['Ёлка ЙОГА її ў', 'елка йога її ў'],
    ['и\u0306', 'й'],
    ['한국 がぎ ｶﾞ', '한국 がぎ ガ'],
    ['हिन्दी ไทย עִבְרִית', 'हिन्दी ไทย עִבְרִית'],
  ])('keeps the letters of other scripts: %s (7.6)', (input, expected) => {
    expect(fold(input)).toBe(expected.normalize('NFC'));
  });

  it('is idempotent, returns NFC and ignores the normal form of the input (7.6)', () => {
    fc.assert(
      fc.property(text, (input) => {
        const folded = fold(input);
        expect(fold(folded)).toBe(folded);
        expect(folded).toBe(folded.normalize('NFC'));
        expect(fold(input.normalize('NFC'))).toBe(folded);
        expect(fold(input.normalize('NFD'))).toBe(folded);
      }),
      { numRuns: byRunMode(300, 3000) },
    );
  });

  it('ignores the letter case of names (3.6)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-composite', maxLength: 12 }), (name) => {
        expect(fold(fold(name).toUpperCase())).toBe(fold(name));
      }),
    );
  });
});

describe('foldedWords', () => {
  it('returns each word once, longest first, without words that are part of another (7.6)', () => {
    expect(foldedWords(' Jazz  JAZZ a café\u00a0cafe R&B caf ')).toEqual(['jazz', 'cafe', 'r&b']);
    expect(foldedWords(' \u200d ')).toEqual([]);
    expect(foldedWords('de la de dansa')).toEqual(['dansa', 'de', 'la']);
  });
});

describe('nfc', () => {
  it('composes characters (2.8)', () => {
    expect(nfc('Merce\u0300')).toBe('Mercè');
  });

  it('truncates long runs of combining marks, which are slow to sort (9.3)', () => {
    const zalgo = nfc(`a${'\u0323\u0301'.repeat(100_000)}b`);
    expect(zalgo.length).toBeLessThan(40);
    expect(nfc(zalgo)).toBe(zalgo);
    expect(zalgo.endsWith('b')).toBe(true);
  });
});

describe('foldedNameKey', () => {
  it.each([
    ['Col·legi  MERCÈ', ' collegi merce '],
    ['Straße', 'STRASSE'],
    ['¨', ' ¨ '],
    ['\u212b\u00a8', 'a'],
  ])('is the same for %j and %j (3.6)', (one, other) => {
    expect(foldedNameKey(one)).toBe(foldedNameKey(other));
  });

  it.each(['¨', '¯', '¸ ˛', '\u0301', '\u0301\u0301'])('is the name %j if folding removes all of it (3.6)', (name) => {
    expect(foldedNameKey(` ${name} `)).toBe(name);
  });

  it('is in NFC for every normal form of the name (3.6)', () => {
    expect(foldedNameKey('\u0344')).toBe(foldedNameKey('\u0308\u0301'));
    expect(foldedNameKey('\u0344')).toBe('\u0308\u0301');
  });
});

describe('shorten', () => {
  it.each([
    ['Music from Reus', 11, 'Music from…'],
    ['Music from Reus', 10, 'Music…'],
    ['Supercalifragilistic', 6, 'Super…'],
    ['🎉🎉🎉', 4, '🎉…'],
  ])('shortens %j to %d characters (13.24)', (text, maxLength, expected) => {
    expect(shorten(text, maxLength)).toBe(expected);
  });
});
