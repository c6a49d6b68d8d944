import { Migration } from '@mikro-orm/migrations';

/** Users are written by several hands, too: who has seen an older state of one is told. */
export class VersionsOfUsers extends Migration {
  override name = '20261126000000-versions-of-users';

  override up(): void {
    this.addSql('alter table users add column version integer not null default 1');
  }

  override down(): void {
    this.addSql('alter table users drop column version');
  }
}
