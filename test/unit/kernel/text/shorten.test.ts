import { describe, expect, it } from 'vitest';
import { shorten } from '../../../../src/kernel/text/shorten.js';

describe('shorten', () => {
  it.each([
    ['Music', 5, 'Music'],
    ['Music from Reus', 12, 'Music from…'],
    ['Music from Reus', 11, 'Music from…'],
    ['Music from Reus', 10, 'Music…'],
    ['Music  from Reus', 8, 'Music…'],
    ['Supercalifragilistic', 6, 'Super…'],
    ['🎉🎉🎉', 4, '🎉…'],
  ])('shortens %j to %d characters (13.24)', (text, maxLength, expected) => {
    expect(shorten(text, maxLength)).toBe(expected);
  });
});
