import { describe, expect, it } from 'vitest';
import express, { type Request, type Response } from 'express';
import { acceptableCodings } from '../../../../src/http/caching/content-coding.js';

/** The coding of a body of 2 kB with these headers. */
function codingWith(headers: Readonly<Record<string, string>>): string | undefined {
  const request = Object.setPrototypeOf(
    { url: '/', headers: { 'accept-encoding': 'gzip' } },
    express.request,
  ) as unknown as Request;
  const values = new Map(Object.entries({ 'Content-Type': 'text/calendar', ...headers }));
  const response = {
    getHeader: (name: string) => values.get(name),
    hasHeader: (name: string) => values.has(name),
    vary: () => undefined,
  };
  return acceptableCodings(request, response as unknown as Response, 'a'.repeat(2000))[0];
}

describe('Content coding', () => {
  it.each([
    [{ 'Content-Type': 'application/geo+json' }, 'gzip'],
    [{ 'Content-Type': 'image/svg+xml; charset=utf-8' }, 'gzip'],
    [{ 'Content-Type': 'image/jpeg' }, 'identity'],
    [{ 'Content-Encoding': 'br' }, 'identity'],
    [{ 'Cache-Control': 'public, max-age=60' }, 'gzip'],
    [{ 'Cache-Control': 'public, no-transform' }, 'identity'],
  ])('of a body of 2 kB with the headers %j is %s (12.2)', (headers, expected) => {
    expect(codingWith(headers as Record<string, string>)).toBe(expected);
  });
});
