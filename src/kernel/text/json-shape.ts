/** Deepest nesting of JSON that is read. */
export const MAX_JSON_DEPTH = 32;

/** What is known of JSON before it is parsed. */
interface JsonShape {
  /** How deep it is nested, up to one more than {@link MAX_JSON_DEPTH}. */
  readonly depth: number;
  /** How many values there are at most, beside the first: each follows a comma, or a bracket. */
  readonly values: number;
}

/**
 * The shape of a text, if it is JSON. Of what is nested too deeply no more is read than tells so: brackets cost who sends them nothing.
 * @example measureJson('{"a":[1,"[",2]}') // { depth: 2, values: 4 }
 */
export function measureJson(json: string): JsonShape {
  let [depth, deepest, values] = [0, 0, 0];
  for (let index = 0; index < json.length && deepest <= MAX_JSON_DEPTH; index += 1) {
    switch (json[index]) {
      case '"':
        index = endOfString(json, index);
        break;
      case ',':
        values += 1;
        break;
      case '[':
      case '{':
        values += 1;
        depth += 1;
        deepest = Math.max(deepest, depth);
        break;
      case ']':
      case '}':
        depth -= 1;
        break;
    }
  }
  return { depth: deepest, values };
}

/** The place of the quotation mark that ends the text beginning at another; the end of all where none does. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end > 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end < 0 ? json.length : end;
}

/** By an odd number of backslashes. */
function isEscaped(json: string, index: number): boolean {
  let first = index;
  while (json[first - 1] === '\\') first -= 1;
  return (index - first) % 2 === 1;
}

/** Any JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;
