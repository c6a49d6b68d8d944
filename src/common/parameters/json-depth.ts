/** Deepest nesting of JSON that is read. */
export const DEEPEST_JSON = 32;

/** How deep a JSON value is nested, up to one more than {@link DEEPEST_JSON}; without recursion, as clients choose it. */
export function depthOf(value: object): number {
  let level: object[] = [value];
  let depth = 0;
  while (level.length > 0 && depth <= DEEPEST_JSON) {
    depth += 1;
    level = level.flatMap((each) =>
      Object.values(each).filter((member) => member !== null && typeof member === 'object'),
    );
  }
  return depth;
}
