import { Migration } from '@mikro-orm/migrations';

/** Adds status, attendance and former start to events. No row is rewritten. */
export class EventStatus extends Migration {
  override name = '20261208000000-event-status';

  override up(): void {
    this.addSql(`alter table events
      add column event_status text not null default 'scheduled'
        check (event_status in ('scheduled', 'cancelled', 'postponed', 'rescheduled')),
      add column attendance_mode text not null default 'offline' check (attendance_mode in ('offline', 'online', 'mixed')),
      add column online_url text,
      add column previous_start_local timestamp(0)`);
  }
}
