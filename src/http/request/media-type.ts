/** A media type. All parts are in lower case, except the values of parameters. */
interface MediaType {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const HTTP_TOKEN_PATTERN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const QUOTED_STRING_PATTERN = String.raw`"(?:[\t \x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t \x21-\x7e\x80-\xff])*"`;
const PARAMETER_PATTERN = `(${HTTP_TOKEN_PATTERN})=(${HTTP_TOKEN_PATTERN}|${QUOTED_STRING_PATTERN})`;

/** Blanks after a semicolon are matched only before a parameter, so that matching takes linear time. */
const MEDIA_TYPE_PATTERN = new RegExp(
  String.raw`^[ \t]*(${HTTP_TOKEN_PATTERN}/${HTTP_TOKEN_PATTERN})((?:[ \t]*;(?:[ \t]*${PARAMETER_PATTERN})?)*)[ \t]*$`,
);

/**
 * Parses `Content-Type` strictly, because lenient parsers disagree: a proxy could read a body in another way. `MIMEType` of Node is lenient.
 * @returns `undefined` if the value is invalid or has a parameter twice
 * @example parseMediaType('Application/JSON; charset="utf-8"') // { name: 'application/json', parameters: charset → 'utf-8' }
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1
 */
export function parseMediaType(value: string): MediaType | undefined {
  const [, name, rest = ''] = MEDIA_TYPE_PATTERN.exec(value) ?? [];
  if (name === undefined) return undefined;
  const found = [...rest.matchAll(new RegExp(PARAMETER_PATTERN, 'g'))];
  const parameters = new Map(found.map(([, key = '', text = '']) => [key.toLowerCase(), unquote(text)]));
  return parameters.size === found.length ? { name: name.toLowerCase(), parameters } : undefined;
}

const unquote = (text: string): string => (text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/gs, '$1') : text);
