import { Migration } from '@mikro-orm/migrations';

/** Terms are found by name whatever the language, and whatever is above them. The digest, as names may be long. */
export class NamesOfTerms extends Migration {
  override name = '20261121000000-names-of-terms';

  override up(): void {
    for (const kind of ['category', 'tag']) {
      this.addSql(`create index ${kind}_texts_folded_name_index on ${kind}_texts (md5(folded_name))`);
    }
  }

  override down(): void {
    for (const kind of ['category', 'tag']) this.addSql(`drop index ${kind}_texts_folded_name_index`);
  }
}
