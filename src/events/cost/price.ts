import { LRUCache } from 'lru-cache';
import { parseAmount, type DecimalSeparator } from './parse-amount.js';
import { parseCurrency, type Currency } from './parse-currency.js';
import { FREE_PATTERN, PRICE_CONNECTOR } from './price-words.js';

/** One amount, with or without a currency, or a word for free. */
export interface Price {
  /** As sent, without the words around it. */
  readonly text: string;
  /** Digits, with decimals as sent behind a point: `1234.50`. */
  readonly amount: string;
  readonly currency?: Currency | undefined;
  readonly position: 'prefix' | 'postfix' | '';
}

/** Maximum number of prices of a cost. A text with more amounts has no prices. */
export const MAX_PRICES = 100;

/** From the first digit, or the separator before it (`,50`, `€.50`), to the last digit. */
export const DIGITS_PATTERN = /[.,]?\d(?:.*\d)?/s;
const PRICE_PATTERN = new RegExp(String.raw`^(\D*?)(${DIGITS_PATTERN.source})(\D*)$`, 's');

/** Dates with a year of four digits: `2027-05-09`, `9/5/2027`. */
const DATE_PATTERN = /(?<!\d)(?:\d{4}([-/])\d\d?\1\d\d?|\d\d?([-/])\d\d?\2\d{4})(?!\d)/;

/** Prices by text. A list has dozens of costs, and most are equal. */
const priceCache = new LRUCache<string, readonly Price[]>({ max: 1000, memoMethod: (text) => parseUncached(text) });
/** Longer texts are parsed each time, which bounds the memory of the cache. */
const MAX_CACHED_LENGTH = 100;

/**
 * Parses a text that consists of prices: amounts with or without a currency, words for free, and what connects or announces them.
 * @param decimalSeparator reads a single separator of this kind before three digits as the decimal separator
 * @returns the prices in the order of the text; none for any other text, such as `20 € per person`
 * @example parsePrices('De 10 a 20 €').map(({ amount }) => amount); // ['10', '20']
 */
export function parsePrices(text: string, decimalSeparator?: DecimalSeparator): readonly Price[] {
  const isCached = decimalSeparator === undefined && text.length <= MAX_CACHED_LENGTH;
  return isCached ? priceCache.memo(text) : parseUncached(text, decimalSeparator);
}

function parseUncached(text: string, decimalSeparator?: DecimalSeparator): readonly Price[] {
  if (DATE_PATTERN.test(text)) return [];
  const parts = text.trim().split(PRICE_CONNECTOR);
  const [first, last] = [parts.at(0), parts.at(-1)];
  const priceTexts = parts.slice(first === '' ? 1 : 0, last === '' ? -1 : undefined);
  const prices: Price[] = [];
  for (const priceText of priceTexts) {
    const price = parsePrice(priceText.trim(), decimalSeparator);
    if (!price || prices.push(price) > MAX_PRICES) return [];
  }
  return prices;
}

/** Parses one amount with or without a currency, or a word for free. */
function parsePrice(text: string, decimalSeparator: DecimalSeparator | undefined): Price | undefined {
  if (FREE_PATTERN.test(text)) return { text, amount: '0', position: '' };
  const match = PRICE_PATTERN.exec(text);
  if (!match) return undefined;
  const [prefix, digits, postfix] = match.slice(1).map((part) => part.trim()) as [string, string, string];
  const amount = parseAmount(digits, decimalSeparator);
  if (amount === undefined || (prefix && postfix)) return undefined;
  const currencyName = prefix || postfix;
  if (!currencyName) return { text, amount, position: '' };
  const currency = parseCurrency(currencyName);
  return currency && { text, amount, currency, position: prefix ? 'prefix' : 'postfix' };
}

/** Whether the amount is zero, however it is written. */
export function isFreePrice({ amount }: Price): boolean {
  return /^[0.]+$/.test(amount);
}
