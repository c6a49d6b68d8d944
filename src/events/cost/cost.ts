import { compareAmounts } from './parse-amount.js';
import { isFreePrice, parsePrice, type Price } from './price.js';

/** What an event costs. */
export interface Cost {
  /** As sent. */
  readonly texts: readonly string[];
  /** The prices, ascending, equal ones once. None where a text is no price, or where they are in several currencies. */
  readonly prices: readonly Price[];
}

/**
 * Understands the texts of a cost.
 *
 * @example
 * parseCost(['30€', '20€']).prices.map(({ amount }) => amount); // ['20', '30']
 * parseCost(['20€', 'Donation']).prices; // []
 */
export function parseCost(texts: readonly string[]): Cost {
  const prices: Price[] = [];
  for (const text of texts) {
    const price = parsePrice(text);
    if (!price) return { texts, prices: [] };
    prices.push(price);
  }
  return { texts, prices: currenciesOf(prices).size > 1 ? [] : distinctPrices(prices) };
}

/**
 * A cost to be shown: one price, a range from the least to the greatest, or the texts.
 *
 * @param freeLabel the word that stands for a price of zero
 * @example
 * formatCost(parseCost(['20€', '0', '30€']), 'Free'); // 'Free – 30€'
 */
export function formatCost({ texts, prices }: Cost, freeLabel: string): string {
  if (prices.length === 0) return texts.join(', ');
  const range = prices.length === 1 ? prices : [...prices.slice(0, 1), ...prices.slice(-1)];
  return range.map((price) => (isFreePrice(price) ? freeLabel : price.text)).join(' – ');
}

function currenciesOf(prices: readonly Price[]): ReadonlySet<string> {
  return new Set(prices.flatMap(({ currency }) => currency?.code ?? []));
}

/** Of equal prices, one that names its currency stands for all. */
function distinctPrices(prices: readonly Price[]): Price[] {
  const ascending = prices.toSorted(
    (one, other) => compareAmounts(one.amount, other.amount) || Number(!one.currency) - Number(!other.currency),
  );
  return ascending.filter(({ amount }, index) => {
    const previous = ascending[index - 1];
    return !previous || compareAmounts(previous.amount, amount) !== 0;
  });
}
