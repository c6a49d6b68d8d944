/** Marks an object or array with a number that has lost digits. */
const INEXACT_NUMBER = Symbol('inexact number');

/** Numbers of up to 15 digits stay exact. Below 1e-99, a number can become 0. */
const POSSIBLY_INEXACT = /[\d.]{16}|e-\d{3}/i;

/** The start of a string, or a number that is possibly inexact. */
const STRING_OR_LONG_NUMBER = /"|-?[\d.]{16,}(?:e[+-]?\d+)?|-?[\d.]+e-\d{3,}/gi;

const DECIMAL_NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/**
 * Parses a JSON text, so that {@link hasInexactNumber} finds the numbers that JavaScript cannot represent: 10224567890123456789 would
 * become 10224567890123457000. The text is scanned for such numbers, because a reviver of `JSON.parse` needs ten times as long.
 * @throws {SyntaxError}
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const inexact = POSSIBLY_INEXACT.test(text) ? findInexactNumbers(text) : undefined;
  if (inexact?.size) markInexact(value, inexact);
  return value;
}

/** Whether a value of {@link parseExactJson} contains a number with other digits than the text. */
export function hasInexactNumber(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  return INEXACT_NUMBER in value || Object.values(value).some(hasInexactNumber);
}

/** The numbers in a valid JSON text that JavaScript cannot represent exactly, as JavaScript reads them. */
function findInexactNumbers(json: string): ReadonlySet<number> {
  const found = new Set<number>();
  const tokens = new RegExp(STRING_OR_LONG_NUMBER);
  for (let token = tokens.exec(json); token; token = tokens.exec(json)) {
    const [source] = token;
    if (source === '"') tokens.lastIndex = endOfString(json, tokens.lastIndex);
    else if (normalizeDecimal(source) !== normalizeDecimal(String(Number(source)))) found.add(Number(source));
  }
  return found;
}

/** The position after the closing quotation mark of a string. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(json: string, position: number): boolean {
  let start = position;
  while (json[start - 1] === '\\') start -= 1;
  return (position - start) % 2 === 1;
}

/** Marks the objects and arrays that contain one of the numbers. */
function markInexact(value: unknown, inexact: ReadonlySet<number>): void {
  if (value === null || typeof value !== 'object') return;
  const members: unknown[] = Object.values(value);
  if (members.some((member) => typeof member === 'number' && inexact.has(member)))
    Object.defineProperty(value, INEXACT_NUMBER, { value: true });
  for (const member of members) markInexact(member, inexact);
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
