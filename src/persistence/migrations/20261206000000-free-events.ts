import { Migration } from '@mikro-orm/migrations';
import { IS_FREE } from './schema-tables.js';

/** Adds the column by which lists find free events. `EventRecomputer` fills it after the start. */
export class FreeEvents extends Migration {
  override name = '20261206000000-free-events';

  override up(): void {
    this.addSql(`alter table events add column if not exists ${IS_FREE}`);
  }
}
