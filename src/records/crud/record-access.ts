import { can } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { LanguageFallbackPolicy } from '../../kernel/language/languages.js';
import { accessAttributesOf } from '../publishing/publishing.select.js';

/** The columns of a row that decide who may read it. Terms have only `language`. */
export interface AccessRow {
  /** Language of the served translation. */
  readonly language: string;
  readonly author_id?: number | null;
  readonly status?: string;
  readonly is_trashed?: boolean;
  /** Whether the publication date has passed. */
  readonly is_due?: boolean;
}

/**
 * Returns the row if the caller may read it.
 * @param fallback `none` accepts only a row in the requested language
 * @throws {ApiError} `<kind>_not_found`, `<kind>_in_trash`, `translation_not_found`
 */
export function assertReadable<Read extends AccessRow>(
  { principal, language }: RequestContext,
  kind: RecordKind,
  row: Read | undefined,
  fallback: LanguageFallbackPolicy = 'record',
): Read {
  if (!row || !can(principal, 'read', accessAttributesOf(row))) throw new ApiError(`${kind.name}_not_found`);
  if (!isReadableRow(principal, row)) throw new ApiError(`${kind.name}_in_trash`);
  if (fallback === 'none' && row.language !== language.requested) throw new ApiError('translation_not_found');
  return row;
}

/** Whether the caller may read a row. In the trash, only callers who may edit it can read it. */
export function isReadableRow(principal: Principal, row: AccessRow): boolean {
  const record = accessAttributesOf(row);
  return can(principal, 'read', record) && (!row.is_trashed || can(principal, 'edit', record));
}
