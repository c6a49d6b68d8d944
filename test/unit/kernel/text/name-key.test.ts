import { describe, expect, it } from '@jest/globals';
import { foldedNameKey } from '../../../../src/kernel/text/fold.js';

describe('foldedNameKey', () => {
  it.each([
    ['Col·legi  MERCÈ', ' collegi merce '],
    ['Straße', 'STRASSE'],
    ['¨ Jazz', 'jazz'],
    ['¨', ' ¨ '],
    ['\u212b\u00a8', 'a'],
    ['\u037e', ';'],
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
