import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { mark } from './mark.js';

/**
 * What stands in a statement that PostgreSQL is to plan once a connection, for any values, and not for each request: one whose text is
 * the same for many requests, and whose best plan does not depend on its values.
 */
const MARKS = { record: mark('prepared'), list: mark('prepared list') };

/** Stands in statements about one record, or one user, which are of few kinds. */
export const PREPARED = sql.raw(MARKS.record);

/** Stands in statements of lists, and in those that look up what parameters name. */
export const PREPARED_LIST = sql.raw(MARKS.list);

/**
 * Most statements that are prepared: each takes memory on every connection for good. Further ones are planned for each
 * request. Whoever combines parameters at will makes as many texts as he likes: those leave places for single records.
 */
export const MOST_PREPARED = 100;
export const MOST_LISTS_PREPARED = 70;

/** Names of statements by their texts. */
const names = new Map<string, string>();

/** The name to prepare a statement under; undefined where it is not to be prepared. */
export function preparedName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  const isList = text.includes(MARKS.list);
  if (!isList && !text.includes(MARKS.record)) return undefined;
  if (names.size >= (isList ? MOST_LISTS_PREPARED : MOST_PREPARED)) return undefined;
  const name = `calendar_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
  names.set(text, name);
  return name;
}
