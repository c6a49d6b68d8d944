/** Parameters of a property, in the order in which they are written. Their values are not encoded. */
export type ParameterValues = Readonly<Record<string, string>>;

/** Octets of a line without its line break, see RFC 5545, 3.1. */
const MAX_LINE_OCTETS = 75;
/** RFC 5545 does not count the tab as a control character. */
const CONTROL_CHARACTERS = /[\p{Cc}--\t]/gv;
const TEXT_CHARACTERS = /\r\n?|[\n\\;,]/g;
const PARAMETER_CHARACTERS = /\r\n?|[\n"^]/g;
const ENCODED_PARAMETER_CHARACTERS: Readonly<Record<string, string>> = { '"': "^'", '^': '^^' };

/**
 * A property with a date, a URI or a text that is already escaped. Control characters are removed, so that no value can
 * start another line.
 * @returns the folded line with its line break
 * @see https://www.rfc-editor.org/rfc/rfc5545#section-3.1
 */
export function contentLine(name: string, value: string, parameters?: ParameterValues): string {
  const line = `${parameters ? withParameters(name, parameters) : name}:${value}`;
  return `${fold(line.replace(CONTROL_CHARACTERS, ''))}\r\n`;
}

/** A property with a text, which is escaped. */
export const textLine = (name: string, text: string, parameters?: ParameterValues): string =>
  contentLine(name, escapeText(text), parameters);

/**
 * Escapes a text. A value that is a list of texts joins them by commas.
 * @see https://www.rfc-editor.org/rfc/rfc5545#section-3.3.11
 */
export const escapeText = (text: string): string =>
  text.replace(TEXT_CHARACTERS, (character) => (isLineBreak(character) ? String.raw`\n` : `\\${character}`));

/**
 * Appends parameters to the name of a property.
 * @see https://www.rfc-editor.org/rfc/rfc6868
 */
function withParameters(name: string, parameters: ParameterValues): string {
  let result = name;
  for (const [parameter, value] of Object.entries(parameters)) {
    const encoded = value.replace(PARAMETER_CHARACTERS, (character) => ENCODED_PARAMETER_CHARACTERS[character] ?? '^n');
    result += /[:;,]/.test(encoded) ? `;${parameter}="${encoded}"` : `;${parameter}=${encoded}`;
  }
  return result;
}

const isLineBreak = (character: string): boolean => character.startsWith('\r') || character === '\n';

/** Breaks a line into lines of at most 75 octets. The blank that starts the following lines counts. */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= MAX_LINE_OCTETS) return line;
  let folded = '';
  let start = 0;
  let octets = 0;
  for (let index = 0; index < line.length;) {
    const codePoint = line.codePointAt(index) ?? 0;
    const size = octetsOf(codePoint);
    if (octets + size > MAX_LINE_OCTETS) {
      folded += `${line.slice(start, index)}\r\n `;
      start = index;
      octets = 1;
    }
    octets += size;
    index += codePoint > 0xffff ? 2 : 1;
  }
  return folded + line.slice(start);
}

/** Octets of a character in UTF-8. */
function octetsOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint > 0xffff ? 4 : 3;
}
