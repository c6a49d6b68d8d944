import { sql, type Expression, type QueryExecutorProvider } from 'kysely';
import {
  can,
  canForAllRecords,
  publicBeforeTrashCondition,
  type AccessAttributes,
} from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { LanguageFallback } from '../../kernel/language/languages.js';
import { executePrepared } from '../../persistence/client/postgres-client.js';
import { accessAttributesOf } from '../publishing/publishing.select.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { hasPublishing } from '../types/record-kinds.js';

/** A row as far as rights and languages are decided on it. */
export interface AccessRow {
  readonly language: string;
  readonly author_id?: number | null;
  readonly status?: string;
  readonly is_trashed?: boolean;
  readonly is_due?: boolean;
}

/** A record by its table and id. */
export interface RecordRef {
  readonly kind: RecordKind;
  readonly id: number;
}

/**
 * What was read, if the requester may read it in that language.
 * @throws {ApiError} `<kind>_not_found`, `<kind>_in_trash`, `translation_not_found`
 */
export function assertReadable<Read extends AccessRow>(
  { principal, language }: RequestContext,
  kind: RecordKind,
  row: Read | undefined,
  fallback: LanguageFallback = 'record',
): Read {
  if (!row) throw new ApiError(`${kind.name}_not_found`);
  const record = accessAttributesOf(row);
  if (!can(principal, 'read', record)) throw new ApiError(`${kind.name}_not_found`);
  if (row.is_trashed && !can(principal, 'edit', record)) throw inTrashError(kind);
  if (fallback === 'none' && row.language !== language.requested) throw new ApiError('translation_not_found');
  return row;
}

/** Whether the requester may read a row, as {@link assertReadable} decides it. */
export function isReadableRow(principal: Principal, row: AccessRow): boolean {
  const record = accessAttributesOf(row);
  return can(principal, 'read', record) && (!row.is_trashed || can(principal, 'edit', record));
}

/**
 * Whether the requester may edit a record.
 * @param now this very one: behind a lock, the transaction may be older than what it finds
 * @throws {ApiError} `<kind>_not_found`, `forbidden`
 */
export async function assertEditable(
  db: QueryExecutorProvider,
  principal: Principal,
  { kind, id }: RecordRef,
  now: Expression<Date>,
): Promise<void> {
  if (canForAllRecords(principal, 'edit')) return;
  const statement = sql<AccessAttributes>`
    select author_id as "authorId", ${publicBeforeTrashCondition('record', now)} is true as "isPublic"
    from ${sql.table(kind.table)} as record where id = ${id}`;
  const { rows } = await executePrepared(statement, db);
  const [record] = rows;
  if (!record || !can(principal, 'read', record)) throw new ApiError(`${kind.name}_not_found`);
  if (!can(principal, 'edit', record)) throw new ApiError('forbidden');
}

/**
 * Locks a row against all who write it. Ids do not change, so whoever links it goes on, and may lock it himself once he has: `for update`
 * would have two of those wait for each other. Only what is to be deleted is locked against links, too.
 */
export async function lockRecordRow(
  db: QueryExecutorProvider,
  { kind, id }: RecordRef,
  isDeletion = false,
): Promise<void> {
  const strength = isDeletion ? sql`for update` : sql`for no key update`;
  await executePrepared(sql`select from ${sql.table(kind.table)} where id = ${id} ${strength}`, db);
}

/** What is answered of a record in the trash; terms have none. */
function inTrashError(kind: RecordKind): ApiError {
  return new ApiError(hasPublishing(kind) ? `${kind.name}_in_trash` : `${kind.name}_not_found`);
}

/**
 * What is in the trash does not go there again.
 * @throws {ApiError} `<kind>_in_trash`
 */
export function assertNotInTrash(kind: RecordKind, { trashedAt }: { trashedAt?: Date | null | undefined }): void {
  if (trashedAt) throw inTrashError(kind);
}
