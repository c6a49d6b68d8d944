/**
 * The languages of content and messages, in the order in which they stand in for each other (after the default
 * language). A further language is one more entry here and one more folder of messages in `src/i18n`.
 */
export const LANGUAGES = ['ca', 'en', 'es'] as const;

/** ISO 639-1 code of a language the service speaks. */
export type Language = (typeof LANGUAGES)[number];

/** Whether a read may serve another language where a record lacks the one asked for. */
export const LANGUAGE_FALLBACKS = ['record', 'none'] as const;
/** What a read serves where a record lacks the language asked for: another, or none. */
export type LanguageFallback = (typeof LANGUAGE_FALLBACKS)[number];

/** The language of one request, resolved once and passed on as an argument. */
export interface RequestLanguage {
  /** The language asked for: messages, order and search follow it. */
  readonly requested: Language;
  /** Whether the client named it (`ml_language` or the address), rather than negotiating it. */
  readonly isExplicit: boolean;
}

/** `text` as a language of the service, whatever its case. */
export function parseLanguage(text: unknown): Language | undefined {
  const code = typeof text === 'string' ? text.trim().toLowerCase() : undefined;
  return LANGUAGES.find((language) => language === code);
}
