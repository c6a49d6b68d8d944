import { isDeepStrictEqual } from 'node:util';
import { parseCost, type Cost } from './cost.js';
import { costDetails, type CostDetails } from './cost-details.js';
import { compareAmounts } from './parse-amount.js';
import { isFreePrice, parsePrices } from './price.js';

/** A cost as an event stores it. */
export interface StoredCost {
  readonly texts: readonly string[];
  /** Details that differ from those of the texts, such as hidden prices of a range, or the decimals of a JSON number. */
  readonly details: CostDetails | null;
}

/** A cost, and details that may differ from those of its texts. */
export interface DetailedCost extends Cost {
  readonly details: CostDetails;
}

/** Decimal separators to try. The default is first: a single separator before three digits groups thousands. */
const DECIMAL_SEPARATORS = [undefined, '.', ','] as const;

export function withOwnDetails(sent: readonly (string | number)[]): DetailedCost {
  const cost = parseCost(sent);
  return { ...cost, details: costDetails(cost) };
}

/**
 * Reads a cost with the decimal separator with which it agrees with details: the lowest and the highest amount are
 * equal, and the currency is the same. The currency may be missing in the text if not all prices are shown as numbers.
 * @returns `undefined` if it agrees with none
 * @example findAgreement(['Free – 30€'], details)?.details // those of ['0€', '20€', '30€']
 */
export function findAgreement(sent: readonly (string | number)[], details: CostDetails): DetailedCost | undefined {
  const costs = DECIMAL_SEPARATORS.map((separator) => parseCost(sent, separator));
  const cost = costs.find((each) => agrees(each, details));
  return cost && { ...cost, details };
}

function agrees(cost: Cost, { values, currency_code: code }: CostDetails): boolean {
  const shown = costDetails(cost);
  const showsAllPrices = cost.prices.filter((price) => !isFreePrice(price)).length >= values.length;
  const isSameCurrency = shown.currency_code === code || (shown.currency_code === '' && !showsAllPrices);
  return isSameCurrency && [0, -1].every((index) => isSameAmount(shown.values.at(index), values.at(index)));
}

const isSameAmount = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && compareAmounts(one, other) === 0;

/** Details are stored if they differ from those of the texts. A list with such details is stored as a range. */
export function toStoredCost({ details, ...cost }: DetailedCost): StoredCost {
  const { texts } = cost;
  if (isDeepStrictEqual(costDetails(parseCost(texts)), details)) return { texts, details: null };
  return { texts: texts.length === 1 ? texts : rangeTexts(cost), details };
}

/** The texts of the lowest and the highest price. */
export const rangeTexts = ({ prices }: Cost): string[] =>
  [...new Set([prices.at(0), prices.at(-1)])].flatMap((price) => price?.text ?? []);

export function fromStoredCost({ texts, details }: StoredCost): Cost {
  if (!details) return parseCost(texts);
  const { values, currency_code: code, currency_symbol: symbol, currency_position: position } = details;
  const lowest = parsePrices(texts.at(0) ?? '').at(0);
  const highest = parsePrices(texts.at(-1) ?? '').at(-1);
  const prices = values.map((amount, index) => ({
    text: (index === 0 ? lowest : highest)?.text ?? '',
    amount,
    ...(code === '' ? {} : { currency: { code, symbol } }),
    position,
  }));
  return { texts, prices };
}
