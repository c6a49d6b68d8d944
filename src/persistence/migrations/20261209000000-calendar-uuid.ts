import { Migration } from '@mikro-orm/migrations';

/** Gives the database its UUID, see `CalendarIdentity`. */
export class CalendarUuid extends Migration {
  override name = '20261209000000-calendar-uuid';

  override up(): void {
    this.addSql(`insert into service_state (key, value) values ('calendar_uuid', gen_random_uuid()::text)
      on conflict (key) do nothing`);
  }
}
