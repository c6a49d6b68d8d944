import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError, type SetupIssue } from '../../kernel/errors/setup-error.js';
import { LANGUAGES, type Language } from '../../kernel/language/languages.js';
import { MESSAGES_DIR } from '../../kernel/language/messages.module.js';
import type { ExtensionDefinition } from '../calendar-extension.js';

/** Texts by key, such as `fields.speaker.name`. */
type MessageTexts = Readonly<Record<string, string>>;

/** Checks that every message of an extension exists in every language with the same placeholders, and that its key is new. */
export function findMessageIssues(sources: readonly Pick<ExtensionDefinition, 'name' | 'messages'>[]): SetupIssue[] {
  const takenKeys = new Set(Object.keys(readMessageFiles(MESSAGES_DIR, 'en')));
  const issues: SetupIssue[] = [];
  for (const { name, messages: folder } of sources) {
    if (folder === undefined) continue;
    const textsByLanguage = LANGUAGES.map((language) => [language, readMessageFiles(folder, language)] as const);
    const keys = new Set(textsByLanguage.flatMap(([, texts]) => Object.keys(texts)));
    for (const key of keys) {
      const problem = isMessageKeyTaken(key, takenKeys)
        ? `has a message ${key}, which the service or another extension already has. Choose another key.`
        : findTranslationIssue(key, textsByLanguage);
      if (problem) issues.push({ subject: name, text: problem });
    }
    for (const key of keys) takenKeys.add(key);
    if (keys.size === 0)
      issues.push({
        subject: name,
        text: `has no messages in ${folder}. Add files such as ca/fields.json, en/fields.json and es/fields.json.`,
      });
  }
  return issues;
}

function isMessageKeyTaken(key: string, known: ReadonlySet<string>): boolean {
  const parts = key.split('.');
  const keyAndAncestors = parts.map((_part, index) => parts.slice(0, index + 1).join('.'));
  return keyAndAncestors.some((each) => known.has(each)) || [...known].some((each) => each.startsWith(`${key}.`));
}

/** Describes missing translations or different placeholders of a message. `undefined` if there are none. */
function findTranslationIssue(key: string, textsByLanguage: readonly (readonly [Language, MessageTexts])[]) {
  const missing = textsByLanguage.filter(([, texts]) => texts[key] === undefined).map(([language]) => language);
  if (missing.length > 0) return `has no message ${key} in ${missing.join(', ')}. Add it.`;
  const placeholders = textsByLanguage.map(([, texts]) =>
    [...(texts[key] ?? '').matchAll(/\{\w+\}/g)].map(String).toSorted().join(),
  );
  if (new Set(placeholders).size > 1)
    return `has different placeholders in the translations of the message ${key}. Use the same in all languages.`;
  return undefined;
}

/** The texts of a folder in a language. Keys begin with the name of the file. */
function readMessageFiles(folder: string, language: Language): Record<string, string> {
  const path = join(folder, language);
  const files = existsSync(path) ? readdirSync(path).filter((file) => file.endsWith('.json')) : [];
  const trees = files.map((file) => [file.replace(/\.json$/, ''), parseJsonFile(join(path, file))] as const);
  return Object.fromEntries(trees.flatMap(([name, tree]) => flattenKeys(name, tree)));
}

function parseJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new SetupError(`${file} is not valid JSON (${String(error)}). Correct the file.`);
  }
}

function flattenKeys(prefix: string, tree: unknown): [string, string][] {
  if (tree === null || typeof tree !== 'object') return [[prefix, String(tree)]];
  return Object.entries(tree).flatMap(([name, member]) => flattenKeys(`${prefix}.${name}`, member));
}
