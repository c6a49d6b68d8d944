import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { discardBody } from '../../../../src/http/params/read-body.js';

const MOST = 1_572_864;

/** A request with a body of some bytes, of which it tells the length or not. */
const requestOf = (size: number, isLengthTold: boolean) =>
  Object.assign(Readable.from([Buffer.alloc(size - 1), Buffer.alloc(1)], { objectMode: false }), {
    headers: isLengthTold ? { 'content-length': String(size) } : {},
  }) as unknown as IncomingMessage;

describe('a body that nobody looks at', () => {
  it.each([true, false])('12.4 has 1.5 MiB at most, too, its length told: %s', async (isLengthTold) => {
    await expect(discardBody(requestOf(MOST, isLengthTold), MOST)).resolves.toBeUndefined();
    const tooLarge = { code: 'payload_too_large', status: 413 };
    await expect(discardBody(requestOf(MOST + 1, isLengthTold), MOST)).rejects.toMatchObject(tooLarge);
  });

  it('12.4 is not waited for where it says itself to be too large', async () => {
    const request = requestOf(MOST + 1, true);
    await expect(discardBody(request, MOST)).rejects.toMatchObject({ code: 'payload_too_large' });
    expect(request.readableFlowing).toBe(null);
  });
});
