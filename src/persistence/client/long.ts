import { sql } from 'kysely';
import { mark } from './mark.js';

const MARK = mark('long');

/** Stands in statements that may take as long as a request. Whoever asks for one lifts the database's own limit, too. */
export const LONG = sql.raw(MARK);

/** Whether a statement is marked so. */
export const isLong = (text: string): boolean => text.includes(MARK);
