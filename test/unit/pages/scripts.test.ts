import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { FILTER_NAMES } from '../../../src/pages/page.query.js';

const read = (name: string) => readFileSync(new URL(`../../../src/pages/files/${name}`, import.meta.url), 'utf8');

it.each([
  ['pages.js', 15],
  ['embed.js', 3],
])('The script %s is at most %d KB with gzip (17)', (name, limit) => {
  expect(gzipSync(read(name)).length).toBeLessThanOrEqual(limit * 1024);
});

it('The element <calendar-events> has the filters of the pages as attributes (17.28)', () => {
  const [, list = ''] = /const FILTERS = (\[[^\]]+\])/.exec(read('embed.js')) ?? [];
  expect(list.match(/\w+/g)).toEqual(FILTER_NAMES);
});
