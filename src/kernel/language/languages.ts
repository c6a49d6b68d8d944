/**
 * The languages of content and messages, in the order of fallback after the default language. Another language needs an entry here and a
 * folder of messages in `src/i18n`.
 */
export const LANGUAGES = ['ca', 'en', 'es'] as const;

/** ISO 639-1 code of a language of the service. */
export type Language = (typeof LANGUAGES)[number];

/** Values of `ml_fallback`. */
export const LANGUAGE_FALLBACK_POLICIES = ['record', 'none'] as const;
/** What a read serves if a record lacks the requested language: another language of the record, or nothing. */
export type LanguageFallbackPolicy = (typeof LANGUAGE_FALLBACK_POLICIES)[number];

/** The language of a request. It is resolved once and passed as an argument. */
export interface RequestLanguage {
  /** The language of messages, and of the texts that a list sorts and searches. */
  readonly requested: Language;
  /** Whether `ml_language` or the URL names the language. Otherwise it comes from `Accept-Language` or the configuration. */
  readonly isExplicit: boolean;
}

/** Parses a language code, in upper or lower case. */
export function parseLanguage(text: unknown): Language | undefined {
  const code = typeof text === 'string' ? text.trim().toLowerCase() : undefined;
  return LANGUAGES.find((language) => language === code);
}

/** Common names where CLDR has another: Catalan `espanyol`. */
const COMMON_NAMES: Partial<Record<Language, Partial<Record<Language, string>>>> = { ca: { es: 'castellà' } };

/** The name of a language in another, from CLDR: `anglès`. */
export const languageName = (language: Language, reader: Language): string =>
  COMMON_NAMES[reader]?.[language] ?? new Intl.DisplayNames(reader, { type: 'language' }).of(language) ?? language;

/** All languages in a sentence: `català, anglès i castellà`. */
export const listLanguages = (reader: Language): string =>
  new Intl.ListFormat(reader).format(LANGUAGES.map((language) => languageName(language, reader)));

/** The name of a language in that language, with a capital letter: `Català`. */
export function capitalizedNativeName(language: Language): string {
  const name = languageName(language, language);
  return `${name.charAt(0).toLocaleUpperCase(language)}${name.slice(1)}`;
}
