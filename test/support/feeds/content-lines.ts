/** A property of a component, with its value as written and its parameters decoded. */
export interface Property {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly value: string;
}

export interface Component {
  readonly name: string;
  readonly properties: Property[];
  readonly components: Component[];
}

const CONTROL_CHARACTERS = /[\p{Cc}--\t]/v;
const LINE = /^([A-Z][A-Z0-9-]*)((?:;[A-Z0-9-]+=(?:"[^"]*"|[^";:,]*))*):(.*)$/s;
const PARAMETER = /;([A-Z0-9-]+)=(?:"([^"]*)"|([^";:,]*))/g;
const DECODED: Readonly<Record<string, string>> = { '^n': '\n', "^'": '"', '^^': '^' };

/**
 * Parses a calendar strictly by RFC 5545, 3.1 and 3.2, and RFC 6868. Throws unless it is exactly one `VCALENDAR`, and each line ends with
 * CRLF, has at most 75 octets in UTF-8 and splits no character.
 */
export function parseCalendar(text: string): Component {
  const lines = text.split('\r\n');
  if (lines.pop() !== '') throw new Error('The last line has no line break');
  for (const line of lines) {
    if (line === '' || CONTROL_CHARACTERS.test(line)) throw new Error(`Not a line: ${JSON.stringify(line)}`);
    if (Buffer.byteLength(line) > 75) throw new Error(`Longer than 75 octets: ${line}`);
    if (!line.isWellFormed()) throw new Error(`A character is split: ${line}`);
  }
  return nest(text.slice(0, -2).replaceAll('\r\n ', '').split('\r\n').map(parseLine));
}

function parseLine(line: string): Property {
  const [match, name = '', parameters = '', value = ''] = LINE.exec(line) ?? [];
  if (match === undefined) throw new Error(`Not a property: ${line}`);
  const entries = Array.from(parameters.matchAll(PARAMETER), ([, key, quoted, plain]) => [
    key,
    (quoted ?? plain ?? '').replace(/\^[n'^]/g, (code) => DECODED[code] ?? code),
  ]);
  return { name, parameters: Object.fromEntries(entries) as Record<string, string>, value };
}

function nest(properties: readonly Property[]): Component {
  const root: Component = { name: '', properties: [], components: [] };
  const open = [root];
  for (const property of properties) {
    const parent = open.at(-1) ?? root;
    if (property.name === 'BEGIN') {
      const component: Component = { name: property.value, properties: [], components: [] };
      parent.components.push(component);
      open.push(component);
    } else if (property.name !== 'END') parent.properties.push(property);
    else if (open.pop()?.name !== property.value) throw new Error(`END:${property.value} without BEGIN`);
  }
  const [calendar] = root.components;
  const isSingle = open.length === 1 && root.properties.length === 0 && root.components.length === 1;
  if (!isSingle || calendar?.name !== 'VCALENDAR') throw new Error('Not one complete VCALENDAR');
  return calendar;
}

/** Properties of a component with a name. */
export const propertiesOf = (component: Component, name: string): Property[] =>
  component.properties.filter((property) => property.name === name);

/** Value of the only property with a name. `undefined` if there is none. */
export function valueOf(component: Component, name: string): string | undefined {
  const [property, ...others] = propertiesOf(component, name);
  if (others.length > 0) throw new Error(`Several ${name}`);
  return property?.value;
}

/** The texts of a value, which may be a list. Throws on an escape that RFC 5545 does not allow. */
export function textsOf(value: string): string[] {
  const [, invalid] = /((?<!\\)(?:\\\\)*\\(?![\\;,nN]).?)/s.exec(value) ?? [];
  if (invalid !== undefined) throw new Error(`Not an escape: ${invalid}`);
  return (value.match(/(?:\\.|[^\\,])+/gs) ?? []).map((text) =>
    text.replace(/\\(.)/g, (_escape, character: string) => (character === 'n' ? '\n' : character)),
  );
}
