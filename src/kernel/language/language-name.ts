import type { Language } from './languages.js';

/** What a language is called in itself, by CLDR: `català`. */
export function ownName(language: Language): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
}

/** The same as a heading has it: `Català`. */
export function ownHeading(language: Language): string {
  const name = ownName(language);
  return `${name.charAt(0).toLocaleUpperCase(language)}${name.slice(1)}`;
}
