import type { Language } from './languages.js';

/** What a language is called in itself, by CLDR: `català`. */
export function nativeName(language: Language): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
}

/** The same as a heading has it: `Català`. */
export function capitalizedNativeName(language: Language): string {
  const name = nativeName(language);
  return `${name.charAt(0).toLocaleUpperCase(language)}${name.slice(1)}`;
}
