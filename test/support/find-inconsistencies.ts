import { query } from './database-session.js';

const KINDS = [
  ['event', 'events'],
  ['venue', 'venues'],
  ['organizer', 'organizers'],
  ['category', 'categories'],
  ['tag', 'tags'],
] as const;

/** Records that are half there: without texts, without the audit's word of their making, or with two of them. */
const perKindQuery = ([kind, table]: readonly [string, string]): string => `
  select '${kind} ' || id || ' has no texts' as what from ${table} r
  where not exists (select from ${kind}_translations t where t.${kind}_id = r.id)
  union all
  select '${kind} ' || id || ' was made ' || made || ' times by the audit' from (
    select r.id, (select count(*) from audit_entries a
      where a.kind = '${kind}' and a.record_id = r.id and a.action = 'create') as made from ${table} r
  ) counted where made <> 1
  union all
  select 'slug ' || slug || ' of ${kind} ' || ${kind}_id || ' is of no record' from ${kind}_slugs s
  where not exists (select from ${table} r where r.id = s.${kind}_id)`;

/** The audit tells of records that are not there, though nobody has deleted them. */
const ORPHANED_AUDIT_QUERIES = KINDS.map(
  ([kind, table]) => `
  select 'the audit tells of ${kind} ' || record_id || ', which is not there' as what from audit_entries a
  where a.kind = '${kind}' and a.action = 'create'
    and not exists (select from ${table} r where r.id = a.record_id)
    and not exists (select from audit_entries d where d.kind = a.kind and d.record_id = a.record_id and d.action = 'delete')`,
);

/** Links that stand twice at one place, or begin behind the first. */
const LINK_GAP_QUERIES = ['venue', 'organizer', 'category', 'tag'].map((kind) => {
  const table = `event_${kind === 'category' ? 'categories' : `${kind}s`}`;
  return `select 'the ${kind} links of event ' || event_id || ' have a gap' as what from ${table}
    group by event_id having max(position) - min(position) + 1 <> count(*) or count(distinct position) <> count(*)`;
});

/**
 * What contradicts itself in a database whose records were all made by requests: one line for each; none where all is well.
 * A record is written whole or not at all, with its texts, its slugs, its links and the audit's entry of it.
 */
export async function findInconsistencies(databaseUrl: string): Promise<string[]> {
  const statement = [...KINDS.map(perKindQuery), ...ORPHANED_AUDIT_QUERIES, ...LINK_GAP_QUERIES].join('\n union all\n');
  return (await query<{ what: string }>(databaseUrl, statement)).map(({ what }) => what);
}
