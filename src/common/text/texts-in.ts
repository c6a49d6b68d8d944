/** All texts and numbers in a JSON value, at any depth, as a search sees them. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}
