import { Migration } from '@mikro-orm/migrations';

const LINKS = { venue: 'event_venues', organizer: 'event_organizers' };

/**
 * Links of events to venues and organizers know how their events stand in lists: until when (`listed_until`, the end of
 * the event; null where no list has it), and since when for everybody, the links included (`public_from`; null where
 * never). So one look into an index tells whether a venue has such an event, however many others it has. The database
 * itself keeps that, so that it holds for every writer. Who brings it along, as a bulk load does, is trusted.
 */
export class ListedLinks extends Migration {
  override name = '20261123030000-listed-links';

  /** Events first: writers lock an event before its links. */
  override up(): void {
    this.addSql(TELL_LINKS);
    this.addSql(`create trigger tells_links
      after update of status, published_at, trashed_at, ends_at, hide_from_listings, password_hash on events
      for each row when ((${listing('old')}) is distinct from (${listing('new')})) execute function tell_links_of_event()`);
    this.addSql(TELL_LINK);
    for (const [kind, table] of Object.entries(LINKS)) {
      this.addSql(`alter table ${table} add column listed_until timestamptz(0), add column public_from timestamptz(0)`);
      this.addSql(`create trigger is_told before insert on ${table}
        for each row when (new.listed_until is null) execute function tell_link_of_event()`);
      this.addSql(`update ${table} as link set (listed_until, public_from) = row (${listing('event')})
        from events as event where event.id = link.event_id and ${isListed('event')}`);
      // In place of the index by record alone, which the planner would often take for as good.
      this.addSql(`create index ${table}_listed_index on ${table} (${kind}_id, listed_until) include (public_from)`);
      this.addSql(`drop index ${table}_${kind}_id_index`);
      this.addSql(`analyze ${table}`);
    }
  }

  override down(): void {
    this.addSql('drop trigger tells_links on events');
    for (const [kind, table] of Object.entries(LINKS)) {
      this.addSql(`create index ${table}_${kind}_id_index on ${table} (${kind}_id)`);
      this.addSql(`drop trigger is_told on ${table}`);
      this.addSql(`alter table ${table} drop column listed_until, drop column public_from`);
    }
    this.addSql('drop function tell_links_of_event, tell_link_of_event');
  }
}

const isListed = (event: string) => `${event}.trashed_at is null and not ${event}.hide_from_listings`;

/** What the links of an event know: `listed_until, public_from`. */
const listing = (event: string) => `
  case when ${isListed(event)} then ${event}.ends_at end,
  case when ${isListed(event)} and ${event}.status = 'publish' and ${event}.password_hash is null
    then ${event}.published_at end`;

/** Tells a new link. The event is locked, so that whoever changes it meanwhile finds the link. */
const TELL_LINK = `
  create function tell_link_of_event() returns trigger language plpgsql as $$
  begin
    select ${listing('event')} into new.listed_until, new.public_from
    from events as event where event.id = new.event_id for no key update;
    return new;
  end $$`;

/** Tells the links of a changed event. */
const TELL_LINKS = `
  create function tell_links_of_event() returns trigger language plpgsql as $$
  begin
    ${Object.values(LINKS)
      .map(
        (table) => `update ${table} set (listed_until, public_from) = row (${listing('new')}) where event_id = new.id;`,
      )
      .join('\n    ')}
    return null;
  end $$`;
