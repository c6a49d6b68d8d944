import { Migration } from '@mikro-orm/migrations';

const TERMS = { category: 'categories', tag: 'tags' };

/** What each kind of write leaves for its triggers to look at. */
const OPERATIONS = {
  insert: 'new table as after',
  update: 'old table as before new table as after',
  delete: 'old table as before',
} as const;

type Operation = keyof typeof OPERATIONS;
const EACH_OPERATION = Object.keys(OPERATIONS) as Operation[];

/**
 * Each event knows its categories and tags, and the database how many public events have which. Triggers keep both, so
 * that they hold for every writer. Writers never wait for each other here: they add rows about what changed, which one
 * of them now and then folds into the sums.
 */
export class TermCounts extends Migration {
  override name = '20261123000000-term-counts';

  override up(): void {
    this.addSql(`alter table events
      add column category_set bigint[] not null default '{}', add column tag_set bigint[] not null default '{}'`);
    this.addSql(FILL_SETS);
    this.addSql(`create table term_counts (${KEY}, count integer not null, primary key (kind, terms, due))`);
    this.addSql('create index term_counts_due_index on term_counts (kind, due)');
    this.addSql(`create table term_count_changes (
      id bigint generated always as identity, ${KEY}, change integer not null)`);
    this.addSql(FILL_COUNTS);
    this.addSql(FOLD);
    for (const operation of EACH_OPERATION) this.addSql(noteChanges(operation));
    for (const [kind, table] of Object.entries(TERMS)) this.addSql(gather(kind, table));
    for (const [name, operation, table, work] of TRIGGERS) {
      this.addSql(`create trigger ${name} after ${operation} on ${table} referencing ${OPERATIONS[operation]}
        for each statement execute function ${work}()`);
    }
  }

  override down(): void {
    for (const [name, , table] of TRIGGERS) this.addSql(`drop trigger ${name} on ${table}`);
    for (const work of new Set(TRIGGERS.map(([, , , each]) => each))) this.addSql(`drop function ${work}`);
    this.addSql('drop function fold_term_counts');
    this.addSql('drop table term_counts, term_count_changes');
    this.addSql('alter table events drop column category_set, drop column tag_set');
  }
}

/** Name, operation, table and function of each trigger. */
const TRIGGERS: readonly (readonly [name: string, operation: Operation, table: string, work: string])[] =
  EACH_OPERATION.flatMap((operation) => [
    [`counts_${operation}`, operation, 'events', `note_term_counts_of_${operation}`],
    ...Object.entries(TERMS).map(
      ([kind, table]) => [`gathers_${operation}`, operation, `event_${table}`, `gather_${kind}_set`] as const,
    ),
  ]);

const FILL_SETS = `
  update events as event set category_set = coalesce(categories.terms, '{}'), tag_set = coalesce(tags.terms, '{}')
  from (select event_id, array_agg(category_id order by category_id) as terms from event_categories group by 1) as categories
    full join (select event_id, array_agg(tag_id order by tag_id) as terms from event_tags group by 1) as tags using (event_id)
  where event.id = event_id`;

/**
 * The sorted terms of the events that were written, put right. An event is locked first, so that of two who change its
 * links the second sees what the first has left. Where a term goes for good, its id stays in the sets: nobody asks for
 * it any more, and to write all events of a large category anew would take longer than a statement may.
 */
const gather = (kind: string, table: string) => {
  const links = (rows: 'before' | 'after') => `select event_id, ${kind}_id from ${rows}`;
  return `
  create function gather_${kind}_set() returns trigger language plpgsql as $$
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
    perform from events where id = any (changed) order by id for no key update;
    update events as event set ${kind}_set = gathered.terms
    from (
      select id, array(select ${kind}_id from event_${table} where event_id = id order by 1) as terms
      from unnest(changed) as id
    ) as gathered
    where event.id = gathered.id and event.${kind}_set <> gathered.terms;
    return null;
  end $$`;
};

/**
 * What counts, from when on: the set of an event's categories, so that the tree above them can be applied when it is
 * read, and each of its tags.
 */
const KEY = `
  kind text not null check (kind in ('category', 'tag')), terms bigint[] not null, due timestamptz not null`;

/** What events contribute: those that everybody finds in a list, with their terms, once their date has come. */
const contributions = (events: string, change: 1 | -1) => `
  select terms.kind, terms.terms, event.published_at as due, ${change} as change
  from ${events} as event cross join lateral (
    select 'category' as kind, event.category_set as terms where event.category_set <> '{}'
    union all
    select 'tag', array[tag] from unnest(event.tag_set) as tag
  ) as terms
  where event.status = 'publish' and event.trashed_at is null and event.published_at is not null
    and not event.hide_from_listings and event.password_hash is null`;

const CHANGES: Record<Operation, string> = {
  insert: contributions('after', 1),
  update: `${contributions('before', -1)} union all ${contributions('after', 1)}`,
  delete: contributions('before', -1),
};

/** Tells what the events that were written contribute more or less; every so many changes they are folded. */
const noteChanges = (operation: Operation) => `
  create function note_term_counts_of_${operation}() returns trigger language plpgsql as $$
  declare
    many boolean;
  begin
    with noted as (
      insert into term_count_changes (kind, terms, due, change)
      select kind, terms, due, sum(change) from (${CHANGES[operation]}) as each
      group by kind, terms, due having sum(change) <> 0 returning id
    )
    select bool_or(id % 1024 = 0) into many from noted;
    if many then perform fold_term_counts(); end if;
    return null;
  end $$`;

/**
 * What has been due for so long is so for good: no statement that is still running began before, and the database's
 * clock does not go back.
 */
const SINCE = `case when due <= now() - interval '1 minute' then '-infinity' else due end`;

const FILL_COUNTS = `
  insert into term_counts (kind, terms, due, count)
  select kind, terms, ${SINCE}, count(*) from (${contributions('events', 1)}) as each group by 1, 2, 3`;

/**
 * Folds the changes into the sums, one transaction at a time, which so waits for nobody: others only add changes, which
 * are not there yet for this one.
 */
const FOLD = `
  create function fold_term_counts() returns void language plpgsql as $$
  begin
    if not pg_try_advisory_xact_lock(7226405) then return; end if;
    with changes as (delete from term_count_changes returning kind, terms, due, change),
      overdue as (
        delete from term_counts where due > '-infinity' and due <= now() - interval '1 minute'
        returning kind, terms, due, count
      ),
      folded as (
        select kind, terms, ${SINCE} as since, sum(change) as change
        from (select * from changes union all select * from overdue) as each group by 1, 2, 3 having sum(change) <> 0
      )
    merge into term_counts as known using folded
      on known.kind = folded.kind and known.terms = folded.terms and known.due = folded.since
    when matched and known.count + folded.change = 0 then delete
    when matched then update set count = known.count + folded.change
    when not matched then insert (kind, terms, due, count) values (folded.kind, folded.terms, folded.since, folded.change);
  end $$`;
