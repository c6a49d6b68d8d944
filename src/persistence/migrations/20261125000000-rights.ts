import { Migration } from '@mikro-orm/migrations';

const PUBLISHED = ['events', 'venues', 'organizers'];

/** What rights are decided on beside the records: whose they are, which images they show, who has tried which passwords. */
export class Rights extends Migration {
  override name = '20261125000000-rights';

  override up(): void {
    for (const table of PUBLISHED) {
      // Also what a user who leaves has written is found by it.
      this.addSql(`create index ${table}_author_id_index on ${table} (author_id)`);
      this.addSql(`create index ${table}_image_id_index on ${table} (image_id) where image_id is not null`);
    }
    // An image that somebody named is his to use, whoever named it first.
    this.addSql(`create table image_namings (
      image_id bigint not null references images on delete cascade,
      user_id bigint not null references users on delete cascade,
      primary key (image_id, user_id)
    )`);
    this.addSql('create index image_namings_user_id_index on image_namings (user_id)');
    this.addSql('create index images_author_id_index on images (author_id)');
    // All that a search finds of an event with a password. Texts from before passwords have none until one is set.
    this.addSql('alter table event_texts add column folded_title text');
    this.addSql(`create table password_attempts (
      event_id bigint not null,
      client text not null,
      wrong timestamptz[] not null,
      latest timestamptz not null,
      primary key (event_id, client)
    )`);
    this.addSql('create index password_attempts_latest_index on password_attempts (latest)');
  }

  override down(): void {
    this.addSql('drop table password_attempts, image_namings');
    this.addSql('drop index images_author_id_index');
    this.addSql('alter table event_texts drop column folded_title');
    for (const table of PUBLISHED) this.addSql(`drop index ${table}_author_id_index, ${table}_image_id_index`);
  }
}
