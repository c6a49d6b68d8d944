import { readAmount } from './amount.js';
import { currencyNamed, type Currency } from './currency.js';

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
const prices = new Map<string, Price | undefined>();
const MOST_PRICES = 1000;
/** Characters of a text that is worth remembering. */
const LONGEST_PRICE = 40;

/**
 * Reads a text that is one amount, with a currency before or behind it, or without.
 *
 * @returns `undefined` for any other text
 * @example
 * readPrice('20 euros'); // { text: '20 euros', amount: '20', currency: { code: 'EUR', symbol: '€' }, position: 'postfix' }
 * readPrice('10-20 €'); // undefined
 */
export function readPrice(text: string): Price | undefined {
  if (text.length > LONGEST_PRICE) return readAnew(text);
  if (!prices.has(text)) {
    if (prices.size >= MOST_PRICES) prices.clear();
    prices.set(text, readAnew(text));
  }
  return prices.get(text);
}

function readAnew(text: string): Price | undefined {
  const around = text.split(/\d/);
  const [before = '', after = ''] = [around[0], around.at(-1)];
  // ",50" and "€.50" begin with their decimals.
  const start = /[.,]$/.test(before) ? before.length - 1 : before.length;
  const amount = around.length > 1 ? readAmount(text.slice(start, text.length - after.length)) : undefined;
  if (amount === undefined) return undefined;
  return withCurrency({ text, amount }, text.slice(0, start).trim(), after.trim());
}

/** Whether the amount is zero, however it is written. */
export function isFree({ amount }: Price): boolean {
  return /^[0.]+$/.test(amount);
}

function withCurrency(price: Pick<Price, 'text' | 'amount'>, before: string, after: string): Price | undefined {
  if (before === '' && after === '') return { ...price, position: '' };
  if (before !== '' && after !== '') return undefined;
  const currency = currencyNamed(before || after);
  return currency && { ...price, currency, position: before === '' ? 'postfix' : 'prefix' };
}
