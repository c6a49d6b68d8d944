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

/** Maximum length of a cost, which contains its amounts. */
const MAX_VALUE_LENGTH = 2000;

/** The details of a cost. The currency and its position are those of the lowest price with a currency. */
export function costDetails({ prices }: Cost): CostDetails {
  const priceWithCurrency = prices.find(({ currency }) => currency);
  return {
    currency_symbol: priceWithCurrency?.currency?.symbol ?? '',
    currency_code: priceWithCurrency?.currency?.code ?? '',
    currency_position: priceWithCurrency?.position ?? '',
    values: prices.map(({ amount }) => amount),
  };
}

/** Parses details that a client sends back. `null` unless they have the form in which the service serves them. */
export function parseCostDetails(input: unknown): CostDetails | null {
  if (!isJsonObject(input)) return null;
  const { currency_symbol, currency_code, currency_position, values } = input;
  const details = { currency_symbol, currency_code, currency_position, values } as CostDetails;
  return hasValidCurrency(details) && hasValidValues(details) ? details : null;
}

function hasValidCurrency({ currency_symbol: symbol, currency_code: code, currency_position: position }: CostDetails) {
  if (code === '') return symbol === '' && position === '';
  const isPosition = position === 'prefix' || position === 'postfix';
  return isPosition && [symbol, code].some((name) => isCurrency(name, { symbol, code }));
}

/** Whether a text is parsed as the currency with this symbol and code. */
function isCurrency(name: unknown, { symbol, code }: { readonly symbol: unknown; readonly code: unknown }): boolean {
  const currency = typeof name === 'string' ? parseCurrency(name) : undefined;
  return currency?.code === code && currency?.symbol === symbol;
}

function hasValidValues({ values }: { readonly values: unknown }): boolean {
  return (
    Array.isArray(values) &&
    values.length <= MAX_PRICES &&
    values.every((value, index) => isAmount(value) && (index === 0 || compareAmounts(values[index - 1], value) < 0))
  );
}

const isAmount = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_VALUE_LENGTH && /^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value);
