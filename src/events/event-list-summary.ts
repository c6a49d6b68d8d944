import { sql, type Kysely } from 'kysely';
import type { ExpiryTrigger } from '../kernel/context/expiry-trigger.js';
import { readableCondition } from '../kernel/context/permissions.js';
import { CATEGORY, ORGANIZER, TAG, VENUE } from '../kinds/calendar-kinds.js';
import type { ReadScope } from '../records/crud/read-scope.js';
import { hasPublishing } from '../records/types/record-kinds.js';
import { andConditions, type ListPlan } from '../records/lists/list-statements.js';

/** Summary of a list of events, computed without reading their texts and links. */
export interface EventListSummary {
  readonly total: number;
  /** The zones of the events that are not all-day, with the first start and the last end in each, in epoch seconds. */
  readonly zones: readonly { readonly timezone: string; readonly first: number; readonly last: number }[];
  /** Differs after each change of an event of the list, or of a venue, organizer or term that the caller may read. */
  readonly revision: string;
  /** The moments at which the list changes without a write. */
  readonly expires: readonly ExpiryTrigger[];
}

/** The kinds of records that events show. */
const LINKED_KINDS = [VENUE, ORGANIZER, CATEGORY, TAG];

/** Summarizes the events that meet the conditions of a list. */
export async function summarizeEvents(
  db: Kysely<unknown>,
  { from, where, selective = [] }: ListPlan,
  scope: ReadScope,
): Promise<Omit<EventListSummary, 'expires'>> {
  const { rows } = await sql<Omit<EventListSummary, 'expires'>>`
    select coalesce(sum(events), 0)::int as total,
      coalesce(json_agg(json_build_object('timezone', timezone, 'first', first, 'last', last)) filter (where timezone is not null), '[]') as zones,
      concat_ws(' ', sum(hash), ${sql.join(LINKED_KINDS.map((kind) => linkedRevisionSql(kind, scope)))}) as revision
    from (
      select case when not e.all_day then e.timezone end as timezone, count(*) as events, ${revisionSql('e')} as hash,
        floor(extract(epoch from min(e.starts_at)))::bigint as first, ceil(extract(epoch from max(e.ends_at)))::bigint as last
      from ${from} where ${andConditions([...where, ...selective])} group by 1
    ) as by_zone`.execute(db);
  return rows[0] ?? { total: 0, zones: [], revision: '' };
}

/** A sum that differs after each change of one of the rows. Versions only rise, so that it does not return to an earlier value. */
const revisionSql = (alias: string) =>
  sql`coalesce(sum(hash_record_extended(row(${sql.ref(`${alias}.id`)}, ${sql.ref(`${alias}.version`)}, ${sql.ref(`${alias}.modified_at`)}), 0)), 0)`;

const linkedRevisionSql = (kind: (typeof LINKED_KINDS)[number], { caller, now }: ReadScope) =>
  sql`(select ${revisionSql('linked')} from ${sql.table(kind.table)} as linked where ${hasPublishing(kind) ? readableCondition(caller, 'linked', now) : sql`true`})`;
