import { Migration } from '@mikro-orm/migrations';

/** Adds the days of all-day events to the index for the counts of lists, because date filters compare them. */
export class ListedAllDayEvents extends Migration {
  override name = '20261205000000-listed-all-day-events';

  override up(): void {
    this.addSql('drop index events_listed_index');
    this.addSql(`create index events_listed_index on events (starts_at, id)
      include (ends_at, all_day, start_local, end_local, published_at, password_hash, featured, ticketed)
      where status = 'publish' and trashed_at is null and not hide_from_listings`);
  }
}
