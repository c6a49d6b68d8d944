import { LANGUAGES } from '../../kernel/language/languages.js';
import { fold } from '../../kernel/text/fold.js';
import { CURRENCY_CODES, currencyNames, currencySymbols, type CurrencyName } from './cldr-currencies.js';

/** A currency as a text names it. */
export interface Currency {
  /** ISO 4217. */
  readonly code: string;
  /** The symbol that the text has; else CLDR's narrow symbol, or the code where there is none. */
  readonly symbol: string;
}

/** CLDR's longest name of a currency has about half as many characters. */
const MAX_CURRENCY_NAME_LENGTH = 100;

// Asking Intl for each of these takes some ten milliseconds, so they are read once, when a text first calls for them.
const narrowSymbols = memoize(() => LANGUAGES.flatMap((language) => currencySymbols(language, 'narrowSymbol')));
const symbolsByCode = memoize(
  () =>
    new Map(
      narrowSymbols()
        .toReversed()
        .map(([symbol, code]) => [code, symbol]),
    ),
);
const codesBySymbol = memoize(loadCodesBySymbol);
const currencyCodesByName = memoize(loadCodesByName);

/**
 * The currency that a text names by its symbol, by its ISO 4217 code, or by its name in one of the service's languages, in
 * singular or plural. Case and accents of codes and names do not count. What several currencies share names none.
 *
 * @param text without outer blanks
 * @example
 * parseCurrency('US$'); // { code: 'USD', symbol: 'US$' }
 * parseCurrency('Euros'); // { code: 'EUR', symbol: '€' }
 * parseCurrency('kr'); // undefined
 * @see https://cldr.unicode.org/translation/currency-names-and-symbols
 */
export function parseCurrency(text: string): Currency | undefined {
  if (text.length > MAX_CURRENCY_NAME_LENGTH) return undefined;
  const name = fold(text);
  if (CURRENCY_CODES.has(name.toUpperCase())) return withNarrowSymbol(name.toUpperCase());
  const bySymbol = codesBySymbol().get(normalizeSpaces(text));
  if (bySymbol !== undefined) return { code: bySymbol, symbol: text };
  const byName = currencyCodesByName().get(name);
  return byName === undefined ? undefined : withNarrowSymbol(byName);
}

function withNarrowSymbol(code: string): Currency {
  return { code, symbol: symbolsByCode().get(code) ?? code };
}

/** Plain symbols count before narrow ones; of those in several languages the first, so that one more changes nothing. */
function loadCodesBySymbol(): ReadonlyMap<string, string> {
  const plain = LANGUAGES.toReversed().flatMap((language) => currencySymbols(language, 'symbol'));
  const symbols = [...withoutAmbiguousNames(narrowSymbols()), ...plain];
  return new Map(symbols.map(([symbol, code]) => [normalizeSpaces(symbol), code]));
}

function loadCodesByName(): ReadonlyMap<string, string> {
  const names = LANGUAGES.flatMap((language) => currencyNames(language));
  return new Map(withoutAmbiguousNames(names.map(([name, code]) => [fold(name), code])));
}

function withoutAmbiguousNames(names: readonly CurrencyName[]): CurrencyName[] {
  return [...Map.groupBy(names, ([name]) => name)].flatMap(([name, all]): CurrencyName[] => {
    const codes = new Set(all.map(([, code]) => code));
    return [...codes].slice(0, codes.size === 1 ? 1 : 0).map((code) => [name, code]);
  });
}

function normalizeSpaces(symbol: string): string {
  return symbol.replace(/\s/g, ' ');
}

function memoize<Value>(read: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= read());
}
