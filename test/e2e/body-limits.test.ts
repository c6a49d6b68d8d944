import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { onlyInFullRun } from '../support/run/run-mode.js';
import { repeatParallel } from '../support/records/links.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { ADMIN_HEADERS, rawRequest } from '../support/requests/raw-request.js';

const MAX_BYTES = 1_572_864;
const PATH = '/calendar/events/v1/tags';
const MEBIBYTE = 1_048_576;
const TOO_LARGE = [413, 'payload_too_large'];
const HEADERS = { 'Content-Type': 'application/json', ...ADMIN_HEADERS };
const brotli = (quality: number) => (bytes: Buffer) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

const calendar = useTestCalendar();

let createdTags = 0;
/** JSON of a new tag, padded with blanks to the given size. */
const jsonOf = (size: number) => Buffer.from(`{"name":"Tag ${(createdTags += 1)}"}`.padEnd(size));

async function send(method: string, path: string, body: Buffer | string, headers = {}) {
  const request = { method, path, body, headers: { ...HEADERS, ...headers } };
  const { status, body: responseBody } = await rawRequest(calendar.origin, request);
  return [status, responseBody['code']];
}
const post = (body: Buffer | string, headers = {}) => send('POST', PATH, body, headers);

async function postChunks(body: Buffer, headers = {}): Promise<number> {
  // The types of preact load those of the DOM. Their `RequestInit` lacks `duplex`.
  const options: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { ...HEADERS, ...headers },
    body: new Blob([new Uint8Array(body)]).stream(),
    duplex: 'half',
  };
  const { status } = await fetch(`${calendar.origin}${PATH}`, options);
  return status;
}
const encoded = (coding: string) => ({ 'Content-Encoding': coding });

/** The short form has no bodies of 128 MiB or more. */
describe('Body size limit', () => {
  it('accepts exactly 1.5 MiB and rejects one byte more, for JSON and forms (12.4)', async () => {
    expect(await post(jsonOf(MAX_BYTES))).toEqual([201, undefined]);
    expect(await post(jsonOf(MAX_BYTES + 1))).toEqual(TOO_LARGE);
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect(await post('name=Form&x='.padEnd(MAX_BYTES, 'x'), form)).toEqual([201, undefined]);
    expect(await post('name=Form&x='.padEnd(MAX_BYTES + 1, 'x'), form)).toEqual(TOO_LARGE);
  });

  it.each(['GET', 'DELETE'])('also applies to an ignored body: %s (12.4)', async (method) => {
    const path = `${PATH}/987654321`;
    expect(await send(method, path, Buffer.alloc(MAX_BYTES))).toEqual([404, 'tag_not_found']);
    expect(await send(method, path, Buffer.alloc(MAX_BYTES + 1))).toEqual(TOO_LARGE);
  });

  it('applies to the total size of a chunked body (12.4)', async () => {
    expect([await postChunks(jsonOf(MAX_BYTES)), await postChunks(jsonOf(MAX_BYTES + 1))]).toEqual([201, 413]);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['X-Gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotli(4)],
    ['zstd', zstdCompressSync],
  ])('applies to the decompressed size: %s (12.4)', async (coding, compress) => {
    expect(await post(compress(jsonOf(MAX_BYTES)), encoded(coding))).toEqual([201, undefined]);
    expect(await post(compress(jsonOf(MAX_BYTES + 1)), encoded(coding))).toEqual(TOO_LARGE);
    expect(await post(compress(jsonOf(16 * MEBIBYTE)), encoded(coding.toUpperCase()))).toEqual(TOO_LARGE);
  });

  it('also applies to the compressed size (12.4)', async () => {
    // A gzip file may have several members. The empty ones add bytes to the compressed size only.
    const [tagMember, emptyMember] = [gzipSync(jsonOf(20)), gzipSync('')];
    const padded = (size: number) =>
      Buffer.concat([tagMember, ...Array.from({ length: size / emptyMember.length }, () => emptyMember)]);
    expect(await postChunks(padded(MAX_BYTES / 2), encoded('gzip'))).toBe(201);
    expect(await postChunks(padded(MAX_BYTES), encoded('gzip'))).toBe(413);
    expect(await post(padded(MAX_BYTES), encoded('gzip'))).toEqual(TOO_LARGE);
  });

  onlyInFullRun(() => {
    it('rejects concurrent decompression bombs of 1 GiB and 128 MiB within 200 MiB of memory (12.4)', async () => {
      const member = gzipSync(Buffer.alloc(16 * MEBIBYTE, ' '), { level: 9 });
      const bombs: [string, Buffer][] = [
        ['gzip', Buffer.concat(Array.from({ length: 64 }, () => member))],
        ['br', brotli(3)(Buffer.alloc(128 * MEBIBYTE, ' '))],
      ];
      expect(bombs.map(([, { length }]) => length < MAX_BYTES)).toEqual([true, true]);
      const before = process.memoryUsage.rss();
      let peak = before;
      for (const [coding, bomb] of bombs) {
        const responses = await repeatParallel(8, async () => {
          const response = await post(bomb, encoded(coding));
          peak = Math.max(peak, process.memoryUsage.rss());
          return response;
        });
        expect(responses).toEqual(Array.from({ length: 8 }, () => TOO_LARGE));
      }
      expect((peak - before) / MEBIBYTE).toBeLessThan(200);
    });
  });
});

describe('Incomplete body', () => {
  /** Opens a raw connection. `until` resolves with everything received as soon as it matches a pattern. */
  function openConnection() {
    const socket = connect(Number(new URL(calendar.origin).port), '127.0.0.1');
    let received = '';
    socket.on('data', (part) => (received += String(part)));
    const until = async (pattern: RegExp) => {
      while (!pattern.test(received)) await once(socket, 'data');
      return received;
    };
    return { socket, until };
  }
  const requestHead = (header: string) => {
    const headers = Object.entries({ Host: 'a', ...HEADERS }).map(([name, value]) => `${name}: ${value}`);
    return `POST ${PATH} HTTP/1.1\r\n${[...headers, header].join('\r\n')}\r\n\r\n`;
  };

  it('with a Content-Length above the limit is 413 before any of it arrives (12.4)', async () => {
    const { socket, until } = openConnection();
    socket.write(requestHead('Content-Length: 10000000000'));
    expect(await until(/\r\n\r\n\{.*\}\n$/s)).toMatch(/^HTTP\/1\.1 413 .*"code":"payload_too_large"/s);
    socket.destroy();
  });

  it('above the limit is 413 before its end, and the connection then serves the next request (12.4)', async () => {
    const { socket, until } = openConnection();
    const chunk = (size: number) => `${size.toString(16)}\r\n${' '.repeat(size)}\r\n`;
    socket.write(requestHead('Transfer-Encoding: chunked') + chunk(2 * MEBIBYTE));
    expect(await until(/\r\n\r\n\{.*\}\n$/s)).toMatch(/^HTTP\/1\.1 413 /);
    socket.write(`${chunk(8 * MEBIBYTE)}0\r\n\r\n`);
    socket.write('GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await until(/"status":"ok"/)).toMatch(/HTTP\/1\.1 200 OK/);
  });
});
