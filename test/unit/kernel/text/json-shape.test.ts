import { describe, expect, it } from 'vitest';
import { MAX_JSON_DEPTH, measureJson } from '../../../../src/kernel/text/json-shape.js';

describe('measureJson', () => {
  it.each([
    ['', 0, 0],
    ['1', 0, 0],
    ['[]', 1, 1],
    ['{"a":[1,{"b":2}],"c":[[]]}', 3, 7],
    ['[[],[],[]]', 2, 6],
    [String.raw`["[[,\"[[,","\\",[]]`, 2, 4],
    [String.raw`["\\\"[,"]`, 1, 1],
    ['["[[[', 1, 1],
  ])('returns depth and number of values without parsing: %s (12.4)', (json, depth, values) => {
    expect(measureJson(json)).toEqual({ depth, values });
  });

  it('measures large input, and stops one level below the maximum depth (12.4)', () => {
    expect(measureJson('['.repeat(1_500_000)).depth).toBe(MAX_JSON_DEPTH + 1);
    expect(measureJson('[],'.repeat(500_000))).toEqual({ depth: 1, values: 1_000_000 });
    expect(measureJson(`"${String.raw`\"`.repeat(700_000)}`)).toEqual({ depth: 0, values: 0 });
  });
});
