import { LANGUAGES, type Language } from '../../kernel/language/languages.js';

/** A text key of a decorator. A prefix such as `ca:` fixes the language. Inside a text, braces enclose a key. */
const TEXT_KEY_PATTERN = new RegExp(
  String.raw`^(?:(${LANGUAGES.join('|')}):)?(fields\..+|(?:operations|examples|errors|validation)(?:\.\w+)+)$|\{((?:errors|operations|validation)(?:\.\w+)+)\}`,
  'gs',
);

export function replaceTextKeys<Part>(part: Part, textOf: (key: string, fixedLanguage?: Language) => string): Part {
  const replace = (text: string) =>
    text.replace(TEXT_KEY_PATTERN, (_all, language: Language | undefined, key: string | undefined, enclosed: string) =>
      textOf(key ?? enclosed, language),
    );
  return JSON.parse(JSON.stringify(part), (_name, value: unknown) =>
    typeof value === 'string' ? replace(value) : value,
  ) as Part;
}

export function textKeysIn(part: object): Set<string> {
  const keys = new Set<string>();
  replaceTextKeys(part, (key) => {
    keys.add(key);
    return '';
  });
  return keys;
}
