import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, listLanguages } from '../../../src/kernel/language/languages.js';

const SOURCES = join(import.meta.dirname, '../../../src');
const PLURAL_FORM_PATTERN = /\.(zero|one|two|few|many|other)$/;

const TEXTS = LANGUAGES.map((language) => [language, textsOf(language)] as const);
const [, [, ENGLISH] = []] = TEXTS;

function textsOf(language: string): Map<string, string> {
  const flatten = (prefix: string, value: object): [string, string][] =>
    Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
      typeof member === 'string' ? [[prefix + name, member]] : flatten(`${prefix}${name}.`, member as object),
    );
  return new Map(
    flatten('', JSON.parse(readFileSync(join(SOURCES, 'i18n', language, 'pages.json'), 'utf8')) as object),
  );
}

/** Keys as components use them: without plural forms. */
const keysOf = (texts: ReadonlyMap<string, string> = new Map()) =>
  [...new Set([...texts.keys()].map((key) => key.replace(PLURAL_FORM_PATTERN, '')))].toSorted();

const placeholders = (text = '') => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();

describe.each(TEXTS)('Texts of the pages in %s', (language, texts) => {
  it('have the keys of the English texts (17.11)', () => {
    expect(keysOf(texts)).toEqual(keysOf(ENGLISH));
  });

  it('have every plural form of the language (17.11)', () => {
    const counted = [...texts.keys()].filter((key) => PLURAL_FORM_PATTERN.test(key));
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const expected = [...new Set(counted.map((key) => key.replace(PLURAL_FORM_PATTERN, '')))].flatMap((key) =>
      categories.map((category) => `${key}.${category}`),
    );
    expect(counted.toSorted()).toEqual(expected.toSorted());
  });

  it('have the placeholders of the English texts, and no typewriter characters (17.11)', () => {
    for (const [key, text] of texts) {
      const english = ENGLISH?.get(key) ?? ENGLISH?.get(key.replace(/\.many$/, '.other'));
      expect([key, placeholders(text)]).toEqual([key, placeholders(english)]);
      expect([key, text]).toEqual([key, expect.not.stringMatching(/^$|^\s|\s$|['"]|\.\.\.|\s{2}/)]);
    }
  });

  it('include every text that a component names (17.11)', () => {
    const files = globSync('pages/**/*.{ts,tsx}', { cwd: SOURCES });
    const code = files.map((file) => readFileSync(join(SOURCES, file), 'utf8').replaceAll(/^ *\*.*$/gm, ''));
    const used = code.flatMap((source) => [...source.matchAll(/\btext\(\s*'([\w.]+)'/g)].map(([, key = '']) => key));
    expect(used.length).toBeGreaterThan(0);
    const keys = new Set(keysOf(texts));
    expect(used.filter((key) => !keys.has(key))).toEqual([]);
  });
});

it('languages are listed by their names in the language of the reader (3.10)', () => {
  expect((['ca', 'en', 'es'] as const).map(listLanguages)).toEqual([
    'català, anglès i castellà',
    'Catalan, English, and Spanish',
    'catalán, inglés y español',
  ]);
});
