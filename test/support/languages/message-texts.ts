import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LANGUAGES, type Language } from './languages.js';

const FOLDER = join(import.meta.dirname, '../../../src/i18n');

/** All messages by key, such as `errors.no_route.title`, in each language, with placeholders. */
export const MESSAGE_TEXTS = Object.fromEntries(LANGUAGES.map((language) => [language, textsOf(language)])) as Readonly<
  Record<Language, ReadonlyMap<string, string>>
>;

/**
 * A message with its placeholders replaced.
 * @example messageText('ca', 'validation.too_long', { most: 500 })
 */
export function messageText(language: Language, key: string, args: Readonly<Record<string, unknown>> = {}): string {
  const text = MESSAGE_TEXTS[language].get(key);
  if (text === undefined) throw new Error(`No message ${key} in ${language}`);
  return text.replace(/\{(\w+)\}/g, (_all, name: string) => String(args[name]));
}

function textsOf(language: string): ReadonlyMap<string, string> {
  const files = globSync('*.json', { cwd: join(FOLDER, language) });
  const read = (file: string) => JSON.parse(readFileSync(join(FOLDER, language, file), 'utf8')) as unknown;
  return new Map(files.flatMap((file) => flatten(basename(file, '.json'), read(file))));
}

function flatten(key: string, value: unknown): [key: string, text: string][] {
  if (value === null || typeof value !== 'object') return [[key, String(value)]];
  return Object.entries(value).flatMap(([name, member]) => flatten(`${key}.${name}`, member));
}

/** Whether a message is used on the page at `/docs` only. */
export const isDocsText = (key: string): boolean => key.startsWith('docs.');

/** Cache of {@link keysOf}: documents repeat their texts. */
const keyCache = new Map<string, string[]>();

/** Keys of the messages that match a text, with any values of placeholders. */
export function keysOf(language: Language, text: string): string[] {
  const keys = keyCache.get(`${language} ${text}`) ?? findKeys(language, text);
  keyCache.set(`${language} ${text}`, keys);
  return keys;
}

function findKeys(language: Language, text: string): string[] {
  const texts = [...MESSAGE_TEXTS[language]].filter(([key]) => !isDocsText(key));
  return texts.filter(([, pattern]) => matchesTemplate(pattern, text)).map(([key]) => key);
}

function matchesTemplate(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split(/\{\w+\}/);
  const last = rest.at(-1);
  return last === undefined ? text === first : text.startsWith(first) && text.endsWith(last);
}

/** Every text in a JSON value with its location. */
export function* textsIn(value: unknown, place: string = ''): Generator<readonly [place: string, text: string]> {
  if (typeof value === 'string') yield [place, value];
  if (value === null || typeof value !== 'object') return;
  for (const [name, member] of Object.entries(value)) yield* textsIn(member, `${place}/${name}`);
}
