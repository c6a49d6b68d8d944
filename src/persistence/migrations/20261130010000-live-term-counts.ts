import { Migration } from '@mikro-orm/migrations';

const OPERATIONS = ['insert', 'update', 'delete'] as const;

/** Removes the stored counts of categories and tags, and the tag ids of events: lists count the events by an index. */
export class LiveTermCounts extends Migration {
  override name = '20261130010000-live-term-counts';

  override up(): void {
    for (const operation of OPERATIONS) {
      this.addSql(`drop trigger count_${operation} on events`);
      this.addSql(`drop function record_term_count_changes_${operation}`);
      this.addSql(`drop trigger collect_ids_${operation} on event_tags`);
    }
    this.addSql('drop function compact_term_counts, collect_tag_ids, collect_new_tag_ids');
    this.addSql('drop table term_counts, term_count_changes');
    this.addSql('alter table events drop column tag_ids');
    this.addSql(`create index events_counted_index on events (category_ids) include (id, published_at)
      where status = 'publish' and trashed_at is null and not hide_from_listings and password_hash is null`);
  }
}
