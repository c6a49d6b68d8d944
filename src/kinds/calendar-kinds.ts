import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import {
  publicIgnoringTrashCondition,
  unprotectedRowCondition,
  type SqlCaller,
} from '../kernel/context/permissions.js';
import type { RecordKind } from '../kernel/context/record-kind.js';
import { defineKind } from '../records/types/record-kinds.js';

/** The condition that an event has no password. */
const noPasswordCondition = (alias: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${alias}.password_hash`)} is null`;

/** The condition that an event shows all of its fields: it has no password, or the caller may edit it. */
export const unprotectedEventCondition = (
  caller: SqlCaller,
  alias: string,
  now: Expression<Date>,
): RawBuilder<SqlBool> => unprotectedRowCondition(caller, alias, now, noPasswordCondition(alias));

/** The condition that an event counts in `count` of terms: every caller finds it in lists. `events_counted_index` contains these events. */
export const countedEventCondition = (alias: string, now: RawBuilder<Date>): RawBuilder<SqlBool> =>
  sql<SqlBool>`${publicIgnoringTrashCondition(alias, now)} and ${sql.ref(`${alias}.trashed_at`)} is null
    and not ${sql.ref(`${alias}.hide_from_listings`)} and ${noPasswordCondition(alias)}`;

/** Events. */
export const EVENT = defineKind({
  name: 'event',
  plural: 'events',
  family: 'event',
  titleColumn: 'title',
  hasSearchableFields: true,
  hasNoProtection: noPasswordCondition,
  readErrorCodes: ['event_password_required'],
  parentColumn: 'post_parent_id',
  endColumn: 'ends_at',
  urlTemplate: 'EVENT_URL_TEMPLATE',
});

/** Venues of events. */
export const VENUE = defineKind({
  name: 'venue',
  plural: 'venues',
  hasSearchableFields: true,
  urlTemplate: 'VENUE_URL_TEMPLATE',
});

/** Organizers of events. */
export const ORGANIZER = defineKind({
  name: 'organizer',
  plural: 'organizers',
  hasSearchableFields: true,
  urlTemplate: 'ORGANIZER_URL_TEMPLATE',
});

/** Categories of events, which form a tree. */
export const CATEGORY = defineKind({
  name: 'category',
  plural: 'categories',
  family: 'term',
  isSearchable: false,
  hierarchyColumn: 'parent_id',
  urlTemplate: 'CATEGORY_URL_TEMPLATE',
});

/** Tags of events. */
export const TAG = defineKind({
  name: 'tag',
  plural: 'tags',
  family: 'term',
  isSearchable: false,
  urlTemplate: 'TAG_URL_TEMPLATE',
});

/** The kinds of the calendar, without those of extensions. */
export const CALENDAR_KINDS: readonly RecordKind[] = [EVENT, VENUE, ORGANIZER, CATEGORY, TAG];
