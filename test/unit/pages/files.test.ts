import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FILTER_NAMES } from '../../../src/pages/page.query.js';

const read = (name: string) => readFileSync(`src/pages/files/${name}`, 'utf8');
const CSS = read('pages.css');
const COLOURS = new Map(
  [...CSS.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name = '', light = '', dark = '']) => [
    name,
    { light, dark },
  ]),
);

/** Relative luminance. @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((index) => {
    const channel = Number.parseInt(colour.slice(index, index + 2), 16) / 255;
    return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, scheme: 'light' | 'dark'): number {
  const [first = 0, second = 0] = [one, other].map((name) => luminance(COLOURS.get(name)?.[scheme] ?? ''));
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

it.each([
  ['pages.js', 15 * 1024],
  ['embed.js', 3 * 1024],
  ['pages.css', 7000],
])('The file %s has at most %d bytes with gzip (17.19, 17.28)', (name, limit) => {
  expect(gzipSync(read(name)).length).toBeLessThanOrEqual(limit);
});

it('The element <calendar-events> has the filters of the pages as attributes (17.28)', () => {
  const [, list = ''] = /const FILTERS = (\[[^\]]+\])/.exec(read('embed.js')) ?? [];
  expect(list.match(/\w+/g)).toEqual(FILTER_NAMES);
});

describe('Style sheet of the pages', () => {
  it.each(['light', 'dark'] as const)('has texts with a contrast ≥ 4.5 and controls with ≥ 3: %s (17.23)', (scheme) => {
    const backgrounds = ['background', 'surface', 'accent-soft'];
    const pairs = (names: string[]) => names.flatMap((name) => backgrounds.map((background) => [name, background]));
    const texts = [...pairs(['text', 'muted', 'accent', 'warning']), ['accent-text', 'accent'], ['surface', 'warning']];
    const below = (limit: number, colourPairs: string[][]) =>
      colourPairs.filter(([one = '', other = '']) => !(contrast(one, other, scheme) >= limit));
    expect(below(4.5, texts)).toEqual([]);
    expect(below(3, pairs(['focus', 'control']))).toEqual([]);
  });

  it('has the custom properties that docs/pages.md lists, in the same order (17.24)', () => {
    const [, root = ''] = /:root \{(.*?)\n\}/s.exec(CSS) ?? [];
    const defined = [...root.matchAll(/^ {2}(--[\w-]+):/gm)].map(([, name]) => name);
    const documented = readFileSync('docs/pages.md', 'utf8').matchAll(/^\| `(--[\w-]+)`/gm);
    expect([...documented].map(([, name]) => name)).toEqual(defined);
  });

  it('loads no other file (17.20)', () => {
    expect(CSS).not.toMatch(/url\(|@import|@font-face/);
  });
});
