import { Schema } from './20261203000000-schema.js';
import { UnquotedEmails } from './20261204000000-unquoted-emails.js';
import { ListedAllDayEvents } from './20261205000000-listed-all-day-events.js';
import { FreeEvents } from './20261206000000-free-events.js';
import { NumericOrder } from './20261207000000-numeric-order.js';
import { EventStatus } from './20261208000000-event-status.js';
import { CalendarUuid } from './20261209000000-calendar-uuid.js';

/**
 * Every migration, in order. A released migration is never changed.
 *
 * `npm run migration:create -- organizer-fax` writes one from the changes of entities since `.snapshot.json`, and adds it here. Entities
 * declare tables and columns. Everything else, such as indexes, checks and triggers, is added to the migration by hand; with `--blank`
 * if no entity has changed.
 *
 * `record-tables.ts` creates tables in their current form. A migration that changes such tables also changes that file, and accepts
 * tables that already have the change (`if not exists`).
 *
 * Databases made before 20261203 also have the names of former migrations in their table `migrations`. The migrator ignores them.
 */
export const MIGRATIONS = [
  { name: '20261203000000-schema', class: Schema },
  { name: '20261204000000-unquoted-emails', class: UnquotedEmails },
  { name: '20261205000000-listed-all-day-events', class: ListedAllDayEvents },
  { name: '20261206000000-free-events', class: FreeEvents },
  { name: '20261207000000-numeric-order', class: NumericOrder },
  { name: '20261208000000-event-status', class: EventStatus },
  { name: '20261209000000-calendar-uuid', class: CalendarUuid },
];
