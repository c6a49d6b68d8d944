import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { defineKind } from '../records/types/kinds.js';

/** Of an event with a password, only those who may edit it see more than its title and dates. */
export const hasNoPassword = (alias: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${alias}.password_hash`)} is null`;

/** Events. */
export const EVENT = defineKind({
  name: 'event',
  plural: 'events',
  family: 'event',
  heading: 'title',
  hasSearchedFields: true,
  isOpen: hasNoPassword,
  readProblems: ['event_password_required'],
  childOf: 'post_parent_id',
  endsAt: 'ends_at',
});

/** Places where events are held. */
export const VENUE = defineKind({ name: 'venue', plural: 'venues', hasSearchedFields: true });

/** Who organizes events. */
export const ORGANIZER = defineKind({ name: 'organizer', plural: 'organizers', hasSearchedFields: true });

/** What events are about, as a tree. */
export const CATEGORY = defineKind({
  name: 'category',
  plural: 'categories',
  family: 'term',
  searched: false,
  parent: 'parent_id',
});

/** Free keywords of events. */
export const TAG = defineKind({ name: 'tag', plural: 'tags', family: 'term', searched: false });
