import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { ApiError } from '../errors/api-error.js';
import type { Principal } from './principal.js';
import { refusal } from './refusal.js';

/** What decides over the right to read or change a record. */
export interface Ownership {
  readonly authorId: number | null;
  /** Published, and its publication date has come. */
  readonly isPublic: boolean;
}

/** Whether the principal may change records, and so sees those that are not public. */
export const isEditor = (principal: Principal): boolean =>
  principal.role === 'administrator' || principal.role === 'editor';

/**
 * Refuses what only editors may ask for, or do.
 * @throws {ApiError} `unauthorized` for anonymous requests, `forbidden` for others
 */
export function assertEditor(principal: Principal): void {
  if (isEditor(principal)) return;
  throw principal.role === 'anonymous' ? refusal('unauthorized') : new ApiError('forbidden');
}

/** Whether the principal may do this with this record. {@link readable} says the same of reading, in SQL. */
export function can(principal: Principal, action: 'read' | 'edit', record: Ownership): boolean {
  return isEditor(principal) || (action === 'read' && record.isPublic);
}

/**
 * The condition under which rows of a table or alias with publishing columns may be read, the trash aside. Of events that
 * stand in lists, the links to venues and organizers know as much, see `linkedEventFilters`.
 */
export function readable(principal: Principal, alias: string, now: Expression<Date>): Expression<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const kept = sql<SqlBool>`${column('trashed_at')} is null`;
  if (isEditor(principal)) return kept;
  return sql<SqlBool>`(${column('status')} = 'publish' and ${column('published_at')} <= ${now} and ${kept})`;
}

/** The condition under which rows in the trash may be read: by whoever may edit them. */
export function readableInTrash(principal: Principal, alias: string): RawBuilder<SqlBool> {
  const trashed = sql<SqlBool>`${sql.ref(`${alias}.trashed_at`)} is not null`;
  return isEditor(principal) ? trashed : sql<SqlBool>`false`;
}
