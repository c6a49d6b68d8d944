import type { Language } from '../common/language/languages.js';

/** What a language is called in itself, as a heading has it, by CLDR: `Català`. */
export function languageName(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
