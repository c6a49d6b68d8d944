/** A property of JSON-LD with any number of values: none is omitted, a single one stands for itself. */
export function oneOrMany<Value>(values: readonly Value[]): Value | readonly Value[] | undefined {
  return values.length > 1 ? values : values[0];
}
