import { Migration } from '@mikro-orm/migrations';

/**
 * Drops the indexes by which lists are sorted, also those of extensions. `syncLanguages` creates them again with the present collations,
 * which sort numbers in texts by value.
 */
export class NumericOrder extends Migration {
  override name = '20261207000000-numeric-order';

  override async up(): Promise<void> {
    const indexes = (await this.execute(
      `select indexname as name from pg_indexes
       where schemaname = current_schema() and indexname ~ '_translations_sort_[a-z]{2,3}_index$' order by 1`,
    )) as { readonly name: string }[];
    for (const { name } of indexes) this.addSql(`drop index ${name}`);
  }
}
