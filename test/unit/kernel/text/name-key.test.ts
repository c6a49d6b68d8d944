import { describe, expect, it } from '@jest/globals';
import { foldedNameKey } from '../../../../src/kernel/text/fold.js';

describe('the form in which names are compared', () => {
  it.each([
    ['Col·legi  MERCÈ', ' collegi merce '],
    ['Straße', 'STRASSE'],
    ['¨ Jazz', 'jazz'],
    ['¨', ' ¨ '],
    ['\u212b\u00a8', 'a'],
    ['\u037e', ';'],
  ])('3.6 is the same for %j and %j', (one, other) => {
    expect(foldedNameKey(one)).toBe(foldedNameKey(other));
  });

  it.each(['¨', '¯', '¸ ˛', '\u0301', '\u0301\u0301'])('3.6 is %j itself, of which folding leaves nothing', (name) => {
    expect(foldedNameKey(` ${name} `)).toBe(name);
  });

  it('3.6 is in NFC, which does not depend on how the name is written', () => {
    expect(foldedNameKey('\u0344')).toBe(foldedNameKey('\u0308\u0301'));
    expect(foldedNameKey('\u0344')).toBe('\u0308\u0301');
  });
});
