import { describe, expect, it } from 'vitest';
import { hasInexactNumber, parseExactJson } from '../../../../src/kernel/text/exact-json.js';
import { MAX_JSON_DEPTH, measureJson } from '../../../../src/kernel/text/json-shape.js';

const isInexact = (number: string) => hasInexactNumber(parseExactJson(`{"a":[{"b":${number}}]}`));

describe('hasInexactNumber', () => {
  it.each([
    '-0',
    '1.50',
    '9007199254740991',
    '10000000000000000',
    '1.7976931348623157e308',
    '5e-324',
    '1.00000000000000000000',
  ])('is false for %s (6.13)', (number) => {
    expect(isInexact(number)).toBe(false);
  });

  it.each(['-9007199254740993', '0.1234567890123456789', '1.00000000000000000001', '1e-400', '3e-324'])(
    'is true for %s (6.13)',
    (number) => {
      expect(isInexact(number)).toBe(true);
    },
  );

  it.each([
    ['{"a":"9007199254740993","b":1}', false],
    [String.raw`{"a":"\\\"9007199254740993\"","b":1}`, false],
    [String.raw`{"\\":9007199254740993}`, true],
    [`[${'{"a":0.5},'.repeat(150_000)}[9007199254740993]]`, true],
    [`[${'1,'.repeat(700_000)}"9007199254740993"]`, false],
  ])('distinguishes numbers from strings in under a second of CPU time: $0 (6.13)', (json, expected) => {
    const { user } = process.cpuUsage();
    expect(hasInexactNumber(parseExactJson(json))).toBe(expected);
    expect(process.cpuUsage().user - user).toBeLessThan(1_000_000);
  });

  it('ignores digits in strings, finds an inexact number of a million digits, and keeps the member __proto__ (6.13)', () => {
    expect(isInexact('"10224567890123456789"')).toBe(false);
    expect(isInexact(`1${'0'.repeat(1_000_000)}1`)).toBe(true);
    expect(parseExactJson('{"__proto__":9007199254740993}')).toEqual(JSON.parse('{"__proto__":9007199254740992}'));
  });
});

describe('measureJson', () => {
  it.each([
    ['1', 0, 0],
    ['{"a":[1,{"b":2}],"c":[[]]}', 3, 7],
    [String.raw`["[[,\"[[,","\\",[]]`, 2, 4],
    ['["[[[', 1, 1],
  ])('returns depth and number of values without parsing: %s (12.4)', (json, depth, values) => {
    expect(measureJson(json)).toEqual({ depth, values });
  });

  it('measures large input, and stops one level beyond the maximum depth (12.4)', () => {
    expect(measureJson('['.repeat(1_500_000)).depth).toBe(MAX_JSON_DEPTH + 1);
    expect(measureJson('[],'.repeat(500_000))).toEqual({ depth: 1, values: 1_000_000 });
    expect(measureJson(`"${String.raw`\"`.repeat(700_000)}`)).toEqual({ depth: 0, values: 0 });
  });
});
