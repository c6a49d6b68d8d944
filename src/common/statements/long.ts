import { sql } from 'kysely';

const MARK = '/* long */';

/** Stands in statements that may take as long as a request. Whoever asks for one lifts the database's own limit, too. */
export const LONG = sql.raw(MARK);

/** Whether a statement is marked so. */
export const isLong = (text: string): boolean => text.includes(MARK);
