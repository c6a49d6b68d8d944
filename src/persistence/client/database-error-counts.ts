import { noteConnectionError } from './connection-errors.js';
import { classOfError } from './database-errors.js';

const counts = new Map<string, number>();

/** One error is often met more than once, by the connection and by whoever asked. */
const counted = new WeakSet<Error>();

/** Counts an error that a connection or the way to it met, once, whatever becomes of it. */
export function countDatabaseError(error: unknown): void {
  if (!(error instanceof Error) || counted.has(error)) return;
  counted.add(error);
  noteConnectionError(error);
  const name = classOfError(error);
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/**
 * How many errors of the database this process has met, by class: the first two characters of the SQLSTATE (`08`, `22`,
 * `40`, …), `pool` for a wait in vain for a connection, `other`.
 */
export function databaseErrorsByClass(): ReadonlyMap<string, number> {
  return counts;
}
