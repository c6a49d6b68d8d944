import type { Language } from '../../kernel/language/languages.js';
import { localizeSeparators } from './localize-separators.js';
import { compareAmounts, type DecimalSeparator } from './parse-amount.js';
import { isFreePrice, MAX_PRICES, parsePrices, type Price } from './price.js';

/** The cost of an event. */
export interface Cost {
  /** As sent. Of several prices that are stored with their details: the lowest and the highest one. */
  readonly texts: readonly string[];
  /** The distinct prices, ascending. Empty if a text has none, if there are several currencies, or too many prices. */
  readonly prices: readonly Price[];
}

/**
 * Parses the texts of a cost. The point of a number is its decimal separator.
 * @param decimalSeparator reads a single separator of this kind before three digits as the decimal separator
 * @example parseCost(['30€', '20€']).prices.map(({ amount }) => amount); // ['20', '30']
 */
export function parseCost(sent: readonly (string | number)[], decimalSeparator?: DecimalSeparator): Cost {
  const pricesByText = sent.map((each) => parsePrices(String(each), typeof each === 'number' ? '.' : decimalSeparator));
  const prices = sortDistinctPrices(pricesByText.flat());
  const currencies = new Set(pricesByText.flat().flatMap(({ currency }) => currency?.code ?? []));
  const isPriced =
    pricesByText.every(({ length }) => length > 0) && currencies.size <= 1 && prices.length <= MAX_PRICES;
  return { texts: sent.map(String), prices: isPriced ? prices : [] };
}

/**
 * Formats a cost. A single text is served as sent, several prices as a range in the language. Texts without prices are joined.
 * @param freeLabel replaces a price of zero
 * @example formatCost(parseCost(['20,50€', '0', '30€']), { language: 'en', freeLabel: 'Free' }); // 'Free – 30€'
 */
export function formatCost(
  { texts, prices }: Cost,
  { language, freeLabel }: { readonly language: Language; readonly freeLabel: string },
): string {
  const [lowest, highest] = [prices.at(0), prices.at(-1)];
  if (!lowest || !highest) return texts.join(', ');
  const [text = '', ...otherTexts] = texts;
  if (otherTexts.length === 0 && lowest.text !== text) return text;
  if (lowest === highest) return isFreePrice(lowest) ? freeLabel : lowest.text;
  const range = [lowest, highest];
  return range.map((price) => (isFreePrice(price) ? freeLabel : localizeSeparators(price, language))).join(' – ');
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
