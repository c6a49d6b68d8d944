import { sql, type QueryExecutorProvider } from 'kysely';
import { ApiError } from '../errors/api-error.js';

type TermKind = 'category' | 'tag';

/**
 * Runs a write of a term, and names the sibling that has its name already where that is why it failed. The database
 * judges, so that of two writers one loses; who won is asked after the loser's transaction has ended.
 * @throws {ApiError} `term_exists` with the other's `id`
 */
export async function orNameConflict<Result>(
  db: QueryExecutorProvider,
  kind: TermKind,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const taken = takenName(error, kind);
    if (!taken) throw error;
    const parent = kind === 'category' ? sql.ref('parent_key') : sql`0`;
    const { rows } = await sql<{ id: number }>`
      select ${sql.ref(`${kind}_id`)} as id from ${sql.table(`${kind}_texts`)}
      where language = ${taken.language} and folded_name = ${taken.name} and ${parent} = ${taken.parent}`.execute(db);
    throw new ApiError('term_exists', { members: { id: rows[0]?.id ?? null }, cause: error });
  }
}

/** Whether a write failed because another took the name of a term at the same moment. */
export const isNameConflict = (error: unknown): boolean =>
  takenName(error, 'category') !== undefined || takenName(error, 'tag') !== undefined;

/** The key that a violated unique constraint reports, `…=(0, ca, musica)…`, whatever the language of the server. */
function takenName(error: unknown, kind: TermKind) {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { constraint, detail } = each as { constraint?: unknown; detail?: unknown };
    if (constraint !== `${kind}_texts_name_key`) continue;
    const [, parent = '0', language, name] = /=\((?:(\d+), )?([a-z]+), (.*)\)/s.exec(String(detail)) ?? [];
    return { parent: Number(parent), language, name };
  }
  return undefined;
}
