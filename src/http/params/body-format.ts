import { isAscii, isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../kernel/errors/api-error.js';
import { parseMediaType } from '../request/media-type.js';

/** How a body is to be read. */
export interface BodyFormat {
  readonly kind: 'json' | 'form';
  /** Whether bytes are what the charset says. */
  readonly matchesCharset: (bytes: Uint8Array) => boolean;
}

const FORM_TYPE = 'application/x-www-form-urlencoded';
const JSON_TYPE = /^application\/(?:.+\+)?json$/;

/** Texts are read as UTF-8, so that every charset there is has to be a part of it. */
const CHARSETS: ReadonlyMap<string, BodyFormat['matchesCharset']> = new Map([
  ['utf-8', isUtf8],
  ['us-ascii', isAscii],
]);

/**
 * How a request says that its body is to be read.
 * @throws {ApiError} `unsupported_media_type`, also where it says two things
 */
export function bodyFormatOf({ headersDistinct }: IncomingMessage): BodyFormat {
  const [header = '', ...others] = headersDistinct['content-type'] ?? [];
  const { name = '', parameters } = parseMediaType(header) ?? {};
  const kind = bodyKindOf(name);
  const charset = parameters?.get('charset') ?? 'utf-8';
  const matchesCharset = CHARSETS.get(charset.toLowerCase());
  if (!kind || !matchesCharset || others.length > 0) throw new ApiError('unsupported_media_type');
  return { kind, matchesCharset };
}

/** Undefined for media types that are not supported. */
function bodyKindOf(mediaType: string): BodyFormat['kind'] | undefined {
  if (mediaType === FORM_TYPE) return 'form';
  return JSON_TYPE.test(mediaType) ? 'json' : undefined;
}

/**
 * The text of a body, without a byte order mark, which parsers of JSON may ignore (RFC 8259, 8.1).
 * @throws {ApiError} `unsupported_media_type` where the bytes are not what the charset says: they would be stored as U+FFFD, each of them
 */
export function decodeBody(bytes: Uint8Array, { matchesCharset }: BodyFormat): string {
  if (!matchesCharset(bytes)) throw new ApiError('unsupported_media_type');
  return new TextDecoder().decode(bytes);
}
