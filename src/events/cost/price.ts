import { LRUCache } from 'lru-cache';
import { parseAmount } from './parse-amount.js';
import { parseCurrency, type Currency } from './parse-currency.js';

/** A text that is one amount, with or without a currency. */
export interface Price {
  /** As sent. */
  readonly text: string;
  /** Digits, with decimals as sent behind a point: `1234.50`. */
  readonly amount: string;
  readonly currency?: Currency;
  readonly position: 'prefix' | 'postfix' | '';
}

/** From the first digit, or the separator before it (`,50`, `€.50`), to the last digit. */
const PRICE_PATTERN = /^(\D*?)([.,]?\d(?:.*\d)?)(\D*)$/s;

/** Parsed prices by text. A list has dozens of prices, and most are equal. */
const priceCache = new LRUCache<string, { price: Price | undefined }>({
  max: 1000,
  memoMethod: (text) => ({ price: parseUncached(text) }),
});
/** Longer texts are parsed each time, which bounds the memory of the cache. */
const MAX_CACHED_LENGTH = 40;

/**
 * Parses a text that is one amount, with a currency before or after it, or without.
 * @returns `undefined` for any other text, such as `10-20 €`
 * @example parsePrice('20 euros'); // { text: '20 euros', amount: '20', currency: { code: 'EUR', symbol: '€' }, position: 'postfix' }
 */
export function parsePrice(text: string): Price | undefined {
  return text.length > MAX_CACHED_LENGTH ? parseUncached(text) : priceCache.memo(text).price;
}

function parseUncached(text: string): Price | undefined {
  const match = PRICE_PATTERN.exec(text);
  if (!match) return undefined;
  const [prefix, digits, postfix] = match.slice(1).map((part) => part.trim()) as [string, string, string];
  const amount = parseAmount(digits);
  if (amount === undefined || (prefix && postfix)) return undefined;
  if (!prefix && !postfix) return { text, amount, position: '' };
  const currency = parseCurrency(prefix || postfix);
  return currency && { text, amount, currency, position: prefix ? 'prefix' : 'postfix' };
}

/** Whether the amount is zero, however it is written. */
export function isFreePrice({ amount }: Price): boolean {
  return /^[0.]+$/.test(amount);
}
