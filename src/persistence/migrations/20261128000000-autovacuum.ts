import { Migration } from '@mikro-orm/migrations';

/** Tables that grow while the service runs: what the planner knows of them is renewed once they have grown by a twentieth. */
const TABLES = ['event', 'venue', 'organizer', 'category', 'tag'].flatMap((kind) => {
  const plural = kind === 'category' ? 'categories' : `${kind}s`;
  return [plural, `${kind}_texts`, `${kind}_slugs`];
});
const LINKS = ['event_venues', 'event_organizers', 'event_categories', 'event_tags'];

export class Autovacuum extends Migration {
  override name = '20261128000000-autovacuum';

  override up(): void {
    for (const table of [...TABLES, ...LINKS])
      this.addSql(
        `alter table ${table} set (autovacuum_analyze_scale_factor = 0.05, autovacuum_analyze_threshold = 50)`,
      );
  }

  override down(): void {
    for (const table of [...TABLES, ...LINKS])
      this.addSql(`alter table ${table} reset (autovacuum_analyze_scale_factor, autovacuum_analyze_threshold)`);
  }
}
