export const MAX_JSON_DEPTH = 32;

export type JsonObject = Readonly<Record<string, unknown>>;

interface JsonShape {
  /** Nesting, at most {@link MAX_JSON_DEPTH} + 1. */
  readonly depth: number;
  /** Upper bound of the number of values inside the outermost one. */
  readonly values: number;
}

const DEPTH_STEPS = new Map([
  ['[', 1],
  ['{', 1],
  [']', -1],
  ['}', -1],
]);

/**
 * Measures a JSON text. Reading stops at the maximum depth, so that hostile nesting costs nothing.
 * @example measureJson('{"a":[1,"[",2]}') // { depth: 2, values: 4 }
 */
export function measureJson(json: string): JsonShape {
  let [depth, deepest, values, isString] = [0, 0, 0, false];
  for (let index = 0; index < json.length && deepest <= MAX_JSON_DEPTH; index += 1) {
    const character = json.charAt(index);
    if (character === '"') isString = !isString;
    else if (isString) index += character === '\\' ? 1 : 0;
    else {
      const step = DEPTH_STEPS.get(character) ?? 0;
      if (step > 0 || character === ',') values += 1;
      depth += step;
      deepest = Math.max(deepest, depth);
    }
  }
  return { depth: deepest, values };
}
