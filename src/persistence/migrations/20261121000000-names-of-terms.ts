import { Migration } from '@mikro-orm/migrations';

const PARENTS = { category: ', parent_key', tag: '' };

/** Kinds of records that are found by name. */
const NAMED = ['venue', 'organizer', 'category', 'tag'];

/**
 * Terms are found by name whatever the language, and whatever is above them; names are unique by digest, as a folded name
 * may be longer than an index holds. A name that folds to nothing stands for itself.
 */
export class NamesOfTerms extends Migration {
  override name = '20261121000000-names-of-terms';

  override up(): void {
    for (const kind of NAMED) this.addSql(`update ${kind}_texts set folded_name = name where folded_name = ''`);
    for (const [kind, parent] of Object.entries(PARENTS)) {
      this.addSql(`alter table ${kind}_texts drop constraint ${kind}_texts_name_key`);
      this.addSql(`create unique index ${kind}_texts_name_key on ${kind}_texts (md5(folded_name), language${parent})`);
    }
  }

  override down(): void {
    for (const [kind, parent] of Object.entries(PARENTS)) {
      this.addSql(`drop index ${kind}_texts_name_key`);
      this.addSql(
        `alter table ${kind}_texts add constraint ${kind}_texts_name_key unique (language, folded_name${parent})`,
      );
    }
  }
}
