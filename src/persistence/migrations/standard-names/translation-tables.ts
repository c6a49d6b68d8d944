import type { TableRename } from './table-renames.js';

/** The tables of a kind whose translations are renamed. */
export interface TranslationTables {
  readonly kind: string;
  /** Table of the records. */
  readonly table: string;
  /** Columns of the translations that only some kinds have. */
  readonly columns: readonly string[];
  /** Whether the table of the records has a column `folded_facts`. */
  readonly has_search_fields: boolean;
}

/** Every table of translations, also those of extensions: they have a trigger `joins` with a function of their own. */
export const FIND_TRANSLATION_TABLES = `
  select left(texts.relname, -6) as kind, records.relname as "table",
    (select json_agg(attname) from pg_attribute where attrelid = texts.oid and attnum > 0 and not attisdropped) as columns,
    exists (select from pg_attribute where attrelid = records.oid and attname = 'folded_facts') as has_search_fields
  from pg_trigger
    join pg_class as texts on texts.oid = tgrelid
    join pg_proc on pg_proc.oid = tgfoid and proname = 'join_' || texts.relname
    join pg_attribute as reference on reference.attrelid = texts.oid and reference.attname = left(texts.relname, -6) || '_id'
    join pg_constraint on conrelid = texts.oid and contype = 'f' and conkey = array[reference.attnum]
    join pg_class as records on records.oid = confrelid
  where tgname = 'joins' and texts.relname like '%\\_texts' and texts.relnamespace = current_schema()::regnamespace
  order by 1`;

/** Columns of translations. A name that contains another one precedes it. */
const COLUMNS = {
  folded_name: 'name_key',
  folded_title: 'search_title',
  folded: 'search_text',
  serves: 'fallback_languages',
  parent_key: 'sibling_scope',
};

/** Tables whose renames `TABLE_RENAMES` lists. */
const LISTED = new Set(['events', 'venues', 'organizers', 'categories']);

export function translationTableRenames({ kind, table, columns, has_search_fields }: TranslationTables): TableRename[] {
  const renamed = Object.fromEntries(Object.entries(COLUMNS).filter(([old]) => columns.includes(old)));
  const translations = { from: `${kind}_texts`, to: `${kind}_translations`, columns: renamed };
  if (!has_search_fields || LISTED.has(table)) return [translations];
  return [translations, { from: table, to: table, columns: { folded_facts: 'search_fields' } }];
}

/** Renames the triggers of a table of translations, and renames and replaces their functions. */
export function translationStatements({ kind, table }: TranslationTables): string[] {
  const translations = `${kind}_translations`;
  return [
    `alter function join_${kind}_texts rename to add_${kind}_translation`,
    `alter function settle_${kind}_texts rename to refresh_${kind}_translations`,
    `alter trigger joins on ${translations} rename to before_insert_fallbacks`,
    `alter trigger moves on ${translations} rename to after_slug_change`,
    `alter trigger leaves on ${translations} rename to after_delete_fallbacks`,
    insertFunction(kind, table),
    refreshFunction(kind, table),
  ];
}

/** Reads the translations of a record. The record is locked first, so the second of two writers sees the rows of the first. */
const selectTranslations = (kind: string, table: string, row: 'new' | 'old') => `
    perform from ${table} where id = ${row}.${kind}_id for no key update;
    select array_agg(translation.language), jsonb_object_agg(translation.language, translation.slug) into languages, slugs
    from ${kind}_translations as translation where translation.${kind}_id = ${row}.${kind}_id;`;

const updateTranslations = (kind: string, row: 'new' | 'old') => `
    update ${kind}_translations as translation
    set fallback_languages = fallback_languages(translation.language, languages), translations = slugs
    where translation.${kind}_id = ${row}.${kind}_id;`;

const triggerFunction = (name: string, statements: string) => `
  create or replace function ${name}() returns trigger language plpgsql as $$
  declare
    languages text[];
    slugs jsonb;
  begin
    ${statements}
  end $$`;

/** Sets the derived columns of a new translation, and updates those of the record's other translations. */
const insertFunction = (kind: string, table: string) =>
  triggerFunction(
    `add_${kind}_translation`,
    `${selectTranslations(kind, table, 'new')}
    languages := coalesce(languages, '{}') || new.language;
    slugs := coalesce(slugs, '{}') || jsonb_build_object(new.language, new.slug);
    new.fallback_languages := fallback_languages(new.language, languages);
    new.translations := slugs;
    ${updateTranslations(kind, 'new')}
    return new;`,
  );

/** Updates the derived columns of a record's translations after a slug changed or a translation was deleted. */
const refreshFunction = (kind: string, table: string) =>
  triggerFunction(
    `refresh_${kind}_translations`,
    `${selectTranslations(kind, table, 'old')}
    ${updateTranslations(kind, 'old')}
    return null;`,
  );
