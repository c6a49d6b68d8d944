import { describe, expect, it } from '@jest/globals';
import { listUrl } from '../../../../src/records/lists/page-urls.js';
import { toNumber } from '../../../../src/kernel/schema/parsers.js';

const radiusInUrl = (radius: number) =>
  new URL(listUrl('http://a', { page: 1, per_page: 1, radius } as never, 'ca', { page: 1 })).searchParams.get('radius');

describe('listUrl', () => {
  it.each([
    [0, '0'],
    [-0.5, '-0.5'],
    [1e-7, '0.0000001'],
    [1.2345678901234568e-15, '0.0000000000000012345678901234568'],
    [9_007_199_254_740_991, '9007199254740991'],
  ])('formats numbers so that they are read back unchanged: %d (5.7)', (number, text) => {
    expect([radiusInUrl(number), toNumber(text)]).toEqual([text, number]);
  });
});
