import { sql } from 'kysely';

const MARK = '/* prepared */';

/**
 * Stands in a statement that PostgreSQL is to plan once a connection, and not for each request: one whose text is the same for many
 * requests, and whose best plan does not depend on its values.
 */
export const PREPARED = sql.raw(MARK);

/** Whether a statement is to be prepared. */
export const isPrepared = (text: string): boolean => text.includes(MARK);
