import { describe, expect, it } from 'vitest';
import type { Request } from 'express';
import { Precondition } from '../../../../src/kernel/context/precondition.js';

type Headers = Readonly<Record<string, string>>;

const read = (headers: Headers, isRequired = false) =>
  Precondition.fromRequest({ get: (name: string) => headers[name] } as Request, isRequired);

/** Result for a write of a record with version 7: `holds` or the error code. */
function resultOf(headers: Headers, isRequired = false): string {
  try {
    read(headers, isRequired).assertHolds(7);
    return 'holds';
  } catch (error) {
    return String((error as { code?: string }).code);
  }
}

const ifMatch = (value: string) => resultOf({ 'If-Match': value });

describe('Precondition of a write', () => {
  it('holds if one of the tags in If-Match has the version of the record (12.1)', () => {
    const tags = ['"7-a"', '"7-"', '"7"', '"7-a-gzip"', 'W/"7-a"', 'W/"7"', '"1-a", "7-b"', 'W/"7-a", "6-b"', '*'];
    expect(tags.map(ifMatch)).toEqual(tags.map(() => 'holds'));
    const others = ['"6-a"', '"70-a"', '"70"', '"6"', 'W/"6-a"', '"a"', '""', '"1-7-a"', '"1-a", "2-b"'];
    expect(others.map(ifMatch)).toEqual(others.map(() => 'precondition_failed'));
  });

  it('fails for If-None-Match "*", and ignores tags in If-None-Match (12.1)', () => {
    expect(resultOf({ 'If-None-Match': '*' })).toBe('precondition_failed');
    expect(resultOf({ 'If-None-Match': '*', 'If-Match': '"7-a"' })).toBe('precondition_failed');
    expect(resultOf({ 'If-None-Match': '"7-a"' })).toBe('holds');
  });

  it('holds without headers, unless If-Match is required (12.1)', () => {
    expect([resultOf({}), resultOf({}, true)]).toEqual(['holds', 'precondition_required']);
    expect(resultOf({ 'If-Match': '*' }, true)).toBe('holds');
    expect(resultOf({ 'If-Match': '"6-a"' }, true)).toBe('precondition_failed');
    expect(() => Precondition.NONE.assertHolds(7)).not.toThrow();
  });

  it('reports a malformed If-Match as an error of that header (12.1)', () => {
    expect(read({ 'If-Match': '7-a' }).errors).toEqual({ 'If-Match': { key: 'validation.entity_tags' } });
    expect(read({ 'If-Match': '' }).errors).toEqual({ 'If-Match': { key: 'validation.entity_tags' } });
    expect(read({ 'If-Match': '"7-a"' }).errors).toEqual({});
    expect(read({}).errors).toEqual({});
  });
});
