import { SetupError } from '../../kernel/errors/setup-error.js';
import { translationTriggersSql } from './record-tables.js';
import { COST_DETAILS, kindTables, LINK_TABLES } from './schema-tables.js';

type Query = (statement: string) => Promise<object[]>;

/** Last migration of version 0.1, which is recorded in its databases. */
const VERSION_0_1 = '20261127000000-custom-fields';

/**
 * Statements that bring the tables of version 0.1, and of the versions since, to their present form. They rewrite no
 * record.
 *
 * Kinds are found in the catalog, so tables of extensions are upgraded whether or not the extension is loaded.
 * @throws {SetupError} if the database is older than version 0.1
 */
export async function upgradeStatements(query: Query): Promise<string[]> {
  const recorded = await query(`select from migrations where name = '${VERSION_0_1}'`);
  if (recorded.length === 0)
    throw new SetupError(
      'The database was created by a version before 0.1, which cannot be upgraded. Set DATABASE_URL or DATA_DIR to a new database.',
    );
  const kinds = (await query(FIND_KINDS)) as KindName[];
  return [
    ...DROP_STATEMENTS,
    ...(await renameStatements(query, kinds)),
    ...kinds.flatMap(({ name, table }) => [
      `drop function if exists join_${name}_texts, settle_${name}_texts cascade`,
      ...translationTriggersSql(kindTables(name, table)),
    ]),
    `alter table events add column if not exists ${COST_DETAILS}`,
    ...LANGUAGE_STATE,
    RENAME_QUEUE,
  ];
}

interface KindName {
  readonly name: string;
  /** Table of the records. */
  readonly table: string;
}

/** A table of translations has one of two triggers. Its column `<name>_id` refers to the table of records. */
const FIND_KINDS = `
  select regexp_replace(translations.relname, '_(texts|translations)$', '') as name, records.relname as "table"
  from pg_trigger
    join pg_class as translations on translations.oid = tgrelid
    join pg_constraint on conrelid = tgrelid and contype = 'f' and cardinality(conkey) = 1
    join pg_attribute as reference on attrelid = tgrelid and attnum = conkey[1]
      and attname = regexp_replace(translations.relname, '_(texts|translations)$', '') || '_id'
    join pg_class as records on records.oid = confrelid
  where tgname in ('joins', 'before_insert_fallbacks') and translations.relnamespace = current_schema()::regnamespace
  order by 1`;

/** Functions of version 0.1, then of 0.3, which are dropped with their triggers. */
const DROPPED_FUNCTIONS = `
  fold_term_counts, note_term_counts_of_insert, note_term_counts_of_update, note_term_counts_of_delete,
  gather_category_set, gather_tag_set, gather_unknown_category, gather_unknown_tag,
  tell_link_of_event, tell_links_of_event, served_languages,
  compact_term_counts, record_term_count_changes_insert, record_term_count_changes_update, record_term_count_changes_delete,
  collect_category_ids, collect_tag_ids, collect_new_category_ids, collect_new_tag_ids,
  sync_link_visibility, sync_links_visibility`;

const DROP_STATEMENTS = [
  `drop function if exists ${DROPPED_FUNCTIONS} cascade`,
  'drop table if exists term_counts, term_count_changes',
  'alter table events drop column if exists tag_set, drop column if exists tag_ids',
  ...LINK_TABLES.map(
    (table) => `alter table ${table} drop column if exists listed_until, drop column if exists public_from`,
  ),
];

interface TableRename {
  readonly to: string;
  /** New names of columns by their old ones. A name that contains another one precedes it. */
  readonly columns: Readonly<Record<string, string>>;
}

/**
 * Tables with a new name or new column names. Other tables of kinds, also of extensions, have
 * {@link RECORD_COLUMN_RENAMES}.
 */
const TABLE_RENAMES: Readonly<Record<string, TableRename>> = {
  derived_state: { to: 'service_state', columns: {} },
  image_namings: { to: 'image_permissions', columns: {} },
  password_attempts: {
    to: 'password_attempts',
    columns: { client: 'network', wrong: 'wrong_attempts', latest: 'last_attempt_at' },
  },
  audit_entries: { to: 'audit_entries', columns: { at: 'created_at' } },
  events: { to: 'events', columns: { folded_facts: 'search_fields', category_set: 'category_ids' } },
  categories: { to: 'categories', columns: { parent_key: 'sibling_scope' } },
};

const TRANSLATION_COLUMN_RENAMES = {
  folded_name: 'name_key',
  folded_title: 'search_title',
  folded: 'search_text',
  serves: 'fallback_languages',
  parent_key: 'sibling_scope',
};

