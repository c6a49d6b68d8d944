/** Class 22, data exception: a value that the database could not read (PostgreSQL manual, appendix A). */
const DATA_EXCEPTION = '22';

/**
 * Number of values that the database could not read: our parsing has let them through.
 * @param byClass database errors of the calendar by class
 */
export const countDataExceptions = (byClass: ReadonlyMap<string, number>): number => byClass.get(DATA_EXCEPTION) ?? 0;

/** Rejects what our parsing has let through to the database. */
export function expectNoDataExceptions(unreadable: number): void {
  if (unreadable > 0)
    throw new Error(`The database could not read a value (class 22), which happened ${unreadable} times`);
}
