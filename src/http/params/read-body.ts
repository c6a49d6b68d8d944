import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { ApiError } from '../../kernel/errors/api-error.js';

/** Content codings (RFC 9110, 8.4.1), and what undoes them. */
const DECODERS: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
  ['gzip', createGunzip],
  ['zstd', createZstdDecompress],
]);

/**
 * The body of a request, decompressed. One that is too large is refused as soon as that is known: no more of it is decompressed or
 * kept. What is still to come is thrown away as it comes, so that its sender gets the answer, and the connection goes on.
 * @param maxBytes bytes that it may have, both as it is sent and decompressed
 * @throws {ApiError} `payload_too_large`, `unsupported_media_type`, `invalid_json`
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new ApiError('payload_too_large');
  const decoder = decoderOf(request);
  if (!decoder) return collectBytes(request, maxBytes);
  try {
    const [bytes] = await Promise.all([collectBytes(request.pipe(decoder), maxBytes), collectBytes(request, maxBytes)]);
    return bytes;
  } finally {
    request.unpipe(decoder).resume();
    decoder.destroy();
  }
}

/**
 * Receives the body of a request that is not looked at.
 * @throws {ApiError} `payload_too_large`, `invalid_json`
 */
export async function discardBody(request: IncomingMessage, maxBytes: number): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new ApiError('payload_too_large');
  await collectBytes(request, maxBytes);
}

function decoderOf(request: IncomingMessage): Transform | undefined {
  const coding = request.headers['content-encoding']?.toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return undefined;
  const create = DECODERS.get(coding);
  if (!create) throw new ApiError('unsupported_media_type');
  return create();
}

function collectBytes(stream: Readable, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    stream.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= maxBytes) {
        parts.push(part);
      } else {
        parts.length = 0;
        reject(new ApiError('payload_too_large'));
      }
    });
    stream.on('end', () => resolve(Buffer.concat(parts)));
    stream.on('error', (cause) => reject(new ApiError('invalid_json', { cause })));
  });
}
