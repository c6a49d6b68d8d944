import { Migration } from '@mikro-orm/migrations';

/** Indexes that lists of events are read along, and counted by. */
const INDEXES = {
  // What everybody sees, with all that the window of a list asks: such a list is counted without looking at its events.
  events_listed_index: `events (starts_at, id) include (ends_at, published_at, password_hash, featured, ticketed)
    where status = 'publish' and trashed_at is null and not hide_from_listings`,
  events_running_index: `events using gist (tstzrange(starts_at, ends_at, '[]'))`,
  events_ends_at_index: 'events (ends_at, id)',
  events_published_at_index: `events (coalesce(published_at, 'infinity'), id)`,
  events_modified_at_index: 'events (modified_at, id)',
  venues_modified_at_index: 'venues (modified_at, id)',
  organizers_modified_at_index: 'organizers (modified_at, id)',
};

/** Words are looked for in the texts that serve a language, by indexes that are derived for each. */
const FORMER_INDEXES = ['event_texts', 'venue_texts', 'organizer_texts'];

/** Every order of a list has an index, so that a page costs the same however long the list is. */
export class ListIndexes extends Migration {
  override name = '20261123020000-list-indexes';

  override up(): void {
    for (const [name, definition] of Object.entries(INDEXES)) this.addSql(`create index ${name} on ${definition}`);
    for (const table of FORMER_INDEXES) this.addSql(`drop index if exists ${table}_folded_index`);
  }

  override down(): void {
    for (const name of Object.keys(INDEXES)) this.addSql(`drop index ${name}`);
    for (const table of FORMER_INDEXES)
      this.addSql(`create index ${table}_folded_index on ${table} using gin (folded gin_trgm_ops)`);
  }
}
