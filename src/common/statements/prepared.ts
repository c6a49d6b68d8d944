import { createHash } from 'node:crypto';
import { sql } from 'kysely';

const MARK = '/* prepared */';

/**
 * Stands in a statement that PostgreSQL is to plan once a connection, and not for each request: one whose text is the same for many
 * requests, and whose best plan does not depend on its values.
 */
export const PREPARED = sql.raw(MARK);

/**
 * Most statements that are prepared: each takes memory on every connection for good, and whoever combines parameters at
 * will makes as many texts as he likes. Further ones are planned for each request.
 */
export const MOST_PREPARED = 100;

/** Names of statements by their texts. */
const names = new Map<string, string>();

/** The name to prepare a statement under; undefined where it is not to be prepared. */
export function preparedName(text: string): string | undefined {
  if (!text.includes(MARK)) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_PREPARED) return known;
  const name = `calendar_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
  names.set(text, name);
  return name;
}
