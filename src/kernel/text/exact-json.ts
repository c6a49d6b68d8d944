/** Marks an object or array with a number that has lost digits. */
const INEXACT_NUMBER = Symbol('inexact number');

/** Numbers of up to 15 digits keep them. Below 1e-99, a number can become 0. */
const POSSIBLY_INEXACT = /[\d.]{16}|e-\d{3}/i;

const DECIMAL_NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/**
 * Parses a JSON text, so that {@link hasInexactNumber} finds the numbers that JavaScript cannot represent: 10224567890123456789 would
 * become 10224567890123458000. Parsing takes longer if there may be such a number.
 * @throws {SyntaxError}
 */
export function parseExactJson(text: string): unknown {
  return POSSIBLY_INEXACT.test(text) ? JSON.parse(text, markInexact) : JSON.parse(text);
}

/** Whether a value of {@link parseExactJson} contains a number with other digits than the text. */
export function hasInexactNumber(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  return INEXACT_NUMBER in value || Object.values(value).some(hasInexactNumber);
}

function markInexact(this: object, _key: string, value: unknown, { source = '' }: { source?: string } = {}): unknown {
  const isInexact = typeof value === 'number' && normalizeDecimal(source) !== normalizeDecimal(String(value));
  if (isInexact) Object.defineProperty(this, INEXACT_NUMBER, { value: true, configurable: true });
  return value;
}

/** Significant digits and exponent of a decimal number: `15e-1` for 1.50. */
function normalizeDecimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = DECIMAL_NUMBER.exec(text) ?? [];
  const digits = whole + fraction;
  // A pattern such as /0+$/ takes quadratic time.
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  const significant = digits.slice(0, end).replace(/^0+/, '');
  return significant === '' ? '0' : `${sign}${significant}e${Number(exponent) + whole.length - end}`;
}
