const TERMS = { category: 'categories', tag: 'tags' };
const OPERATIONS = ['insert', 'update', 'delete'] as const;
type Operation = (typeof OPERATIONS)[number];

/** Renames the triggers that keep `category_ids`, `tag_ids` and the counts of terms, and renames and replaces their functions. */
export function termCountStatements(): string[] {
  return [
    'alter function fold_term_counts rename to compact_term_counts',
    COMPACT,
    ...OPERATIONS.flatMap((operation) => [
      `alter function note_term_counts_of_${operation} rename to record_term_count_changes_${operation}`,
      recordChanges(operation),
      `alter trigger counts_${operation} on events rename to count_${operation}`,
    ]),
    ...Object.entries(TERMS).flatMap(([kind, table]) => [
      `alter function gather_${kind}_set rename to collect_${kind}_ids`,
      collectIds(kind, table),
      `alter function gather_unknown_${kind} rename to collect_new_${kind}_ids`,
      collectNewIds(kind, table),
      ...OPERATIONS.map(
        (operation) => `alter trigger gathers_${operation} on event_${table} rename to collect_ids_${operation}`,
      ),
    ]),
  ];
}

/** Locks events before their links are read, so the second of two writers sees the links of the first. */
const updateIds = (kind: string, table: string) => `
    perform from events where id = any (changed) order by id for no key update;
    update events as event set ${kind}_ids = collected.ids
    from (
      select id, array(select ${kind}_id from event_${table} where event_id = id order by 1) as ids
      from unnest(changed) as id
    ) as collected
    where event.id = collected.id and event.${kind}_ids <> collected.ids;`;

/**
 * Updates the sorted term ids of the events whose links were written. If a term is deleted permanently, its id stays: it is never
 * read again, and rewriting all events of a large category would exceed the statement timeout.
 */
const collectIds = (kind: string, table: string) => {
  const links = (rows: 'before' | 'after') => `select event_id, ${kind}_id from ${rows}`;
  return `
  create or replace function collect_${kind}_ids() returns trigger language plpgsql as $$
  declare
    changed bigint[];
  begin
    if tg_op = 'INSERT' then
      select array_agg(distinct event_id) into changed from after;
    elsif tg_op = 'DELETE' then
      select array_agg(distinct event_id) into changed from before where ${kind}_id in (select id from ${table});
    else
      select array_agg(distinct event_id) into changed from (
        (${links('before')} except ${links('after')}) union all (${links('after')} except ${links('before')})
      ) as moved;
    end if;
    ${updateIds(kind, table)}
    return null;
  end $$`;
};

/** The same for inserted links. Events that already have the ids, as new events do, are neither locked nor read. */
const collectNewIds = (kind: string, table: string) => `
  create or replace function collect_new_${kind}_ids() returns trigger language plpgsql as $$
  declare
    changed bigint[];
  begin
    select array_agg(distinct after.event_id) into changed from after join events as event on event.id = after.event_id
    where not after.${kind}_id = any (event.${kind}_ids);
    if changed is null then return null; end if;
    ${updateIds(kind, table)}
    return null;
  end $$`;

/** What events add to the counts: events that everyone finds in lists, with their terms, from their publication date on. */
const contributions = (events: string, delta: 1 | -1) => `
  select terms.kind, terms.term_ids, event.published_at as effective_at, ${delta} as delta
  from ${events} as event cross join lateral (
    select 'category' as kind, event.category_ids as term_ids where event.category_ids <> '{}'
    union all
    select 'tag', array[tag] from unnest(event.tag_ids) as tag
  ) as terms
  where event.status = 'publish' and event.trashed_at is null and event.published_at is not null
    and not event.hide_from_listings and event.password_hash is null`;

const CONTRIBUTIONS: Record<Operation, string> = {
  insert: contributions('after', 1),
  update: `${contributions('before', -1)} union all ${contributions('after', 1)}`,
  delete: contributions('before', -1),
};

/** Records by how much written events change the counts. Every 1024th change starts a compaction. */
const recordChanges = (operation: Operation) => `
  create or replace function record_term_count_changes_${operation}() returns trigger language plpgsql as $$
  declare
    needs_compaction boolean;
  begin
    with recorded as (
      insert into term_count_changes (kind, term_ids, effective_at, delta)
      select kind, term_ids, effective_at, sum(delta) from (${CONTRIBUTIONS[operation]}) as contribution
      group by kind, term_ids, effective_at having sum(delta) <> 0 returning id
    )
    select bool_or(id % 1024 = 0) into needs_compaction from recorded;
    if needs_compaction then perform compact_term_counts(); end if;
    return null;
  end $$`;

/** Contributions that took effect a minute ago share one row: no running statement is older than that. */
const EFFECTIVE_SINCE = `case when effective_at <= now() - interval '1 minute' then '-infinity' else effective_at end`;

/** Adds the recorded changes to the counts. One transaction at a time does so, and none waits for it. */
const COMPACT = `
  create or replace function compact_term_counts() returns void language plpgsql as $$
  begin
    if not pg_try_advisory_xact_lock(7226405) then return; end if;
    with changes as (delete from term_count_changes returning kind, term_ids, effective_at, delta),
      past as (
        delete from term_counts where effective_at > '-infinity' and effective_at <= now() - interval '1 minute'
        returning kind, term_ids, effective_at, count
      ),
      compacted as (
        select kind, term_ids, ${EFFECTIVE_SINCE} as effective_since, sum(delta) as delta
        from (select * from changes union all select * from past) as contribution
        group by 1, 2, 3 having sum(delta) <> 0
      )
    merge into term_counts as existing using compacted on existing.kind = compacted.kind
      and existing.term_ids = compacted.term_ids and existing.effective_at = compacted.effective_since
    when matched and existing.count + compacted.delta = 0 then delete
    when matched then update set count = existing.count + compacted.delta
    when not matched then insert (kind, term_ids, effective_at, count)
      values (compacted.kind, compacted.term_ids, compacted.effective_since, compacted.delta);
  end $$`;
