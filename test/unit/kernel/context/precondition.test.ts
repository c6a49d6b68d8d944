import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  entityTag,
  matchesWeakly,
  parseEntityTags,
  versionFromTag,
} from '../../../../src/kernel/context/entity-tags.js';
import type { Request } from 'express';
import { Precondition } from '../../../../src/kernel/context/precondition.js';

/** Characters of entity tags (RFC 9110, 8.8.3): visible ASCII except quotes, and bytes above ASCII as Latin-1. */
const CHARACTERS = [0x21, ...range(0x23, 0x7e), ...range(0x80, 0xff)].map((code) => String.fromCharCode(code));

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_each, index) => first + index);
}

const opaque = fc.string({ unit: fc.constantFrom(...CHARACTERS) });
const tag = fc.record({ isWeak: fc.boolean(), opaque });
const blanks = fc.string({ unit: fc.constantFrom(' ', '\t'), maxLength: 3 });
const separator = fc
  .tuple(blanks, fc.array(blanks, { minLength: 1, maxLength: 3 }))
  .map(([first, rest]) => `${first},${rest.join(',')}`);

const format = (entityTagParts: { isWeak: boolean; opaque: string }) =>
  `${entityTagParts.isWeak ? 'W/' : ''}"${entityTagParts.opaque}"`;

describe('parseEntityTags', () => {
  it('reads every list of tags, with blanks and empty elements between them (12.1)', () => {
    const lists = fc.array(fc.tuple(tag, separator), { minLength: 1 });
    fc.assert(
      fc.property(lists, blanks, blanks, (list, before, after) => {
        const text = list.map(([parts, comma], index) => `${index === 0 ? before : comma}${format(parts)}`).join('');
        expect(parseEntityTags(`${text}${after}`)).toEqual(list.map(([parts]) => parts.opaque));
      }),
    );
  });

  it('reads the wildcard * (12.1)', () => {
    expect([parseEntityTags('*'), parseEntityTags(' *\t')]).toEqual(['*', '*']);
  });

  it.each([
    ',',
    ', ,',
    'a',
    'a"',
    '"a" "b"',
    '"a";"b"',
    'w/"a"',
    'W/ "a"',
    "'a'",
    '*, "a"',
    '"a b"',
    '"a\u007f"',
    '"aĀ"',
    '',
  ])('rejects %j (12.1)', (text) => {
    expect(parseEntityTags(text)).toBeUndefined();
  });

  it('reads a list of 4,000 tags, and rejects one with a stray quotation mark (12.1)', () => {
    // With exponential backtracking, this test would not end in time.
    const long = `${'"a" ,\t,'.repeat(4000)}"`;
    expect(parseEntityTags(long)).toBeUndefined();
    expect(parseEntityTags(long.slice(0, -1))).toHaveLength(4000);
  });
});

describe('Entity tag of a body', () => {
  it('starts with the version of the record, if it has one, and differs between different bytes (12.1)', () => {
    // SHA-256 of the empty string.
    expect(entityTag('', 12)).toBe('"12-e3b0c44298fc1c149afbf4c8996fb924"');
    expect(entityTag('')).toBe('"e3b0c44298fc1c149afbf4c8996fb924"');
    expect(new Set(['a', 'b', '\u00e0', 'a\u0300'].map((body) => entityTag(body, 1))).size).toBe(4);
  });

  it('has a version that versionFromTag reads back, or none (12.1)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1 }), fc.string(), (version, body) => {
        expect(versionFromTag(entityTag(body, version).slice(1, -1))).toBe(version);
        expect(versionFromTag(entityTag(body).slice(1, -1))).toBeUndefined();
      }),
    );
    expect([versionFromTag('7-e3b0c442-gzip'), versionFromTag('7')]).toEqual([7, 7]);
    for (const text of ['', '-7', '07-a', '0-a', '+7-a', '7.0-a', '7_a', 'a-7', '1e1-a', ' 7-a'])
      expect([text, versionFromTag(text)]).toEqual([text, undefined]);
  });

  it('matches an equal tag, weak or strong, but no part of a tag (12.1)', () => {
    const list = parseEntityTags('W/"1-a", "2-b"') ?? [];
    expect(['"1-a"', '"2-b"', '"1-b"', '"2"', '"1-A"'].map((candidate) => matchesWeakly(list, candidate))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(matchesWeakly('*', '"1-a"')).toBe(true);
  });
});

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
    const otherTags = ['"6-a"', '"70-a"', '"70"', '"6"', 'W/"6-a"', '"a"', '""', '"1-7-a"', '"1-a", "2-b"'];
    expect(otherTags.map(ifMatch)).toEqual(otherTags.map(() => 'precondition_failed'));
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
});
