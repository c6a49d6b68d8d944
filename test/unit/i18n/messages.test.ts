import { globSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, listLanguages } from '../../../src/kernel/language/languages.js';
import { decoratedClasses, describedMembers, messagesInSources, usedKeys } from './used-keys.js';
import { interpolate } from '../../../src/kernel/language/messages.js';

const FOLDER = join(import.meta.dirname, '../../../src/i18n');
/** Keys of the texts of pages. Most are labels, not sentences. Components build some keys, so the code lacks them. */
const PAGE_KEYS = /^pages\./;
const PLURAL_FORM = /\.(?:zero|one|two|few|many|other)$/;
const TEXTS = new Map(LANGUAGES.map((language) => [language as string, textsOf(language)]));
const ENGLISH = TEXTS.get('en') ?? new Map<string, string>();
const FILE_NAMES = new Set([...ENGLISH.keys()].map((key) => key.split('.')[0]).filter((name) => name !== 'pages'));

/** Keys of texts that are the same in Catalan and Spanish. */
const SAME_IN_CATALAN_AND_SPANISH = [
  'examples.category.name',
  'examples.category.slug',
  'operations.createTag',
  'operations.getTag',
  'operations.updateTag',
  'operations.createToken',
  'operations.getToken',
  'operations.revokeToken',
  'operations.tag_names.tokens',
];

/** The arguments that errors and the API document pass for the placeholders of a text, by key. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  'errors.method_not_allowed.detail': ['allow'],
  'errors.page_not_found.detail': ['total_pages'],
  'errors.unsupported_media_type.charset': ['charset'],
  'operations.document.description': ['languages', 'segments'],
};

const FLAWS: readonly [flaw: string, pattern: RegExp][] = [
  ['that is empty', /^$/],
  ['with a blank at the beginning or end', /^\s|\s$/],
  ['with two blanks in a row, or one next to a line break', /[^\S\n]{2}|[^\S\n]\n|\n[^\S\n]/],
  ['with a straight apostrophe', /'/],
  ['with straight quotation marks', /"/],
  ['with three dots instead of an ellipsis', /\.\.\./],
  ['with a blank before a punctuation mark', /[ \n][,.;:?!]/],
  ['with a brace that is not part of a placeholder', /[{}]/],
];

/** Texts that are not sentences: titles, names of operations, labels. */
const HEADING_KEYS = new RegExp(
  [
    String.raw`^errors\.\w+\.title$|^operations\.(\w+|document\.title|(servers|tag_names|translation)\.\w+)$|^labels\.\w+$`,
    String.raw`^docs\.(documentation|languages)$`,
  ].join('|'),
);

/** Example values of fields, which may be sentences or not. */
const EXAMPLE_KEYS = /^examples\./;

const classes = await decoratedClasses();
const keysInUse = usedKeys(classes, (text) => FILE_NAMES.has(text.split('.')[0]) && /^\w+(\.\w+)+$/.test(text));

