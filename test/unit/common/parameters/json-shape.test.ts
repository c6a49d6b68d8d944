import { describe, expect, it } from '@jest/globals';
import { DEEPEST_JSON, shapeOf } from '../../../../src/kernel/text/json-shape.js';

describe('the shape of JSON', () => {
  it.each([
    ['', 0, 0],
    ['1', 0, 0],
    ['[]', 1, 1],
    ['{"a":[1,{"b":2}],"c":[[]]}', 3, 7],
    ['[[],[],[]]', 2, 6],
    [String.raw`["[[,\"[[,","\\",[]]`, 2, 4],
    [String.raw`["\\\"[,"]`, 1, 1],
    ['["[[[', 1, 1],
  ])('12.4 is known before it is parsed: %s', (json, depth, values) => {
    expect(shapeOf(json)).toEqual({ depth, values });
  });

  it('12.4 is not looked for further down than anything is read', () => {
    expect(shapeOf('['.repeat(1_500_000)).depth).toBe(DEEPEST_JSON + 1);
    expect(shapeOf('[],'.repeat(500_000))).toEqual({ depth: 1, values: 1_000_000 });
    expect(shapeOf(`"${String.raw`\"`.repeat(700_000)}`)).toEqual({ depth: 0, values: 0 });
  });
});
