import { Migration } from '@mikro-orm/migrations';
import type { KindTables } from './record-tables.js';
import { KINDS, LINK_TABLES, TABLES_SQL, TERM_KINDS } from './schema-tables.js';
import { upgradeStatements } from './upgrade-statements.js';

/** Creates the schema in an empty database. Upgrades a database of version 0.1, or a later one, to the same schema. */
export class Schema extends Migration {
  override name = '20261203000000-schema';

  override async up(): Promise<void> {
    const existing = await this.execute(`select where to_regclass('events') is not null`);
    const statements =
      existing.length > 0 ? await upgradeStatements((statement) => this.execute(statement)) : TABLES_SQL;
    for (const statement of [...statements, ...FUNCTIONS_SQL, ...TERM_SLUGS_SQL, ...INDEXES_SQL, ...AUTOVACUUM_SQL])
      this.addSql(statement);
  }
}

const GROWING_TABLES = [
  ...KINDS.flatMap(({ table, translationsTable, slugsTable }) => [table, translationsTable, slugsTable]),
  ...LINK_TABLES,
];

/**
 * A provisional function, for extensions whose migrations insert translations: the first available language serves every request.
 * After the migrations, `syncLanguages` replaces it and updates all translations.
 */
const FALLBACK_FUNCTION = `
  create or replace function fallback_languages(language text, available text[]) returns text[]
  language plpgsql immutable parallel safe as $$ begin
    return case when language = (select min(candidate) from unnest(available) as candidate)
      then array['ca', 'en', 'es'] else array[]::text[] end;
  end $$`;

/**
 * Notifies all processes after a commit, even if another program writes. PostgreSQL sends equal notifications of a transaction
 * once.
 */
const NOTIFY_FUNCTION = `
  create or replace function notify_calendar_changes() returns trigger language plpgsql as $$
  begin
    perform pg_notify('calendar_changes', '');
    return null;
  end $$`;

/**
 * Keeps `events.category_ids` equal to the sorted ids of the linked categories. Events that already have the ids, as new events do, are
 * neither locked nor updated. If a category is deleted permanently, its id stays: it is never read again, and updating all events of a
 * large category would exceed the statement timeout.
 *
 * Events are locked before their links are read, so the second of two writers sees the links of the first.
 */
const CATEGORY_IDS_FUNCTION = `
  create or replace function collect_category_ids() returns trigger language plpgsql as $$
  declare
    changed bigint[];
  begin
    if tg_op = 'INSERT' then
      select array_agg(distinct after.event_id) into changed from after join events as event on event.id = after.event_id
      where not after.category_id = any (event.category_ids);
    elsif tg_op = 'DELETE' then
      select array_agg(distinct event_id) into changed from before where category_id in (select id from categories);
    else
      select array_agg(distinct event_id) into changed from (
        (select event_id, category_id from before except select event_id, category_id from after) union all
        (select event_id, category_id from after except select event_id, category_id from before)
      ) as moved;
    end if;
    if changed is null then return null; end if;
    perform from events where id = any (changed) order by id for no key update;
    update events as event set category_ids = collected.ids
    from (
      select id, array(select category_id from event_categories where event_id = id order by 1) as ids
      from unnest(changed) as id
    ) as collected
    where event.id = collected.id and event.category_ids <> collected.ids;
    return null;
  end $$`;

const categoryIdsTrigger = (operation: string, rows: string) => `
  create or replace trigger collect_ids_${operation} after ${operation} on event_categories referencing ${rows}
  for each statement execute function collect_category_ids()`;

const FUNCTIONS_SQL = [
  FALLBACK_FUNCTION,
  NOTIFY_FUNCTION,
  ...[...GROWING_TABLES, 'images'].map(
    (table) => `create or replace trigger notify_changes after insert or update or delete or truncate on ${table}
      for each statement execute function notify_calendar_changes()`,
  ),
  CATEGORY_IDS_FUNCTION,
  categoryIdsTrigger('insert', 'new table as after'),
  categoryIdsTrigger('update', 'old table as before new table as after'),
  categoryIdsTrigger('delete', 'old table as before'),
];

/** Slugs of digits become former ones: `2027` is followed by `tag-2027`, or by `tag-2027-2` if that is taken. */
const renameDigitSlugsSql = ({ name, slugsTable, translationsTable, foreignKey }: KindTables) => `
  do $$
  declare
    digits record;
    candidate text;
    number integer;
  begin
    for digits in select slug, ${foreignKey} as id from ${slugsTable} where current and slug ~ '^[0-9]+$' loop
      number := 1;
      candidate := left('${name}-' || digits.slug, 190);
      while exists (select from ${slugsTable} where slug = candidate) loop
        number := number + 1;
        candidate := left('${name}-' || digits.slug, 190) || '-' || number;
      end loop;
      insert into ${slugsTable} (slug, ${foreignKey}, current) values (candidate, digits.id, true);
      update ${translationsTable}
      set slug = candidate, search_text = regexp_replace(search_text, E'\\n' || digits.slug || '$', E'\\n' || candidate)
      where ${foreignKey} = digits.id and slug = digits.slug;
    end loop;
    update ${slugsTable} set current = false where current and slug ~ '^[0-9]+$';
  end $$`;

/** Prevents slugs of digits alone: in links to terms, digits are an id. */
const TERM_SLUGS_SQL = [
  ...TERM_KINDS.map(renameDigitSlugsSql),
  // A table with pending checks cannot be altered.
  'set constraints all immediate',
  ...TERM_KINDS.map(
    ({ slugsTable }) => `alter table ${slugsTable} add constraint ${slugsTable}_slug_no_id_check
      check (not current or slug !~ '^[0-9]+$')`,
  ),
];

/** Indexes that version 0.1 did not have. */
const INDEXES_SQL = [
  // Newest first: recent events are the likeliest to be upcoming, and lists stop at the first match.
  ...['venue', 'organizer'].map(
    (name) => `create index if not exists event_${name}s_${name}_id_event_id_index
      on event_${name}s (${name}_id, event_id desc)`,
  ),
  // Covers the counts of categories and tags.
  `create index if not exists events_counted_index on events (category_ids) include (id, published_at)
    where status = 'publish' and trashed_at is null and not hide_from_listings and password_hash is null`,
];

/** Statistics follow growth closely, so that the planner keeps to the right indexes. */
const AUTOVACUUM_SQL = GROWING_TABLES.map(
  (table) => `alter table ${table} set (autovacuum_analyze_scale_factor = 0.05, autovacuum_analyze_threshold = 50)`,
);
