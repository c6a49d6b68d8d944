import { errorClassOf } from './database-errors.js';

const counts = new Map<string, number>();

/** Counts an error of the database that a request was refused for. */
export function countDatabaseError(error: Error): void {
  const name = errorClassOf(error);
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/**
 * How many requests this process has refused for an error of the database, by class: the first two characters of the SQLSTATE (`08`,
 * `22`, `40`, …), `pool` for a wait in vain for a connection, `other`.
 */
export function databaseErrorsByClass(): ReadonlyMap<string, number> {
  return counts;
}
