import { Migration } from '@mikro-orm/migrations';

const KINDS = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
};

/** Every table that shapes what is served. */
const TABLES = [
  ...Object.entries(KINDS).flatMap(([kind, table]) => [table, `${kind}_texts`, `${kind}_slugs`]),
  ...['venues', 'organizers', 'categories', 'tags'].map((table) => `event_${table}`),
  'images',
];

/**
 * The database itself tells of what changes the calendar, so that it holds for every writer: equal notices of one
 * transaction are sent once, when it is committed.
 */
export class ChangeNotices extends Migration {
  override name = '20261123010000-change-notices';

  override up(): void {
    this.addSql(`create function notify_calendar_changes() returns trigger language plpgsql as $$
      begin
        perform pg_notify('calendar_changes', '');
        return null;
      end $$`);
    for (const table of TABLES) {
      this.addSql(`create trigger notices after insert or update or delete or truncate on ${table}
        for each statement execute function notify_calendar_changes()`);
    }
  }

  override down(): void {
    for (const table of TABLES) this.addSql(`drop trigger notices on ${table}`);
    this.addSql('drop function notify_calendar_changes');
  }
}
