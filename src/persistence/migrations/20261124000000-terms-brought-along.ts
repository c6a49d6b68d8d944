import { Migration } from '@mikro-orm/migrations';

const TERMS = { category: 'categories', tag: 'tags' };

/**
 * Links whose terms their event knows already change nothing: a new event brings its terms along, so that it is neither locked nor
 * looked at once more. Whoever takes a link away, or adds another, still goes one after the other.
 */
export class TermsBroughtAlong extends Migration {
  override name = '20261124000000-terms-brought-along';

  override up(): void {
    for (const [kind, table] of Object.entries(TERMS)) {
      this.addSql(gatherUnknown(kind, table));
      this.addSql(`drop trigger gathers_insert on event_${table}`);
      this.addSql(`create trigger gathers_insert after insert on event_${table} referencing new table as after
        for each statement execute function gather_unknown_${kind}()`);
    }
  }

  override down(): void {
    for (const [kind, table] of Object.entries(TERMS)) {
      this.addSql(`drop trigger gathers_insert on event_${table}`);
      this.addSql(`create trigger gathers_insert after insert on event_${table} referencing new table as after
        for each statement execute function gather_${kind}_set()`);
      this.addSql(`drop function gather_unknown_${kind}`);
    }
  }
}

/** The event is locked before its links are read, so that of two writers the second sees what the first has left. */
const gatherUnknown = (kind: string, table: string) => `
  create function gather_unknown_${kind}() returns trigger language plpgsql as $$
  declare
    changed bigint[];
  begin
    select array_agg(distinct after.event_id) into changed from after join events as event on event.id = after.event_id
    where not after.${kind}_id = any (event.${kind}_set);
    if changed is null then return null; end if;
    perform from events where id = any (changed) order by id for no key update;
    update events as event set ${kind}_set = gathered.terms
    from (
      select id, array(select ${kind}_id from event_${table} where event_id = id order by 1) as terms
      from unnest(changed) as id
    ) as gathered
    where event.id = gathered.id and event.${kind}_set <> gathered.terms;
    return null;
  end $$`;
