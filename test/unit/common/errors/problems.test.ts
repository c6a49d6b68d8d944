import { describe, expect, it } from '@jest/globals';
import type { Response } from 'express';
import { Problems } from '../../../../src/common/errors/problems.js';

/** An answer that was as good as made, and what has become of its headers. */
function madeAnswer() {
  const headers = new Map([
    ['ETag', '"1-a"'],
    ['Last-Modified', 'Fri, 20 Nov 2026 16:45:00 GMT'],
    ['Location', 'https://agenda.example/1'],
    ['Content-Location', 'https://agenda.example/1'],
    ['X-Total', '1'],
    ['X-Request-Id', 'a'],
    ['Vary', 'Accept-Language'],
  ]);
  const response = {
    headersSent: false,
    removeHeader: (name: string) => headers.delete(name),
    status: () => response,
    set: (more: Record<string, string>) => {
      for (const [name, value] of Object.entries(more)) headers.set(name, value);
      return response;
    },
    send: () => response,
  };
  return { headers, response: response as unknown as Response };
}

describe('an error that ends a request when its answer was as good as made', () => {
  it('12.1 has no tag, and no address, of what has not come to be', () => {
    const { headers, response } = madeAnswer();
    const problems = Object.create(Problems.prototype) as Problems;
    problems.send(response, { status: 503, headers: { 'Cache-Control': 'no-store' }, body: '{}' });
    expect([...headers.keys()]).toEqual(['X-Request-Id', 'Vary', 'Cache-Control']);
  });
});
