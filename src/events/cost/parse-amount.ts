/** The separator of decimals in a language. */
export type DecimalSeparator = '.' | ',';

const DIGITS_PATTERN = /^\d+$/;
// The first group does not begin with 0, so "0,125" has decimals.
const GROUPED_DIGITS_PATTERN = /^[1-9]\d{0,2}([., '])\d{3}(?:\1\d{3})*$/;
const SINGLE_GROUP_PATTERN = /^\d{1,3}[.,]\d{3}$/;

/**
 * Parses an amount as written in Catalan, Spanish or English: thousands may be grouped by points, commas, blanks (ordinary, no-break, narrow
 * no-break) or apostrophes; decimals follow a point or comma. A single separator before exactly three digits groups thousands, unless 0 or
 * more than three digits precede it.
 * @param decimalSeparator a single separator of this kind is always the decimal separator
 * @returns digits, with decimals as sent behind a point; `undefined` for any other text
 * @example parseAmount('1.234,50'); // '1234.50'
 * @example parseAmount('8.625', '.'); // '8.625'
 */
export function parseAmount(text: string, decimalSeparator?: DecimalSeparator): string | undefined {
  const normalized = text.replace(/[\u00a0\u202f]/g, ' ').replaceAll('\u2019', "'");
  const isDecimal = SINGLE_GROUP_PATTERN.test(normalized) && normalized.at(-4) === decimalSeparator;
  if (!isDecimal && isWholeNumber(normalized)) return normalizeDigits(normalized);
  const separatorIndex = Math.max(normalized.lastIndexOf('.'), normalized.lastIndexOf(','));
  if (separatorIndex === -1) return undefined;
  const [whole, decimals] = [normalized.slice(0, separatorIndex), normalized.slice(separatorIndex + 1)];
  const isGroupSeparator = whole.includes(normalized.charAt(separatorIndex));
  if (isGroupSeparator || !DIGITS_PATTERN.test(decimals) || !(whole === '' || isWholeNumber(whole))) return undefined;
  return `${normalizeDigits(whole)}.${decimals}`;
}

/** Compares two results of {@link parseAmount}, of any length, for `toSorted`. */
export function compareAmounts(one: string, other: string): number {
  const [digits = '', decimals = ''] = one.split('.');
  const [otherDigits = '', otherDecimals = ''] = other.split('.');
  const longest = Math.max(decimals.length, otherDecimals.length);
  return (
    digits.length - otherDigits.length ||
    compareTexts(digits, otherDigits) ||
    compareTexts(decimals.padEnd(longest, '0'), otherDecimals.padEnd(longest, '0'))
  );
}

function isWholeNumber(text: string): boolean {
  return DIGITS_PATTERN.test(text) || GROUPED_DIGITS_PATTERN.test(text);
}

function normalizeDigits(whole: string): string {
  return whole.replace(/\D/g, '').replace(/^0+/, '') || '0';
}

function compareTexts(one: string, other: string): number {
  return Number(one > other) - Number(one < other);
}
