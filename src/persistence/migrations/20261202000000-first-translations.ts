import { Migration } from '@mikro-orm/migrations';

const KINDS = { event: 'events', venue: 'venues', organizer: 'organizers', category: 'categories', tag: 'tags' };

/**
 * Speeds up the trigger that runs before a translation is stored. The first translation of a record has no others to update, and
 * `fallback_languages` becomes a function in PL/pgSQL, which keeps its plan.
 */
export class FirstTranslations extends Migration {
  override name = '20261202000000-first-translations';

  override up(): void {
    this.addSql(PLAN_ONCE_SQL);
    for (const [kind, table] of Object.entries(KINDS)) this.addSql(triggerFunctionSql(kind, table));
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

const triggerFunctionSql = (kind: string, table: string) => `
  create or replace function add_${kind}_translation() returns trigger language plpgsql as $$
  declare
    languages text[];
    slugs jsonb;
  begin
    if not exists (select from ${kind}_translations where ${kind}_id = new.${kind}_id) then
      new.fallback_languages := fallback_languages(new.language, array[new.language]);
      new.translations := jsonb_build_object(new.language, new.slug);
      return new;
    end if;
    perform from ${table} where id = new.${kind}_id for no key update;
    select array_agg(translation.language), jsonb_object_agg(translation.language, translation.slug) into languages, slugs
    from ${kind}_translations as translation where translation.${kind}_id = new.${kind}_id;
    languages := coalesce(languages, '{}') || new.language;
    slugs := coalesce(slugs, '{}') || jsonb_build_object(new.language, new.slug);
    new.fallback_languages := fallback_languages(new.language, languages);
    new.translations := slugs;
    update ${kind}_translations as translation
    set fallback_languages = fallback_languages(translation.language, languages), translations = slugs
    where translation.${kind}_id = new.${kind}_id;
    return new;
  end $$`;
