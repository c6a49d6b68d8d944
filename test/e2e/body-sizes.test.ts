import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { onlyInFullRun } from '../support/jest/run-mode.js';
import { repeatParallel } from '../support/records/links.js';
import { startInProcessCalendar, type InProcessCalendar } from '../support/calendar/in-process-calendar.js';
import { ADMIN_HEADERS, rawRequest } from '../support/requests/raw-request.js';

const MOST = 1_572_864;
const PATH = '/calendar/events/v1/tags';
const MEBIBYTE = 1_048_576;
const CODINGS: [string, (bytes: Buffer) => Buffer][] = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
  ['zstd', zstdCompressSync],
];

let calendar: InProcessCalendar;
beforeAll(async () => {
  calendar = await startInProcessCalendar();
});
afterAll(() => calendar.close());

let tags = 0;
/** JSON of a new tag, padded with blanks to the given size. */
const jsonOf = (size: number) => Buffer.from(`{"name":"Tag ${(tags += 1)}"}`.padEnd(size));
async function post(body: Buffer | string, headers: Record<string, string> = {}) {
  const type = { 'Content-Type': 'application/json', ...ADMIN_HEADERS };
  const { status, body: answer } = await rawRequest(calendar.origin, {
    method: 'POST',
    path: PATH,
    body,
    headers: { ...type, ...headers },
  });
  return [status, answer['code']];
}
async function inChunks(body: Buffer, headers: Record<string, string> = {}): Promise<number> {
  const { status } = await fetch(`${calendar.origin}${PATH}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...ADMIN_HEADERS, ...headers },
    body: new Blob([new Uint8Array(body)]).stream(),
    duplex: 'half',
  });
  return status;
}
const encoded = (coding: string) => ({ 'Content-Encoding': coding });
const TOO_LARGE = [413, 'payload_too_large'];

/** The short form has no bodies of 128 MiB or more. */
describe('Body size limit', () => {
  it('accepts exactly 1.5 MiB and rejects one byte more, for JSON and forms (12.4)', async () => {
    expect(await post(jsonOf(MOST))).toEqual([201, undefined]);
    expect(await post(jsonOf(MOST + 1))).toEqual(TOO_LARGE);
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const formOf = (size: number) => `name=Form+${(tags += 1)}&x=`.padEnd(size, 'x');
    expect(await post(formOf(MOST), form)).toEqual([201, undefined]);
    expect(await post(formOf(MOST + 1), form)).toEqual(TOO_LARGE);
  });

  it.each(['GET', 'DELETE'])('also applies to an ignored body: %s (12.4)', async (method) => {
    const send = (size: number) =>
      rawRequest(calendar.origin, {
        method,
        path: `${PATH}/987654321`,
        body: Buffer.alloc(size),
        headers: ADMIN_HEADERS,
      });
    expect((await send(MOST)).body['code']).toBe('tag_not_found');
    const { status, body } = await send(MOST + 1);
    expect([status, body['code']]).toEqual(TOO_LARGE);
  });

  it('applies to the total size of a chunked body (12.4)', async () => {
    expect([await inChunks(jsonOf(MOST)), await inChunks(jsonOf(MOST + 1))]).toEqual([201, 413]);
  });

  it.each(CODINGS)('applies to the decompressed size: %s (12.4)', async (coding, compress) => {
    expect(await post(compress(jsonOf(MOST)), encoded(coding))).toEqual([201, undefined]);
    expect(await post(compress(jsonOf(MOST + 1)), encoded(coding))).toEqual(TOO_LARGE);
    expect(await post(compress(jsonOf(16 * MEBIBYTE)), encoded(coding.toUpperCase()))).toEqual(TOO_LARGE);
  });

  it('also applies to the compressed size (12.4)', async () => {
    const [header, nothing] = [gzipSync(jsonOf(20)), gzipSync('')];
    const padded = (size: number) =>
      Buffer.concat([header, ...Array.from({ length: size / nothing.length }, () => nothing)]);
    expect(await inChunks(padded(MOST / 2), encoded('gzip'))).toBe(201);
    expect(await inChunks(padded(MOST), encoded('gzip'))).toBe(413);
    expect(await post(padded(MOST), encoded('gzip'))).toEqual(TOO_LARGE);
  });

  onlyInFullRun(() => {
    it('rejects concurrent decompression bombs of 1 GiB and 128 MiB within 200 MiB of memory (12.4)', async () => {
      const member = gzipSync(Buffer.alloc(16 * MEBIBYTE, ' '), { level: 9 });
      const bombs: [string, Buffer][] = [
        ['gzip', Buffer.concat(Array.from({ length: 64 }, () => member))],
        [
          'br',
          brotliCompressSync(Buffer.alloc(128 * MEBIBYTE, ' '), { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
        ],
      ];
      expect(bombs.map(([, { length }]) => length < 1.5 * MEBIBYTE)).toEqual([true, true]);
      const before = process.memoryUsage.rss();
      let most = before;
      for (const [coding, bomb] of bombs) {
        const answers = await repeatParallel(8, async () => {
          const answer = await post(bomb, encoded(coding));
          most = Math.max(most, process.memoryUsage.rss());
          return answer;
        });
        expect(answers).toEqual(Array.from({ length: 8 }, () => TOO_LARGE));
      }
      expect((most - before) / MEBIBYTE).toBeLessThan(200);
    });
  });
});
