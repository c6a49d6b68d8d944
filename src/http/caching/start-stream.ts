import { pipeline, Readable, type Transform } from 'node:stream';
import { unavailableError } from '../../kernel/errors/api-error.js';
import type { DeadlineState } from '../../kernel/context/deadline.js';
import type { TextStream } from '../request/text-response.js';

/** Bytes that are produced ahead of a slow client. */
const HIGH_WATER_MARK_BYTES = 64 * 1024;

/**
 * Starts a text and waits for its first chunk, so that an error before it becomes a problem response. The text ends when the stream is
 * closed.
 * @throws {ApiError} `unavailable` if the deadline has expired meanwhile and the request was already answered
 */
export async function startStream(
  text: TextStream,
  deadline: DeadlineState | undefined,
  compressor: Transform | undefined,
): Promise<Readable> {
  const chunks = text();
  const first = await chunks.next();
  if (deadline?.isExpired) {
    await chunks.return();
    throw unavailableError();
  }
  const options = { objectMode: false, highWaterMark: HIGH_WATER_MARK_BYTES };
  const stream = Readable.from(withFirst(first, chunks), options);
  // If the stream is closed before its first read, `withFirst` has not started and does not end the text.
  stream.once('close', () => void chunks.return());
  return compressor ? pipeline(stream, compressor, () => undefined) : stream;
}

async function* withFirst(first: IteratorResult<string, void>, rest: AsyncGenerator<string, void>) {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
