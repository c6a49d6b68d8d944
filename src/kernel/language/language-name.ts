import type { Language } from './languages.js';

/** The name of a language in that language, from CLDR: `català`. */
export function nativeName(language: Language): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
}

/** The same with a capital letter: `Català`. */
export function capitalizedNativeName(language: Language): string {
  const name = nativeName(language);
  return `${name.charAt(0).toLocaleUpperCase(language)}${name.slice(1)}`;
}
