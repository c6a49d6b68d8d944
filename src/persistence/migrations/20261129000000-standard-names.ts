import { Migration } from '@mikro-orm/migrations';
import { renameConstraintsAndIndexes } from './standard-names/constraint-names.js';
import { linkVisibilityStatements } from './standard-names/link-visibility.js';
import { queueStatements } from './standard-names/queue.js';
import { TABLE_RENAMES, tableRenameStatements, type TableRename } from './standard-names/table-renames.js';
import { termCountStatements } from './standard-names/term-counts.js';
import {
  FIND_TRANSLATION_TABLES,
  translationStatements,
  translationTableRenames,
  type TranslationTables,
} from './standard-names/translation-tables.js';

/**
 * Renames tables, columns, functions, triggers, constraints and indexes to standard terms. No row is rewritten.
 *
 * The tables of translations are found in the catalog, so those of extensions are renamed too, whether or not the extension is loaded.
 */
export class StandardNames extends Migration {
  override name = '20261129000000-standard-names';

  override async up(): Promise<void> {
    const kinds = (await this.execute(FIND_TRANSLATION_TABLES)) as TranslationTables[];
    const renames: readonly TableRename[] = [...TABLE_RENAMES, ...kinds.flatMap(translationTableRenames)];
    const statements = [
      ...renames.flatMap(tableRenameStatements),
      ...renames.map(renameConstraintsAndIndexes),
      RENAME_CHANGE_TRIGGERS,
      ...LANGUAGE_STATE,
      ...FALLBACK_FUNCTION,
      ...kinds.flatMap(translationStatements),
      ...termCountStatements(),
      ...linkVisibilityStatements(),
      ...queueStatements(),
    ];
    for (const statement of statements) this.addSql(statement);
  }

  override down(): void {
    throw new Error('The renames of 20261129000000-standard-names cannot be undone: restore a backup instead');
  }
}

/** The triggers that announce changes, on every table that has one. */
const RENAME_CHANGE_TRIGGERS = `
  do $$
  declare
    changed regclass;
  begin
    for changed in
      select tgrelid::regclass from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where tgname = 'notices' and proname = 'notify_calendar_changes' and pronamespace = current_schema()::regnamespace
    loop
      execute format('alter trigger notices on %s rename to notify_changes', changed);
    end loop;
  end $$`;

/** Fallback is rebuilt after the migrations, which also replaces the provisional function below. */
const LANGUAGE_STATE = [
  'alter table service_state add column is_complete boolean not null default true',
  `update service_state set key = 'fallback_languages', value = replace(value, ';unfinished', ''), is_complete = false
    where key = 'languages'`,
];

/** Until the rebuild, the first available language serves every request, as in migration 20261122000000. */
const FALLBACK_FUNCTION = [
  'drop function served_languages',
  `create function fallback_languages(language text, available text[]) returns text[]
    language sql immutable parallel safe as $$
      select case when language = (select min(candidate) from unnest(available) as candidate)
        then array['ca', 'en', 'es'] else array[]::text[] end
    $$`,
];