describe('Texts of the service', () => {
  it('have one folder per language (3.10)', () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual([...LANGUAGES].toSorted());
  });

  describe.each([...TEXTS])('in %s', (language, texts) => {
    it('include every text that the code uses (3.10)', () => {
      expect([...keysInUse].filter((key) => !texts.has(key))).toEqual([]);
    });

    it('include no unused text, and for the pages the same keys as English (3.10, 17.11)', () => {
      const unused = [...texts.keys()].filter((key) => !PAGE_KEYS.test(key) && !keysInUse.has(key));
      expect(unused).toEqual([]);
      expect(pageKeysOf(texts)).toEqual(pageKeysOf(ENGLISH));
    });

    it('include every text that a component of the pages names (17.11)', () => {
      const files = globSync('../pages/**/*.{ts,tsx}', { cwd: FOLDER }).map((file) =>
        readFileSync(join(FOLDER, file), 'utf8'),
      );
      const code = files.join('\n').replaceAll(/^ *\*.*$/gm, '');
      const used = [...code.matchAll(/\btext\(\s*'([\w.]+)'/g)].map(([, key = '']) => `pages.${key}`);
      expect(used.length).toBeGreaterThan(0);
      expect(used.filter((key) => !pageKeysOf(texts).includes(key))).toEqual([]);
    });

    it('have every plural form of the language (17.11)', () => {
      const counted = [...texts.keys()].filter((key) => PLURAL_FORM.test(key));
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      const keys = new Set(counted.map((key) => key.replace(PLURAL_FORM, '')));
      expect(counted.toSorted()).toEqual([...keys].flatMap((key) => forms.map((form) => `${key}.${form}`)).toSorted());
    });

    it('have the placeholders of the English texts (3.10, 17.11)', () => {
      const differing = [...texts].filter(([key, text]) => {
        const english = ENGLISH.get(key) ?? ENGLISH.get(key.replace(/\.many$/, '.other'));
        return placeholders(text).join() !== placeholders(english).join();
      });
      expect(differing).toEqual([]);
    });

    it.each(FLAWS)('include no text %s (3.10, 17.11)', (_flaw, pattern) => {
      const flawed = [...texts].filter(([, text]) => pattern.test(text.replaceAll(/\{\w+\}|`[^`]+`/g, '0')));
      expect(flawed).toEqual([]);
    });

    it('end with a full stop if they are sentences, and without one if they are headings (3.10)', () => {
      const sentences = [...texts].filter(
        ([key]) => ![HEADING_KEYS, EXAMPLE_KEYS, PAGE_KEYS].some((keys) => keys.test(key)),
      );
      expect(sentences.filter(([, text]) => !text.endsWith('.'))).toEqual([]);
      expect([...texts].filter(([key, text]) => HEADING_KEYS.test(key) && text.endsWith('.'))).toEqual([]);
    });
  });

  it('differ between Catalan and Spanish, except for known keys and the texts of pages (3.10)', () => {
    const spanish = TEXTS.get('es');
    const same = [...(TEXTS.get('ca') ?? [])].filter(([key, text]) => spanish?.get(key) === text).map(([key]) => key);
    expect(same.filter((key) => !PAGE_KEYS.test(key))).toEqual(SAME_IN_CATALAN_AND_SPANISH);
  });

  it('get a value for every placeholder wherever the code uses a validation message (3.10)', () => {
    const unfilled = messagesInSources().filter(({ key, args }) =>
      requiredArgs(key).some((name) => !args.includes(name)),
    );
    expect(unfilled).toEqual([]);
  });

  it('have no placeholder without a known argument, apart from validation messages (3.10)', () => {
    const keys = [...keysInUse].filter((key) => !key.startsWith('validation.'));
    const unfilled = keys.filter((key) => requiredArgs(key).some((name) => !ARGUMENTS[key]?.includes(name)));
    expect(unfilled).toEqual([]);
  });

  it('describe every parameter and every member of a request or response (10.3)', () => {
    const members = classes.flatMap(describedMembers);
    expect(members.length).toBeGreaterThan(0);
    expect(members.filter(({ description }) => !keysInUse.has(String(description)))).toEqual([]);
  });
});

function textsOf(language: string): Map<string, string> {
  const files = globSync('*.json', { cwd: join(FOLDER, language) });
  const read = (file: string) => JSON.parse(readFileSync(join(FOLDER, language, file), 'utf8')) as unknown;
  return new Map(files.flatMap((file) => flatten(basename(file, '.json'), read(file))));
}

function flatten(key: string, value: unknown): [key: string, text: string][] {
  if (value === null || typeof value !== 'object') return [[key, typeof value === 'string' ? value : '']];
  return Object.entries(value).flatMap(([name, member]) => flatten(`${key}.${name}`, member));
}

/** Keys of the texts of the pages as components use them: without plural forms. */
function pageKeysOf(texts: ReadonlyMap<string, string>): string[] {
  const keys = [...texts.keys()].filter((key) => PAGE_KEYS.test(key)).map((key) => key.replace(PLURAL_FORM, ''));
  return [...new Set(keys)].toSorted();
}

function placeholders(text: string | undefined): string[] {
  return [...(text ?? '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted();
}

function requiredArgs(key: string): string[] {
  return placeholders(ENGLISH.get(key));
}

describe('listLanguages', () => {
  it('names the languages of the service in the given language (3.10)', () => {
    expect((['ca', 'en', 'es'] as const).map(listLanguages)).toEqual([
      'català, anglès i castellà',
      'Catalan, English, and Spanish',
      'catalán, inglés y español',
    ]);
  });
});

const translate = ({ key, args }: { key: string; args?: object }) => `<${key} ${JSON.stringify(args ?? {})}>`;

describe('interpolate', () => {
  it('inserts values literally, even if they look like placeholders (3.10)', () => {
    const args = { name: '{id} $t(errors.no_route.title) $& {name}', id: 0 };
    expect(interpolate('{name}: {id}, {id}.', args, translate)).toBe('{id} $t(errors.no_route.title) $& {name}: 0, 0.');
  });

  it('translates a message that is the value of a placeholder (3.10)', () => {
    const owner = { key: 'owner.command', args: { pid: 7 } };
    expect(interpolate('Waiting for {owner}.', { owner }, translate)).toBe('Waiting for <owner.command {"pid":7}>.');
  });

  it('keeps a placeholder without a value (3.10)', () => {
    expect(interpolate('{a} {b}', { a: 1, b: undefined }, translate)).toBe('1 {b}');
    expect(interpolate('{a}', undefined, translate)).toBe('{a}');
  });
});
