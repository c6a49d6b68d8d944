import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LANGUAGES, type Language } from './languages.js';

const FOLDER = join(import.meta.dirname, '../../../src/i18n');

/** All messages by key, such as `errors.no_route.title`, in each language, with placeholders. */
const MESSAGE_TEXTS = Object.fromEntries(LANGUAGES.map((language) => [language, textsOf(language)])) as Readonly<
  Record<Language, ReadonlyMap<string, string>>
>;

/**
 * A message with its placeholders replaced.
 * @example messageText('ca', 'validation.too_long', { max: 500 })
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

/** Every text in a JSON value with its location. */
export function* textsIn(value: unknown, location: string = ''): Generator<readonly [location: string, text: string]> {
  if (typeof value === 'string') yield [location, value];
  if (value === null || typeof value !== 'object') return;
  for (const [name, member] of Object.entries(value)) yield* textsIn(member, `${location}/${name}`);
}
