import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { allowed, canAlways, readable, unlessHidden } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import type { RecordKind, Referable } from '../../kernel/context/record-kind.js';
import { isPublished } from '../types/kinds.js';

export const IMAGES: Referable = { table: 'images', visible: ofImages };

/** An image is read by whoever named it, and by whoever reads a record that shows it. */
function ofImages(
  principal: Principal,
  alias: string,
  now: RawBuilder<Date>,
  kinds: readonly RecordKind[],
): RawBuilder<SqlBool> {
  if (canAlways(principal, 'read')) return sql<SqlBool>`true`;
  const id = sql.ref(`${alias}.id`);
  const shown = kinds.filter(isPublished).map((kind) => {
    // What somebody may edit he reads in the trash too.
    const isRead = sql<SqlBool>`(${readable(principal, 'record', now)} or ${allowed(principal, 'edit', 'record', now)})`;
    const isOpen = kind.isOpen?.('record');
    const isWhole = isOpen ? unlessHidden(principal, 'record', now, isOpen) : sql<SqlBool>`true`;
    return sql<SqlBool>`exists (select from ${sql.table(kind.table)} as record where record.image_id = ${id} and ${isRead} and ${isWhole})`;
  });
  return sql<SqlBool>`(${sql.ref(`${alias}.author_id`)} = ${principal.id}
    or exists (select from image_namings as naming where naming.image_id = ${id} and naming.user_id = ${principal.id})
    or ${sql.join(shown, sql` or `)})`;
}
