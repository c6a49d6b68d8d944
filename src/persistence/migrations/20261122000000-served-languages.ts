import { Migration } from '@mikro-orm/migrations';

const RECORDS = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
};

/** Texts are put in order by their beginnings now, which the indexes that take the place of these hold. */
const FORMER_INDEXES = [
  'event_texts_title',
  'venue_texts_name',
  'organizer_texts_name',
  'category_texts_name',
  'tag_texts_name',
].flatMap((index) => ['ca', 'en', 'es'].map((language) => `${index}_${language}_index`));

/**
 * Each text of a record knows of the others: which languages asked for it serves, and under which slugs the record's
 * translations are. The database itself keeps that, so that it holds for every writer, also for one that was started with
 * another default language. Who brings both along, as a bulk load does, is trusted.
 */
export class ServedLanguages extends Migration {
  override name = '20261122000000-served-languages';

  override up(): void {
    this.addSql(PROVISIONAL_ORDER);
    for (const [kind, table] of Object.entries(RECORDS)) {
      this.addSql(`alter table ${kind}_texts add column translations jsonb`);
      this.addSql(`update ${kind}_texts as texts set translations = (
        select jsonb_object_agg(each.language, each.slug) from ${kind}_texts as each
        where each.${kind}_id = texts.${kind}_id)`);
      this.addSql(`alter table ${kind}_texts alter column translations set not null`);
      this.addSql(join(kind, table));
      this.addSql(settle(kind, table));
      this.addSql(`create trigger joins before insert on ${kind}_texts
        for each row when (new.serves is null or new.translations is null) execute function join_${kind}_texts()`);
      this.addSql(`create trigger moves after update of slug on ${kind}_texts
        for each row when (old.slug <> new.slug) execute function settle_${kind}_texts()`);
      this.addSql(`create trigger leaves after delete on ${kind}_texts
        for each row execute function settle_${kind}_texts()`);
    }
    for (const index of FORMER_INDEXES) this.addSql(`drop index if exists ${index}`);
    this.addSql(`update derived_state set value = value || ';unfinished' where key = 'languages'`);
  }

  override down(): void {
    for (const kind of Object.keys(RECORDS)) {
      this.addSql(`drop trigger joins on ${kind}_texts`);
      this.addSql(`drop trigger moves on ${kind}_texts`);
      this.addSql(`drop trigger leaves on ${kind}_texts`);
      this.addSql(`drop function join_${kind}_texts, settle_${kind}_texts`);
      this.addSql(`alter table ${kind}_texts drop column translations`);
    }
    this.addSql('drop function served_languages');
  }
}

/** For who writes before the right one is made, which is right after the migrations; all texts are told by that anew. */
const PROVISIONAL_ORDER = `
  create function served_languages(served text, present text[]) returns text[]
  language sql immutable parallel safe as $$
    select case when served = (select min(each) from unnest(present) as each)
      then array['ca', 'en', 'es'] else array[]::text[] end
  $$`;

/** The texts of a record as they are. The record is locked, so that of two writers the second sees what the first wrote. */
const found = (kind: string, table: string, text: 'new' | 'old') => `
    perform from ${table} where id = ${text}.${kind}_id for no key update;
    select array_agg(each.language), jsonb_object_agg(each.language, each.slug) into present, slugs
    from ${kind}_texts as each where each.${kind}_id = ${text}.${kind}_id;`;

const updateTranslations = (kind: string, text: 'new' | 'old') => `
    update ${kind}_texts as texts set serves = served_languages(texts.language, present), translations = slugs
    where texts.${kind}_id = ${text}.${kind}_id;`;

const trigger = (name: string, work: string) => `
  create function ${name}() returns trigger language plpgsql as $$
  declare
    present text[];
    slugs jsonb;
  begin
    ${work}
  end $$`;

/** Puts a new text among the others. */
const join = (kind: string, table: string) =>
  trigger(
    `join_${kind}_texts`,
    `${found(kind, table, 'new')}
    present := coalesce(present, '{}') || new.language;
    slugs := coalesce(slugs, '{}') || jsonb_build_object(new.language, new.slug);
    new.serves := served_languages(new.language, present);
    new.translations := slugs;
    ${updateTranslations(kind, 'new')}
    return new;`,
  );

/** Puts the texts of a record right after one has got another slug, or has gone. */
const settle = (kind: string, table: string) =>
  trigger(
    `settle_${kind}_texts`,
    `${found(kind, table, 'old')}
    ${updateTranslations(kind, 'old')}
    return null;`,
  );
