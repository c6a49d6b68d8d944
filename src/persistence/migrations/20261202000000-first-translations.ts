import { Migration } from '@mikro-orm/migrations';

/**
 * Speeds up the trigger that runs before a translation is stored. The first translation of a record has no others to update, and
 * `fallback_languages` becomes a function in PL/pgSQL, which keeps its plan.
 */
export class FirstTranslations extends Migration {
  override name = '20261202000000-first-translations';

  override up(): void {
    this.addSql(PLAN_ONCE_SQL);
    this.addSql(SKIP_FIRST_SQL);
  }
}

/** The body of the function depends on the languages of the service. Newer versions create it in PL/pgSQL. */
const PLAN_ONCE_SQL = `
  do $do$
  declare
    body text;
  begin
    select prosrc into body from pg_proc join pg_language on pg_language.oid = prolang
    where proname = 'fallback_languages' and pronamespace = current_schema()::regnamespace and lanname = 'sql';
    if body is not null then
      execute format(
        'create or replace function fallback_languages(language text, available text[]) returns text[]
          language plpgsql immutable parallel safe as %L', 'begin return (' || body || '); end');
    end if;
  end $do$`;

/** Changes the trigger functions of all kinds, those of extensions included. */
const SKIP_FIRST_SQL = `
  do $do$
  declare
    found record;
    key text;
  begin
    for found in
      select pg_proc.proname as name, pg_proc.prosrc as body, pg_class.relname as translations
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid join pg_class on pg_class.oid = tgrelid
      where tgname = 'before_insert_fallbacks' and relnamespace = current_schema()::regnamespace
    loop
      key := regexp_replace(found.translations, '_translations$', '_id');
      execute format('create or replace function %I() returns trigger language plpgsql as %L', found.name,
        regexp_replace(found.body, E'begin\\n', format(E'begin
    if not exists (select from %s where %s = new.%2$s) then
      new.fallback_languages := fallback_languages(new.language, array[new.language]);
      new.translations := jsonb_build_object(new.language, new.slug);
      return new;
    end if;\\n', found.translations, key)));
    end loop;
  end $do$`;
