import { sql } from 'kysely';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { parameterError } from '../../kernel/errors/api-error.js';
import type { WriteScope } from '../../persistence/transactions/run-in-transaction.js';
import type { RemoveQuery } from '../lists/base.query.js';

/**
 * Checks a permanent deletion. A client that names a language may mean its translation only, so it must say what to delete if the record has
 * translations in other languages.
 * @throws {ApiError} `missing_parameter`
 */
export async function assertDeletionScope(
  { em, context: { language } }: WriteScope,
  { translationsTable, foreignKey }: RecordKind,
  { id }: { readonly id: number },
  { ml_scope }: RemoveQuery,
): Promise<void> {
  if (ml_scope !== undefined || !language.isExplicit) return;
  const { rows } = await sql`
    select from ${sql.table(translationsTable)}
    where ${sql.ref(foreignKey)} = ${id} and language <> ${language.requested} limit 1`.execute(em.getKysely());
  if (rows.length > 0) throw parameterError({ ml_scope: { key: 'validation.required' } });
}
