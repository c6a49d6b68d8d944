/**
 * All texts and numbers in a JSON value, at any depth, as a search sees them; members by their names, as PostgreSQL does
 * not keep the order in which they were sent.
 */
export function collectTexts(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(collectTexts);
  if (value === null || typeof value !== 'object') return [];
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return members.flatMap(([, member]) => collectTexts(member));
}