const RECORD_COLUMN_RENAMES = { folded_facts: 'search_fields' };

/** Indexes of a language: `venue_texts_served_ca_index` becomes `venue_translations_fallback_ca_index`. */
const LANGUAGE_INDEX_RENAMES = { served: 'fallback', ordered: 'sort', folded: 'search' };

/** A column, constraint, index or trigger of a table. */
interface TableObject {
  readonly table: string;
  readonly type: 'column' | 'constraint' | 'index' | 'trigger';
  readonly name: string;
}

/** PostgreSQL 18 also names NOT NULL constraints. An index of a constraint is renamed with it. */
const FIND_TABLE_OBJECTS = `
  select relname as "table", type, name
  from (
    select attrelid as relation, 'column' as type, attname as name from pg_attribute where attnum > 0 and not attisdropped
    union all select conrelid, 'constraint', conname from pg_constraint
    union all select tgrelid, 'trigger', tgname from pg_trigger where not tgisinternal
    union all select indrelid, 'index', relname from pg_index join pg_class on pg_class.oid = indexrelid
      where not exists (select from pg_constraint where conindid = indexrelid and conrelid = indrelid)
  ) as named join pg_class on pg_class.oid = relation
  where relnamespace = current_schema()::regnamespace and relkind = 'r'`;

/** Renames tables and columns of version 0.1, and their constraints and indexes as PostgreSQL would name them in a new table. */
async function renameStatements(query: Query, kinds: readonly KindName[]): Promise<string[]> {
  const objects = (await query(FIND_TABLE_OBJECTS)) as TableObject[];
  if (!objects.some(({ table }) => table === 'derived_state')) return [];
  const renames: Record<string, TableRename> = { ...TABLE_RENAMES };
  for (const { name, table } of kinds) {
    renames[table] ??= { to: table, columns: RECORD_COLUMN_RENAMES };
    renames[`${name}_texts`] = { to: `${name}_translations`, columns: TRANSLATION_COLUMN_RENAMES };
  }
  return [
    ...objects.flatMap((object) => renameStatement(object, renames[object.table])),
    ...Object.entries(renames).flatMap(([from, { to }]) => (from === to ? [] : `alter table ${from} rename to ${to}`)),
  ];
}

function renameStatement({ table, type, name }: TableObject, rename: TableRename | undefined): string[] {
  if (type === 'trigger')
    return name === 'notices' ? [`alter trigger notices on ${table} rename to notify_changes`] : [];
  if (!rename) return [];
  const newName = type === 'column' ? (rename.columns[name] ?? name) : renameAfterTable(name, table, rename);
  if (newName === name) return [];
  if (type === 'index') return [`alter index ${name} rename to ${newName}`];
  return [`alter table ${table} rename ${type} ${name} to ${newName}`];
}

/** Replaces the names of a table and of its columns in the name of a constraint or index. */
function renameAfterTable(name: string, table: string, { to, columns }: TableRename): string {
  if (!name.startsWith(`${table}_`)) return name;
  let suffix = name.slice(table.length + 1);
  for (const [old, replacement] of Object.entries(LANGUAGE_INDEX_RENAMES))
    suffix = suffix.replace(new RegExp(`^${old}_([a-z]{2,3})_index$`), `${replacement}_$1_index`);
  for (const [old, replacement] of Object.entries(columns))
    suffix = suffix.replace(new RegExp(`(^|_)${old}(?=_)`), `$1${replacement}`);
  return `${to}_${suffix}`;
}

/**
 * Marks the fallback order as incomplete: after the migrations, `syncLanguages` replaces the function of fallbacks and
 * updates all translations.
 */
const LANGUAGE_STATE = [
  'alter table service_state add column if not exists is_complete boolean not null default true',
  `update service_state set key = 'fallback_languages', value = replace(value, ';unfinished', ''), is_complete = false
    where key in ('languages', 'fallback_languages')`,
];

/**
 * Renames the schema of pg-boss, if there is one, with the undelivered changes in it. The functions and deferred commands of pg-boss
 * contain the name of their schema as text.
 */
const RENAME_QUEUE = `
  do $$
  declare
    definition text;
  begin
    if to_regnamespace('calendar_changes') is null then return; end if;
    alter schema calendar_changes rename to calendar_queue;
    for definition in
      select pg_get_functiondef(oid) from pg_proc where pronamespace = 'calendar_queue'::regnamespace and prokind in ('f', 'p')
    loop
      execute replace(definition, 'calendar_changes.', 'calendar_queue.');
    end loop;
    update calendar_queue.bam set command = replace(command, 'calendar_changes.', 'calendar_queue.');
  end $$`;
