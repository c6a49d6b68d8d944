import { gzipSync } from 'node:zlib';
import type { Compressed, Fixtures, Generated, HostileCase, Nested } from './hostile-case.js';

type Members = Readonly<Record<string, unknown>>;

/** The service that cases are sent to, with tokens by role and the records that cases refer to. */
export interface Target {
  readonly origin: string;
  readonly tokens: Readonly<Record<string, string>>;
  readonly fixtures: Fixtures;
}

/** The bytes of a case, with the usual headers. Keeps malformed parts, which an HTTP client would correct or reject. */
export function requestBytes(hostileCase: HostileCase, target: Omit<Target, 'origin'>): Buffer {
  const { method = 'GET', path } = hostileCase;
  const body = bodyOf(hostileCase, target.fixtures);
  const address = `${fillText(path, target.fixtures)}${queryOf(hostileCase, target.fixtures)}`;
  const headers = Object.entries(headersOf(hostileCase, target, body));
  const lines = headers
    .filter(([name, value]) => name !== 'content-type' || value !== '')
    .map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${address} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  return body ? Buffer.concat([head, body]) : head;
}

function headersOf({ headers = {}, auth }: HostileCase, { tokens, fixtures }: Omit<Target, 'origin'>, body?: Buffer) {
  const merged: Record<string, string> = {
    host: '127.0.0.1',
    connection: 'close',
    ...(body && { 'content-type': 'application/json' }),
    ...(auth !== undefined && { authorization: `Bearer ${tokens[auth]}` }),
  };
  for (const [name, value] of Object.entries(headers)) merged[name] = fillText(expandText(value), fixtures);
  const isFramed = 'content-length' in merged || 'transfer-encoding' in merged || !body;
  return isFramed ? merged : { ...merged, 'content-length': String(body.length) };
}

function bodyOf({ body, body_raw }: HostileCase, fixtures: Fixtures): Buffer | undefined {
  if (body !== undefined) return Buffer.from(expandJson(body, fixtures));
  if (body_raw === undefined) return undefined;
  if (!isCompressed(body_raw)) return Buffer.from(fillText(expandText(body_raw), fixtures));
  const [character, length] = body_raw.$gzip;
  return gzipSync(Buffer.alloc(length, character));
}

const isCompressed = (body: string | Generated | Compressed): body is Compressed =>
  typeof body === 'object' && '$gzip' in body;

function queryOf({ query }: HostileCase, fixtures: Fixtures): string {
  if (query === undefined) return '';
  if (typeof query === 'string' || isGenerated(query)) return `?${fillText(expandText(query), fixtures)}`;
  const pairs = Object.entries(query).map(([name, value]) => [name, fillText(expandText(value), fixtures)]);
  return `?${pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`;
}

/** Replaces `{event_id}` by the fixture of that name and `{repeat:9:400}` by 400 nines. */
export function fillText(text: string, fixtures: Fixtures): string {
  return text
    .replace(/\{([a-z_]+)\}/g, (_placeholder, name: string) => {
      const value = fixtures[name];
      if (value === undefined) throw new Error(`No fixture "${name}"`);
      return value;
    })
    .replace(/\{repeat:(.+?):(\d+)\}/g, (_all, part: string, times: string) => part.repeat(Number(times)));
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isGenerated = (value: unknown): value is Generated =>
  isObject(value) && ['$repeat', '$nest', '$neststr', '$csv'].some((name) => value[name] !== undefined);

function expandText(value: string | Generated): string {
  if (typeof value === 'string') return value;
  const { $head = '', $tail = '', $repeat: [text, times] = ['', 0], $nest, $neststr, $csv } = value;
  const middle = [text.repeat(times), nest($nest), nest($neststr), $csv ? range($csv).join() : ''];
  return `${$head}${middle.join('')}${$tail}`;
}

function nest([opening, closing, depth, core = '']: Nested = ['', '', 0]): string {
  return `${opening.repeat(depth)}${core}${closing.repeat(depth)}`;
}

const range = ([first, last]: readonly [number, number]): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

function expandJson(value: unknown, fixtures: Fixtures): string {
  if (typeof value === 'string') return JSON.stringify(fillText(value, fixtures));
  if (Array.isArray(value)) return `[${value.map((item) => expandJson(item, fixtures)).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return generatedJson(value, fixtures) ?? objectJson(value, fixtures);
}

function generatedJson(value: Members, fixtures: Fixtures): string | undefined {
  if (typeof value['$raw'] === 'string') return value['$raw'];
  if (value['$range']) return JSON.stringify(range(value['$range'] as [number, number]));
  if (value['$fill']) {
    const [[item], times] = value['$fill'] as [[unknown], number];
    return `[${Array.from({ length: times }, () => expandJson(item, fixtures)).join()}]`;
  }
  if (!isGenerated(value)) return undefined;
  return value.$nest ? expandText(value) : JSON.stringify(expandText(value));
}

function objectJson(value: Members, fixtures: Fixtures): string {
  // Not JSON.stringify: a member may be raw JSON that no value represents, such as 1e999.
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${expandJson(member, fixtures)}`,
  );
  return `{${members.join()}}`;
}
