import { parseLanguage, type Language } from './languages.js';

/** Where a terminal names its language, strongest first (POSIX.1-2024, Base Definitions, 8.2). */
const LOCALE_VARIABLES = ['LC_ALL', 'LC_MESSAGES', 'LANG'] as const;

/**
 * The language of a terminal: that of the first locale variable that is not empty, by its primary subtag. `C`, `POSIX`
 * and languages that the service does not speak mean `DEFAULT_LANGUAGE`, and English where that is none either.
 * @example terminalLanguage({ LANG: 'ca_ES.UTF-8' }) // 'ca'
 * @example terminalLanguage({ LC_ALL: 'C', LANG: 'ca_ES.UTF-8', DEFAULT_LANGUAGE: 'es' }) // 'es'
 */
export function terminalLanguage(variables: Readonly<Record<string, string | undefined>>): Language {
  const locale = LOCALE_VARIABLES.map((name) => variables[name]).find((value) => value);
  return parseLanguage(locale?.split(/[_.@-]/, 1)[0]) ?? parseLanguage(variables['DEFAULT_LANGUAGE']) ?? 'en';
}
