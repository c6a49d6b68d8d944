import { Migration } from '@mikro-orm/migrations';

const LINKS = { venue: 'event_venues', organizer: 'event_organizers' };

/** Removes the visibility of events from their links to venues and organizers: lists join the events instead. */
export class PlainLinks extends Migration {
  override name = '20261130000000-plain-links';

  /** Locks `events` first: writers lock an event before its links. */
  override up(): void {
    this.addSql('drop trigger sync_link_visibility on events');
    for (const [kind, table] of Object.entries(LINKS)) {
      this.addSql(`drop trigger sync_visibility on ${table}`);
      // Newest first: recent events are the likeliest to be upcoming, and lists stop at the first match.
      this.addSql(`create index ${table}_${kind}_id_event_id_index on ${table} (${kind}_id, event_id desc)`);
      this.addSql(`alter table ${table} drop column listed_until, drop column public_from`);
    }
    this.addSql('drop function sync_link_visibility, sync_links_visibility');
  }
}
