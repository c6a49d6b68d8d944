import type { Language } from '../../kernel/language/languages.js';

/** What a currency is called, and its ISO 4217 code. */
export type CurrencyName = readonly [name: string, code: string];

/** ISO 4217 codes of the currencies in use, and of some that were until lately. */
export const CURRENCY_CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/**
 * The symbols of a language, of those currencies that have one. Plain symbols (`symbol`) differ within the language (`$`
 * and `CA$`), narrow ones are shared by many (`$`).
 */
export function currencySymbols(language: Language, display: 'symbol' | 'narrowSymbol'): CurrencyName[] {
  return [...CURRENCY_CODES]
    .map((code): CurrencyName => [formatCurrencyName(currencyFormat(language, code, display), 1), code])
    .filter(([symbol, code]) => symbol !== code);
}

/** The names of currencies in a language: as titles, and as they stand behind numbers (`euro`, `euros`). */
export function currencyNames(language: Language): CurrencyName[] {
  const displayNames = new Intl.DisplayNames(language, { type: 'currency' });
  const counts = [...pluralCategorySamples(language)];
  return [...CURRENCY_CODES].flatMap((code) => {
    const format = currencyFormat(language, code, 'name');
    const names = [displayNames.of(code) ?? code, ...counts.map((count) => formatCurrencyName(format, count))];
    return names.map((name): CurrencyName => [name, code]);
  });
}

/** A number for each form that a language has for counting: in English one that takes the singular, one the plural. */
function pluralCategorySamples(language: Language): Iterable<number> {
  const rules = new Intl.PluralRules(language);
  const counts = Array.from({ length: 101 }, (_each, count) => count);
  return new Map(counts.map((count) => [rules.select(count), count])).values();
}

function currencyFormat(language: Language, currency: string, currencyDisplay: 'symbol' | 'narrowSymbol' | 'name') {
  return new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay, maximumFractionDigits: 0 });
}

function formatCurrencyName(format: Intl.NumberFormat, count: number): string {
  return format.formatToParts(count).find(({ type }) => type === 'currency')?.value ?? '';
}
