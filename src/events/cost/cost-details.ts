import { isJsonObject } from '../../kernel/schema/parsers.js';
import type { Cost } from './cost.js';
import { compareAmounts } from './parse-amount.js';
import { parseCurrency } from './parse-currency.js';
import { MAX_PRICES, type Price } from './price.js';

/** The currency and the amounts of a cost, as the service serves them. */
export interface CostDetails {
  readonly currency_symbol: string;
  /** ISO 4217, or empty. */
  readonly currency_code: string;
  readonly currency_position: Price['position'];
  /** The distinct amounts with a decimal point, ascending. */
  readonly values: string[];
}

/** Longer than any amount in a cost. */
const MAX_VALUE_LENGTH = 2000;

/** The details of a cost. The currency is the one of the lowest price that names it. */
export function costDetails({ prices }: Cost): CostDetails {
  const priceInCurrency = prices.find(({ currency }) => currency);
  return {
    currency_symbol: priceInCurrency?.currency?.symbol ?? '',
    currency_code: priceInCurrency?.currency?.code ?? '',
    currency_position: priceInCurrency?.position ?? '',
    values: prices.map(({ amount }) => amount),
  };
}

/** Reads details that a client sends. `null` unless the service could have served them. */
export function parseCostDetails(sent: unknown): CostDetails | null {
  if (!isJsonObject(sent)) return null;
  const { currency_symbol, currency_code, currency_position, values } = sent;
  const details = { currency_symbol, currency_code, currency_position, values } as CostDetails;
  return hasCurrency(details) && hasValues(details) ? details : null;
}

function hasCurrency({ currency_symbol: symbol, currency_code: code, currency_position: position }: CostDetails) {
  if (code === '') return symbol === '' && position === '';
  const isPosition = position === 'prefix' || position === 'postfix';
  return isPosition && [symbol, code].some((name) => isCurrency(name, { symbol, code }));
}

function isCurrency(name: unknown, { symbol, code }: { readonly symbol: unknown; readonly code: unknown }): boolean {
  const currency = typeof name === 'string' ? parseCurrency(name) : undefined;
  return currency?.code === code && currency?.symbol === symbol;
}

function hasValues({ values }: { readonly values: unknown }): boolean {
  return (
    Array.isArray(values) &&
    values.length <= MAX_PRICES &&
    values.every((value, index) => isAmount(value) && (index === 0 || compareAmounts(values[index - 1], value) < 0))
  );
}

const isAmount = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_VALUE_LENGTH && /^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value);
