import type { Language } from '../../kernel/language/languages.js';

/** A name or symbol of a currency, and its ISO 4217 code. */
export type CurrencyName = readonly [name: string, code: string];

/** ISO 4217 codes of the currencies that ICU supports. */
export const CURRENCY_CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/**
 * Symbols of currencies in a language. Currencies without a symbol are left out. Plain symbols (`symbol`) are unique within the language
 * (`$`, `CA$`), narrow ones are not (`$`).
 */
export function currencySymbols(language: Language, display: 'symbol' | 'narrowSymbol'): CurrencyName[] {
  return [...CURRENCY_CODES]
    .map((code): CurrencyName => [formatCurrencyName(currencyFormat(language, code, display), 1), code])
    .filter(([symbol, code]) => symbol !== code);
}

/** Names of currencies in a language: the display name, and the forms after numbers (`euro`, `euros`). */
export function currencyNames(language: Language): CurrencyName[] {
  const displayNames = new Intl.DisplayNames(language, { type: 'currency' });
  const counts = [...pluralCategorySamples(language)];
  return [...CURRENCY_CODES].flatMap((code) => {
    const format = currencyFormat(language, code, 'name');
    const names = [displayNames.of(code) ?? code, ...counts.map((count) => formatCurrencyName(format, count))];
    return names.map((name): CurrencyName => [name, code]);
  });
}

/** A number for each plural category of a language, such as singular and plural in English. */
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
