/** Collects all texts and numbers of a JSON value for search. Members are sorted by name, because PostgreSQL does not keep their order. */
export function collectTexts(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(collectTexts);
  if (value === null || typeof value !== 'object') return [];
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return members.flatMap(([, member]) => collectTexts(member));
}
