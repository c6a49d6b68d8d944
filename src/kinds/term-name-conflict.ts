import { sql, type QueryExecutorProvider } from 'kysely';
import { ApiError } from '../kernel/errors/api-error.js';
import type { TermKind } from '../kernel/context/record-kind.js';

/** `unique_violation`, see the PostgreSQL manual, appendix A. */
const UNIQUE_VIOLATION = '23505';

/**
 * Runs a write of a term. If the write violates the unique index on the names of siblings, the sibling is looked up after the transaction
 * has ended. The database decides, so that only one of two concurrent writes succeeds.
 * @throws {ApiError} `term_exists` with the `id` of the sibling
 */
export async function withMappedNameConflict<Result>(
  db: QueryExecutorProvider,
  kind: TermKind,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const conflict = parseNameConflict(error, new RegExp(`^${kind.translationsTable}_name_key$`));
    if (!conflict) throw error;
    const parent = kind.hierarchyColumn ? sql.ref('sibling_scope') : sql`0`;
    const { rows } = await sql<{ id: number }>`
      select ${sql.ref(kind.foreignKey)} as id from ${sql.table(kind.translationsTable)}
      where md5(name_key) = ${conflict.digest} and language = ${conflict.language} and ${parent} = ${conflict.parent}`.execute(
      db,
    );
    throw new ApiError('term_exists', { members: { id: rows[0]?.id ?? null }, cause: error });
  }
}

/** Whether a write failed because a concurrent write took the name of a term. */
export const isNameConflict = (error: unknown): boolean =>
  parseNameConflict(error, /_translations_name_key$/) !== undefined;

/** The key in the detail of a unique violation: `…=(<md5>, ca, 0)…` in every language of the server. */
function parseNameConflict(error: unknown, index: RegExp) {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, constraint, detail } = current as { code?: unknown; constraint?: unknown; detail?: unknown };
    if (code !== UNIQUE_VIOLATION || !index.test(String(constraint))) continue;
    const [, digest, language, parent = '0'] = /=\(([\da-f]{32}), ([a-z]+)(?:, (\d+))?\)/.exec(String(detail)) ?? [];
    return { digest, language, parent: Number(parent) };
  }
  return undefined;
}
