import { query } from './database-session.js';

const KINDS = [
  ['event', 'events'],
  ['venue', 'venues'],
  ['organizer', 'organizers'],
  ['category', 'categories'],
  ['tag', 'tags'],
] as const;

/**
 * Finds records without translations, records without exactly one audit entry of their creation, and slugs without a
 * record.
 */
const perKindQuery = ([kind, table]: readonly [string, string]): string => `
  select '${kind} ' || id || ' has no translations' as inconsistency from ${table} r
  where not exists (select from ${kind}_translations t where t.${kind}_id = r.id)
  union all
  select '${kind} ' || id || ' has ' || creations || ' audit entries of its creation' from (
    select r.id, (select count(*) from audit_entries a
      where a.kind = '${kind}' and a.record_id = r.id and a.action = 'create') as creations from ${table} r
  ) counted where creations <> 1
  union all
  select 'slug ' || slug || ' of ${kind} ' || ${kind}_id || ' has no record' from ${kind}_slugs s
  where not exists (select from ${table} r where r.id = s.${kind}_id)`;

/** Find audit entries of creations whose record is missing without an entry of its deletion. */
const ORPHANED_AUDIT_QUERIES = KINDS.map(
  ([kind, table]) => `
  select 'the audit has ${kind} ' || record_id || ', which does not exist' as inconsistency from audit_entries a
  where a.kind = '${kind}' and a.action = 'create'
    and not exists (select from ${table} r where r.id = a.record_id)
    and not exists (select from audit_entries d where d.kind = a.kind and d.record_id = a.record_id and d.action = 'delete')`,
);

/** Find links with duplicate or missing positions. */
const LINK_GAP_QUERIES = ['venue', 'organizer', 'category', 'tag'].map((kind) => {
  const table = `event_${kind === 'category' ? 'categories' : `${kind}s`}`;
  return `select 'the ${kind} links of event ' || event_id || ' have missing or duplicate positions' as inconsistency from ${table}
    group by event_id having max(position) - min(position) + 1 <> count(*) or count(distinct position) <> count(*)`;
});

/**
 * Finds inconsistencies in a database whose records were all created by requests, one line each. A record must be written
 * completely or not at all, with its translations, slugs, links and audit entry.
 */
export async function findInconsistencies(databaseUrl: string): Promise<string[]> {
  const statement = [...KINDS.map(perKindQuery), ...ORPHANED_AUDIT_QUERIES, ...LINK_GAP_QUERIES].join('\n union all\n');
  return (await query<{ inconsistency: string }>(databaseUrl, statement)).map(({ inconsistency }) => inconsistency);
}
