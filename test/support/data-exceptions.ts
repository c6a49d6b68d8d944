/** Class 22, data exception: a value that the database could not read (PostgreSQL manual, appendix A). */
const DATA_EXCEPTION = '22';

/**
 * Counts from now on what the database could not read: our parsing has let it through.
 * @param byClass the errors of the process that serves, by class
 */
export function countDataExceptions(byClass: () => ReadonlyMap<string, number>): () => number {
  const count = () => byClass().get(DATA_EXCEPTION) ?? 0;
  const before = count();
  return () => count() - before;
}

/** Rejects what our parsing has let through to the database. */
export function expectNoDataExceptions(unreadable: number): void {
  if (unreadable > 0)
    throw new Error(`The database could not read a value (class 22), which happened ${unreadable} times`);
}
