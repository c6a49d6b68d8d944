/** Characters that XML 1.0 forbids, also as references: most control characters, lone surrogates, U+FFFE and U+FFFF. */
const FORBIDDEN_CHARACTERS = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const REFERENCES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Markup, as opposed to text that must be escaped. */
class Xml {
  constructor(readonly source: string) {}
}

export type { Xml };

type XmlValue = string | Xml | readonly (Xml | undefined)[];

/**
 * Template of XML. Texts in it are escaped, for elements and for attributes in double quotes. Markup is inserted unchanged, a list of markup
 * with one item per line.
 * @example xml`<title>${'R&B'}</title>`.source // '<title>R&amp;B</title>'
 * @see https://www.w3.org/TR/xml/#charsets
 */
export const xml = (parts: TemplateStringsArray, ...values: readonly XmlValue[]): Xml =>
  new Xml(String.raw({ raw: parts }, ...values.map(toSource)));

function toSource(value: XmlValue): string {
  if (typeof value === 'string') return escapeText(value);
  return value instanceof Xml ? value.source : value.flatMap((item) => item?.source ?? []).join('\n');
}

const escapeText = (text: string): string =>
  text.replace(FORBIDDEN_CHARACTERS, '').replace(/[&<>"]/g, (character) => REFERENCES[character] ?? character);
