import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '../kernel/errors/operator-error.js';
import { LANGUAGES, type Language } from '../kernel/language/languages.js';
import { MESSAGES } from '../kernel/language/messages.module.js';

/** Texts by keys: `fields.speaker.name`. */
type Texts = Readonly<Record<string, string>>;

/** Texts by the languages they are in. */
export type MessagesByLanguage = Readonly<Partial<Record<Language, Texts>>>;

/** Whose texts are read, and where they are. */
interface Source {
  readonly name: string;
  readonly messages?: string | undefined;
}

/** Reads the texts of extensions, and tells what is wrong with them. */
export function readMessages(sources: readonly Source[]): { messages: MessagesByLanguage; faults: Fault[] } {
  const known = new Set(Object.keys(readTexts(MESSAGES, 'en')));
  const all: Partial<Record<Language, Record<string, string>>> = {};
  const faults: Fault[] = [];
  for (const { name, messages: folder } of sources) {
    if (folder === undefined) continue;
    const own = LANGUAGES.map((language) => [language, readTexts(folder, language)] as const);
    const keys = new Set(own.flatMap(([, texts]) => Object.keys(texts)));
    for (const key of keys) {
      const problem = isTaken(key, known)
        ? { key: 'extensions.message_taken', args: { key } }
        : incompleteness(key, own);
      if (problem) faults.push({ of: name, text: problem });
      known.add(key);
    }
    if (keys.size === 0) faults.push({ of: name, text: { key: 'extensions.no_messages', args: { folder } } });
    for (const [language, texts] of own) all[language] = { ...all[language], ...texts };
  }
  return { messages: all, faults };
}

/** Whether there is such a text, or some below that key, or one in whose place others would be. */
function isTaken(key: string, known: ReadonlySet<string>): boolean {
  const parts = key.split('.');
  const above = parts.map((_part, index) => parts.slice(0, index + 1).join('.'));
  return above.some((each) => known.has(each)) || [...known].some((each) => each.startsWith(`${key}.`));
}

/** What a text lacks: a language, or in one of them a placeholder that another has. */
function incompleteness(key: string, own: readonly (readonly [Language, Texts])[]) {
  const missing = own.filter(([, texts]) => texts[key] === undefined).map(([language]) => language);
  if (missing.length > 0) return { key: 'extensions.message_missing', args: { key, languages: missing.join(', ') } };
  const placeholders = own.map(([, texts]) =>
    [...(texts[key] ?? '').matchAll(/\{\w+\}/g)].map(String).toSorted().join(),
  );
  if (new Set(placeholders).size > 1) return { key: 'extensions.placeholders', args: { key } };
  return undefined;
}

/** The texts of a folder in a language, as keys that begin with the names of their files. */
function readTexts(folder: string, language: Language): Record<string, string> {
  const path = join(folder, language);
  const files = existsSync(path) ? readdirSync(path).filter((file) => file.endsWith('.json')) : [];
  const trees = files.map((file) => [file.replace(/\.json$/, ''), parse(join(path, file))] as const);
  return Object.fromEntries(trees.flatMap(([name, tree]) => flat(name, tree)));
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is no JSON`, { cause: error });
  }
}

function flat(prefix: string, tree: unknown): [string, string][] {
  if (tree === null || typeof tree !== 'object') return [[prefix, String(tree)]];
  return Object.entries(tree).flatMap(([name, member]) => flat(`${prefix}.${name}`, member));
}
