import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { Precondition } from '../../../../src/kernel/context/precondition.js';

type Headers = Readonly<Record<string, string>>;

const read = (headers: Headers, isRequired = false) =>
  Precondition.fromRequest({ get: (name: string) => headers[name] } as Request, isRequired);

/** What becomes of a write of a record in its seventh version. */
function judged(headers: Headers, isRequired = false): string {
  try {
    read(headers, isRequired).assertHolds(7);
    return 'holds';
  } catch (error) {
    return String((error as { code?: string }).code);
  }
}

const ifMatch = (value: string) => judged({ 'If-Match': value });

describe('what a write demands', () => {
  it('12.1 is the version alone, in one of several tags', () => {
    expect(['"7-a"', '"7-"', '"7-a-gzip"', '"1-a", "7-b"', '*'].map(ifMatch)).toEqual(Array(5).fill('holds'));
    const others = ['"6-a"', '"70-a"', '"7"', '"a"', '""', '"1-7-a"', '"1-a", "2-b"'];
    expect(others.map(ifMatch)).toEqual(Array(7).fill('precondition_failed'));
  });

  it('12.1 is never met by a weak tag', () => {
    expect(['W/"7-a"', 'W/"7-a", "6-b"'].map(ifMatch)).toEqual(['precondition_failed', 'precondition_failed']);
    expect(ifMatch('W/"7-a", "7-b"')).toBe('holds');
  });

  it('12.1 may be that there is no record, which there is; tags of answers say nothing then', () => {
    expect(judged({ 'If-None-Match': '*' })).toBe('precondition_failed');
    expect(judged({ 'If-None-Match': '*', 'If-Match': '"7-a"' })).toBe('precondition_failed');
    expect(judged({ 'If-None-Match': '"7-a"' })).toBe('holds');
  });

  it('12.1 may be nothing, unless something is required', () => {
    expect([judged({}), judged({}, true)]).toEqual(['holds', 'precondition_required']);
    expect(judged({ 'If-Match': '*' }, true)).toBe('holds');
    expect(judged({ 'If-Match': '"6-a"' }, true)).toBe('precondition_failed');
    expect(() => Precondition.NONE.assertHolds(7)).not.toThrow();
  });

  it('12.1 is told to be unreadable by its header', () => {
    expect(read({ 'If-Match': '7-a' }).errors).toEqual({ 'If-Match': { key: 'validation.entity_tags' } });
    expect(read({ 'If-Match': '' }).errors).toEqual({ 'If-Match': { key: 'validation.entity_tags' } });
    expect(read({ 'If-Match': '"7-a"' }).errors).toEqual({});
    expect(read({}).errors).toEqual({});
  });
});
