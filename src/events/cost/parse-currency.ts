import { LANGUAGES } from '../../kernel/language/languages.js';
import { fold } from '../../kernel/text/fold.js';
import { CURRENCY_CODES, currencyNames, currencySymbols, type CurrencyName } from './cldr-currencies.js';

/** A currency as a text names it. */
export interface Currency {
  /** ISO 4217. */
  readonly code: string;
  /** The symbol in the text; else CLDR's narrow symbol, or the code if there is none. */
  readonly symbol: string;
}

/** About twice the longest name of a currency in CLDR. */
const MAX_CURRENCY_NAME_LENGTH = 100;

interface CurrencyTables {
  readonly symbolsByCode: ReadonlyMap<string, string>;
  readonly codesBySymbol: ReadonlyMap<string, string>;
  readonly codesByName: ReadonlyMap<string, string>;
}

let currencyTables: CurrencyTables | undefined;

/**
 * Parses a currency: a symbol, an ISO 4217 code, or a name in one of the service's languages, in singular or plural. Letter case and
 * accents of codes and names do not matter. `$`, `£` and `¥` are USD, GBP and JPY, as in CLDR for English. Another symbol or name that several
 * currencies share (`kr`, `dollars`) is not recognized.
 * @param text without outer blanks
 * @example parseCurrency('Euros'); // { code: 'EUR', symbol: '€' }
 * @see https://cldr.unicode.org/translation/currency-names-and-symbols
 */
export function parseCurrency(text: string): Currency | undefined {
  if (text.length > MAX_CURRENCY_NAME_LENGTH) return undefined;
  // Loading takes some 30 ms, so it is postponed until the first currency is parsed.
  const { symbolsByCode, codesBySymbol, codesByName } = (currencyTables ??= loadCurrencyTables());
  const name = fold(text);
  const isCode = CURRENCY_CODES.has(name.toUpperCase());
  const codeOfSymbol = codesBySymbol.get(normalizeSpaces(text));
  if (!isCode && codeOfSymbol !== undefined) return { code: codeOfSymbol, symbol: text };
  const code = isCode ? name.toUpperCase() : codesByName.get(name);
  return code === undefined ? undefined : { code, symbol: symbolsByCode.get(code) ?? code };
}

/** The first language with a plain symbol decides. Any other symbol must be the narrow one of a single currency. */
function loadCurrencyTables(): CurrencyTables {
  const narrow = LANGUAGES.flatMap((language) => currencySymbols(language, 'narrowSymbol'));
  const plain = LANGUAGES.toReversed().flatMap((language) => currencySymbols(language, 'symbol'));
  const symbols = [...withoutAmbiguous(narrow), ...plain];
  const names = LANGUAGES.flatMap((language) => currencyNames(language));
  return {
    symbolsByCode: new Map(narrow.toReversed().map(([symbol, code]) => [code, symbol])),
    codesBySymbol: new Map(symbols.map(([symbol, code]) => [normalizeSpaces(symbol), code])),
    codesByName: new Map(withoutAmbiguous(names.map(([name, code]) => [fold(name), code]))),
  };
}

function withoutAmbiguous(names: readonly CurrencyName[]): CurrencyName[] {
  const codesByName = new Map(names.map(([name]) => [name, new Set<string>()]));
  for (const [name, code] of names) codesByName.get(name)?.add(code);
  return names.filter(([name]) => codesByName.get(name)?.size === 1);
}

function normalizeSpaces(symbol: string): string {
  return symbol.replace(/\s/g, ' ');
}
