import { Migration } from '@mikro-orm/migrations';

/** Room for the custom fields that extensions declare: of categories and tags, too, and of events in what a search looks into. */
export class CustomFields extends Migration {
  override name = '20261127000000-custom-fields';

  override up(): void {
    for (const table of ['categories', 'tags']) {
      this.addSql(`alter table ${table} add column custom_fields jsonb not null default '{}'
        check (jsonb_typeof(custom_fields) = 'object')`);
    }
    this.addSql(`alter table events add column folded_facts text not null default ''`);
  }

  override down(): void {
    for (const table of ['categories', 'tags']) this.addSql(`alter table ${table} drop column custom_fields`);
    this.addSql('alter table events drop column folded_facts');
  }
}
