import { sql, type RawBuilder, type SqlBool } from 'kysely';
import {
  permittedCondition,
  canForAllRecords,
  readableCondition,
  unprotectedRowCondition,
} from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import type { RecordKind, ReferenceTarget } from '../../kernel/context/record-kind.js';
import { hasPublishing } from '../types/record-kinds.js';

export const IMAGE_REFERENCE_TARGET: ReferenceTarget = { table: 'images', isVisible: visibleImageCondition };

/** An image is visible to users who have sent its URL, and to callers who can read a record with the image. */
function visibleImageCondition(
  principal: Principal,
  alias: string,
  now: RawBuilder<Date>,
  kinds: readonly RecordKind[],
): RawBuilder<SqlBool> {
  if (canForAllRecords(principal, 'read')) return sql<SqlBool>`true`;
  const id = sql.ref(`${alias}.id`);
  const usages = kinds.filter(hasPublishing).map((kind) => {
    // Callers who may edit a record can read it in the trash.
    const isReadable = sql<SqlBool>`(${readableCondition(principal, 'record', now)} or ${permittedCondition(principal, 'edit', 'record', now)})`;
    const hasNoProtection = kind.hasNoProtection?.('record');
    const isUnprotected = hasNoProtection
      ? unprotectedRowCondition(principal, 'record', now, hasNoProtection)
      : sql<SqlBool>`true`;
    return sql<SqlBool>`exists (select from ${sql.table(kind.table)} as record where record.image_id = ${id} and ${isReadable} and ${isUnprotected})`;
  });
  return sql<SqlBool>`(${sql.ref(`${alias}.author_id`)} = ${principal.id}
    or exists (select from image_permissions as permission where permission.image_id = ${id} and permission.user_id = ${principal.id})
    or ${sql.join(usages, sql` or `)})`;
}
