import { parseAmount } from './parse-amount.js';
import { parseCurrency, type Currency } from './parse-currency.js';

/** One amount, as a text that is nothing else says it. */
export interface Price {
  /** As sent. */
  readonly text: string;
  /** Digits, with decimals as sent behind a point: `1234.50`. */
  readonly amount: string;
  readonly currency?: Currency;
  readonly position: 'prefix' | 'postfix' | '';
}

/** Prices as they were read. The same few stand in thousands of events. */
const priceCache = new Map<string, Price | undefined>();
const MAX_CACHED_PRICES = 1000;
/** Characters of a text that is worth remembering. */
const MAX_CACHED_PRICE_LENGTH = 40;

/**
 * Reads a text that is one amount, with a currency before or behind it, or without.
 *
 * @returns `undefined` for any other text
 * @example
 * parsePrice('20 euros'); // { text: '20 euros', amount: '20', currency: { code: 'EUR', symbol: '€' }, position: 'postfix' }
 * parsePrice('10-20 €'); // undefined
 */
export function parsePrice(text: string): Price | undefined {
  if (text.length > MAX_CACHED_PRICE_LENGTH) return parsePriceUncached(text);
  if (!priceCache.has(text)) {
    if (priceCache.size >= MAX_CACHED_PRICES) priceCache.clear();
    priceCache.set(text, parsePriceUncached(text));
  }
  return priceCache.get(text);
}

function parsePriceUncached(text: string): Price | undefined {
  const first = text.search(/\d/);
  if (first < 0) return undefined;
  // ",50" and "€.50" begin with their decimals.
  const start = /[.,]/.test(text.charAt(first - 1)) ? first - 1 : first;
  const end = indexAfterLastDigit(text);
  const amount = parseAmount(text.slice(start, end));
  if (amount === undefined) return undefined;
  return priceWithCurrency({ text, amount }, text.slice(0, start).trim(), text.slice(end).trim());
}

/** The place behind the last digit. */
function indexAfterLastDigit(text: string): number {
  let end = text.length;
  while (end > 0 && !/\d/.test(text.charAt(end - 1))) end -= 1;
  return end;
}

/** Whether the amount is zero, however it is written. */
export function isFreePrice({ amount }: Price): boolean {
  return /^[0.]+$/.test(amount);
}

function priceWithCurrency(price: Pick<Price, 'text' | 'amount'>, before: string, after: string): Price | undefined {
  if (before === '' && after === '') return { ...price, position: '' };
  if (before !== '' && after !== '') return undefined;
  const currency = parseCurrency(before || after);
  return currency && { ...price, currency, position: before === '' ? 'postfix' : 'prefix' };
}
