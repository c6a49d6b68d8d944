import type { TableRename } from './table-renames.js';

/** Indexes of a language: `venue_texts_served_ca_index`. */
const LANGUAGE_INDEXES = { served: 'fallback', ordered: 'sort', folded: 'search' };

/**
 * Renames the constraints and indexes of a renamed table as PostgreSQL would name them if the table were created anew. PostgreSQL 18
 * also names NOT NULL constraints; older versions have none to rename.
 */
export function renameConstraintsAndIndexes({ from, to, columns }: TableRename): string {
  const rules = [
    ...Object.entries(LANGUAGE_INDEXES).map(([old, name]) => [`^${old}_([a-z]{2,3})_index$`, `${name}_\\1_index`]),
    ...Object.entries(columns).map(([old, name]) => [`(^|_)${old}(?=_)`, `\\1${name}`]),
  ];
  const renamed = rules.reduce(
    (name, [old, replacement]) => `regexp_replace(${name}, '${old}', '${replacement}')`,
    'rest',
  );
  return `
  do $$
  declare
    renamed record;
  begin
    for renamed in
      select is_constraint, name, '${to}_' || ${renamed} as new_name
      from (
        select true as is_constraint, conname::text as name, substr(conname, ${from.length + 2}) as rest
        from pg_constraint where conrelid = '${to}'::regclass
        union all
        select false, relname, substr(relname, ${from.length + 2})
        from pg_index join pg_class on pg_class.oid = indexrelid
        where indrelid = '${to}'::regclass and not exists (select from pg_constraint where conindid = indexrelid and conrelid = indrelid)
      ) as named
      where starts_with(name, '${from}_')
    loop
      if renamed.new_name = renamed.name then continue;
      elsif renamed.is_constraint then execute format('alter table ${to} rename constraint %I to %I', renamed.name, renamed.new_name);
      else execute format('alter index %I rename to %I', renamed.name, renamed.new_name);
      end if;
    end loop;
  end $$`;
}
