import { MAX_REQUEST_URL_BYTES } from '../request/max-request-url.js';

/** What Node's parser says of a request that it could not read. */
export interface ParserError extends Error {
  readonly code?: string;
  /** What came last, from the network's point of view: perhaps a part of a request, perhaps several requests. */
  readonly rawPacket?: Buffer;
  /** How much of it was read. */
  readonly bytesParsed?: number;
}

const REQUEST_LINE = /^[A-Z-]+ /;

/** What is known of the head of a request that could not be read; empty where nothing is. One character stands for a byte. */
export function unparsedHead({ rawPacket, bytesParsed = 0 }: ParserError): string {
  const packet = rawPacket?.toString('latin1') ?? '';
  const before = packet.slice(0, bytesParsed).lastIndexOf('\r\n\r\n');
  return before < 0 ? packet : packet.slice(before + 4);
}

/**
 * Whether a head that is too long is so by its address. Where it came in several pieces only the last is at hand: then
 * what has the end of a request line, or nothing but what addresses are made of, is one.
 */
export function isTargetTooLong(head: string): boolean {
  const [line = ''] = head.split(/\r?\n/, 1);
  if (REQUEST_LINE.test(line)) return (line.split(' ')[1] ?? '').length > MAX_REQUEST_URL_BYTES;
  return /^\S+ HTTP\/\d\.\d$/.test(line) || (line === head && /^\S+$/.test(line));
}

/** The path of a head without its query, characters that no address has percent-encoded; `/` where it is not known. */
export function pathOfHead(head: string): string {
  const path = /^[A-Z-]+ (?:https?:\/\/[^/?\s]+)?(\/[^?\s]*)[?\s]/i.exec(head)?.[1] ?? '/';
  return path.replace(/[\u0080-\u00FF]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** A header of a head, its first where there are several. */
export function headerOfHead(head: string, name: string): string | undefined {
  const lines = head.split('\r\n\r\n', 1)[0]?.split(/\r?\n/).slice(1) ?? [];
  const line = lines.find((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return line?.slice(name.length + 1).trim();
}
