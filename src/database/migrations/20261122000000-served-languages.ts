import { Migration } from '@mikro-orm/migrations';

const RECORDS = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
};

/**
 * Each text of a record knows of the others: which languages asked for it serves, and under which slugs the record's
 * translations are. The database itself keeps that, so that it holds for every writer, also for one that was started with
 * another default language. The function `served_languages` knows which language stands in for which; it is made right
 * after the migrations, and anew where the languages of the service or the default change.
 */
export class ServedLanguages extends Migration {
  override name = '20261122000000-served-languages';

  override up(): void {
    for (const [kind, table] of Object.entries(RECORDS)) {
      this.addSql(`alter table ${kind}_texts add column translations jsonb`);
      this.addSql(`update ${kind}_texts as texts set translations = (
        select jsonb_object_agg(each.language, each.slug) from ${kind}_texts as each
        where each.${kind}_id = texts.${kind}_id)`);
      this.addSql(`alter table ${kind}_texts alter column translations set not null`);
      this.addSql(withOthers(kind, table));
      this.addSql(withoutIt(kind, table));
      this.addSql(`create trigger joins before insert on ${kind}_texts
        for each row when (new.serves is null) execute function join_${kind}_texts()`);
      this.addSql(`create trigger moves before update of slug on ${kind}_texts
        for each row when (old.slug <> new.slug) execute function join_${kind}_texts()`);
      this.addSql(`create trigger leaves after delete on ${kind}_texts
        for each row execute function leave_${kind}_texts()`);
    }
  }

  override down(): void {
    for (const kind of Object.keys(RECORDS)) {
      this.addSql(`drop trigger joins on ${kind}_texts`);
      this.addSql(`drop trigger moves on ${kind}_texts`);
      this.addSql(`drop trigger leaves on ${kind}_texts`);
      this.addSql(`drop function join_${kind}_texts, leave_${kind}_texts`);
      this.addSql(`alter table ${kind}_texts drop column translations`);
    }
  }
}

/** The record is locked, so that of two writers the second sees what the first has written. */
const others = (kind: string, table: string, text: 'new' | 'old') => `
    perform from ${table} where id = ${text}.${kind}_id for no key update;
    select array_agg(each.language), jsonb_object_agg(each.language, each.slug) into present, slugs
    from ${kind}_texts as each where each.${kind}_id = ${text}.${kind}_id and each.language <> ${text}.language;`;

const tellOthers = (kind: string, text: 'new' | 'old') => `
    update ${kind}_texts as texts set serves = served_languages(texts.language, present), translations = slugs
    where texts.${kind}_id = ${text}.${kind}_id and texts.language <> ${text}.language;`;

const withOthers = (kind: string, table: string) => `
  create function join_${kind}_texts() returns trigger language plpgsql as $$
  declare
    present text[];
    slugs jsonb;
  begin
    ${others(kind, table, 'new')}
    present := coalesce(present, '{}') || new.language;
    slugs := coalesce(slugs, '{}') || jsonb_build_object(new.language, new.slug);
    new.serves := served_languages(new.language, present);
    new.translations := slugs;
    ${tellOthers(kind, 'new')}
    return new;
  end $$`;

const withoutIt = (kind: string, table: string) => `
  create function leave_${kind}_texts() returns trigger language plpgsql as $$
  declare
    present text[];
    slugs jsonb;
  begin
    ${others(kind, table, 'old')}
    ${tellOthers(kind, 'old')}
    return null;
  end $$`;
