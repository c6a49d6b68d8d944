import { describe, expect, it } from 'vitest';
import { MAX_OFFSET, listUrl, pageUrls } from '../../../../src/records/lists/page-urls.js';
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

describe('pageUrls', () => {
  const context = { baseUrl: 'http://a', language: { requested: 'ca' } } as never;
  const previousOf = (page: number) =>
    pageUrls(context, { page, per_page: 10, after: undefined }, { kind: { path: 'tags' } } as never, {
      after: undefined,
      total_pages: 2000,
    }).previous_rest_url;

  it('has no previous page beyond the last one that can be requested (5.6)', () => {
    const lastPage = MAX_OFFSET / 10;
    expect(previousOf(lastPage + 1)).toContain(`page=${lastPage}`);
    expect(previousOf(lastPage + 2)).toBeNull();
  });
});
