import { compareAmounts } from './parse-amount.js';
import { isFreePrice, parsePrice, type Price } from './price.js';

/** The cost of an event. */
export interface Cost {
  /** As sent. */
  readonly texts: readonly string[];
  /** The distinct prices, ascending. Empty if a text is not a price, or if the prices are in several currencies. */
  readonly prices: readonly Price[];
}

/** @example parseCost(['30€', '20€']).prices.map(({ amount }) => amount); // ['20', '30'] */
export function parseCost(texts: readonly string[]): Cost {
  const prices = texts.flatMap((text) => parsePrice(text) ?? []);
  const currencies = new Set(prices.flatMap(({ currency }) => currency?.code ?? []));
  const isPriced = prices.length === texts.length && currencies.size <= 1;
  return { texts, prices: isPriced ? sortDistinctPrices(prices) : [] };
}

/**
 * Formats a cost: the price, the range from the lowest to the highest price, or the texts.
 * @param freeLabel replaces a price of zero
 * @example formatCost(parseCost(['20€', '0', '30€']), 'Free'); // 'Free – 30€'
 */
export function formatCost({ texts, prices }: Cost, freeLabel: string): string {
  if (prices.length === 0) return texts.join(', ');
  const range = prices.filter((_price, index) => index === 0 || index === prices.length - 1);
  return range.map((price) => (isFreePrice(price) ? freeLabel : price.text)).join(' – ');
}

/** Sorts prices and keeps one of equal ones, preferably one with a currency. */
function sortDistinctPrices(prices: readonly Price[]): Price[] {
  const ascending = prices.toSorted(
    (one, other) => compareAmounts(one.amount, other.amount) || Number(!one.currency) - Number(!other.currency),
  );
  return ascending.filter(({ amount }, index) => {
    const previous = ascending[index - 1];
    return !previous || compareAmounts(previous.amount, amount) !== 0;
  });
}
