import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import { executePrepared } from '../../persistence/client/postgres-client.js';
import { hasPrivilege } from '../../kernel/context/permissions.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { WriteScope } from '../../persistence/transactions/run-in-transaction.js';
import { insertSlugsSql } from '../translations/slugs.js';
import { hasPublishing } from '../types/record-kinds.js';

interface NewRecordOptions {
  readonly kind: RecordKind;
  readonly now: RawBuilder<Date>;
  /** Preferred slugs, if they are known before the ids. Each one that is free is claimed. */
  readonly slugs?: readonly string[];
}

/**
 * Assigns ids, timestamps and default columns to new records. Ids are assigned before records are stored, so that slugs can refer to them.
 * @returns each input with its columns, and with its slug if that was free
 */
export async function prepareNewRecords<Input>(
  { em, context }: WriteScope,
  { kind, now, slugs }: NewRecordOptions,
  inputs: readonly Input[],
) {
  const defaults = hasPublishing(kind) ? publishingDefaults(context) : {};
  const rows = await claimIdsAndSlugs(em, { kind, now, slugs: slugs ?? inputs.map(() => '') });
  return inputs.map((input, index) => {
    const { id = 0, epoch = 0, slug } = rows[index] ?? {};
    const dates = { createdAt: new Date(epoch * 1000), modifiedAt: new Date(epoch * 1000) };
    return { input, slug: slug ?? undefined, columns: { id, ...dates, version: 1, ...defaults } };
  });
}

const publishingDefaults = ({ principal }: RequestContext) => ({
  authorId: principal.id,
  status: hasPrivilege(principal, 'publish') ? ('publish' as const) : ('draft' as const),
  customFields: {},
});

async function claimIdsAndSlugs(em: EntityManager, { kind, now, slugs }: Required<NewRecordOptions>) {
  const statement = sql<{ id: number; epoch: number; slug: string | null }>`
    with new_rows as materialized (
      select nextval(pg_get_serial_sequence(${kind.table}, 'id')) as id, slug
      from unnest(${slugs}::text[]) with ordinality as requested (slug, position) order by position
    ),
    claimed as (${insertSlugsSql(kind, sql`select slug, id, true from new_rows where slug <> ''`)})
    select new_rows.id, claimed.slug, extract(epoch from ${now})::float8 as epoch
    from new_rows left join claimed on claimed.id = new_rows.id order by id`;
  return (await executePrepared(statement, em.getKysely())).rows;
}
