import { gzipSync } from 'node:zlib';
import { filled, isGenerated, jsonOf, textOf } from './generated.js';
import type { Compressed, Fixtures, Generated, HostileCase } from './hostile-case.js';

/** Whom a service is asked by, and what it holds. */
export interface Asking {
  /** Path of the REST root, such as `/wp-json`; empty by default. */
  readonly restRoot?: string;
  /** Tokens by role. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly fixtures: Fixtures;
}

/** A request as it goes over the wire: nothing is added, corrected or encoded that a case does not say. */
export interface RequestBytes {
  readonly head: Buffer;
  readonly body: Buffer | undefined;
}

/** How a case says that its body has no media type. */
const NO_MEDIA_TYPE = 'content-type,';

/** The bytes of a case. */
export function requestBytes(each: HostileCase, asking: Asking): RequestBytes {
  const body = bodyOf(each, asking.fixtures);
  const target = `${asking.restRoot ?? ''}${filled(each.path, asking.fixtures)}${queryOf(each, asking.fixtures)}`;
  const headers = Object.entries(headersOf(each, asking, body)).filter((header) => header.join() !== NO_MEDIA_TYPE);
  const lines = [`${each.method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), '', ''];
  return { head: Buffer.from(lines.join('\r\n'), 'latin1'), body };
}

function headersOf(
  { headers = {}, auth }: HostileCase,
  { tokens }: Asking,
  body: Buffer | undefined,
): Record<string, string> {
  const usual: Record<string, string> = {
    host: '127.0.0.1',
    connection: 'close',
    ...(body && { 'content-type': 'application/json' }),
    ...(auth !== undefined && { authorization: `Bearer ${tokens[auth]}` }),
  };
  const own = Object.entries(headers).map(([name, value]) => [name, textOf(value)]);
  const all = { ...usual, ...(Object.fromEntries(own) as Record<string, string>) };
  const isFramed = 'content-length' in all || 'transfer-encoding' in all || !body;
  return isFramed ? all : { ...all, 'content-length': String(body.length) };
}

function bodyOf({ body, body_raw }: HostileCase, fixtures: Fixtures): Buffer | undefined {
  if (body !== undefined) return Buffer.from(jsonOf(body, fixtures));
  if (body_raw === undefined) return undefined;
  if (!isCompressed(body_raw)) return Buffer.from(filled(textOf(body_raw), fixtures));
  const [character, length] = body_raw.$gzip;
  return gzipSync(Buffer.alloc(length, character));
}

const isCompressed = (body: string | Generated | Compressed): body is Compressed =>
  typeof body === 'object' && '$gzip' in body;

function queryOf({ query }: HostileCase, fixtures: Fixtures): string {
  if (query === undefined) return '';
  if (typeof query === 'string' || isGenerated(query)) return `?${filled(textOf(query), fixtures)}`;
  const pairs = Object.entries(query).map(([name, value]) => [name, filled(textOf(value), fixtures)]);
  return `?${pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`;
}
