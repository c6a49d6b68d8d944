import { describe, expect, it } from '@jest/globals';
import { latinToAscii } from '../../../../src/kernel/text/latin-to-ascii.js';

describe('latinToAscii', () => {
  it('transliterates special letters (4.2)', () => {
    expect(latinToAscii('straße ørret æble łódź đakovo þing ŋ ə ɓ ĸ ı ƿ')).toBe(
      'strasse orret aeble lódź dakovo thing n e b k i w',
    );
  });

  it('leaves all other letters unchanged', () => {
    expect(latinToAscii('à b é 日 й α 🎉')).toBe('à b é 日 й α 🎉');
  });

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
