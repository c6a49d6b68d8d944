import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { EVENT } from '../kinds/calendar-kinds.js';
import { Category, type CategoryTables } from '../categories/category.entity.js';
import { DERIVED_COLUMN_GROUP, slugColumns, translationColumns } from '../records/types/columns.js';
import { publishingColumns } from '../records/publishing/publishing.columns.js';
import type { LocalDateTime } from '../kernel/time/local-time.js';
import { Organizer, type OrganizerTables } from '../organizers/organizer.entity.js';
import { Tag, type TagTables } from '../tags/tag.entity.js';
import { Venue, type VenueTables } from '../venues/venue.entity.js';
import type { CostDetails } from './cost/cost-details.js';
import { LocalDateTimeType, TextArrayType } from './event-column-types.js';
import {
  DEFAULT_ATTENDANCE_MODE,
  DEFAULT_EVENT_STATUS,
  type AttendanceMode,
  type EventStatus,
} from './event-status.js';

/** An event. Its times are stored as instants, for filters and sort orders, and as wall clock in its zone, for responses. */
const EventSchema = defineEntity({
  name: 'CalendarEvent',
  tableName: EVENT.table,
  properties: {
    ...publishingColumns,
    /** Folded texts of custom fields, for `search`. */
    searchFields: p.text().default('').groups(DERIVED_COLUMN_GROUP),
    startsAt: p.datetime(),
    endsAt: p.datetime(),
    /** Wall clock in the zone of the event. */
    startLocal: p.type(LocalDateTimeType).$type<LocalDateTime>().serializedName('start_date'),
    endLocal: p.type(LocalDateTimeType).$type<LocalDateTime>().serializedName('end_date'),
    timezone: p.text(),
    allDay: p.boolean().default(false),
    eventStatus: p.text().$type<EventStatus>().default(DEFAULT_EVENT_STATUS),
    attendanceMode: p.text().$type<AttendanceMode>().default(DEFAULT_ATTENDANCE_MODE),
    onlineUrl: p.text().nullable(),
    /** Wall clock in the zone of the event. */
    previousStartLocal: p
      .type(LocalDateTimeType)
      .$type<LocalDateTime>()
      .nullable()
      .serializedName('previous_start_date'),
    cost: p.type(TextArrayType).$type<string[]>(),
    /** Details that differ from those of the texts, see `StoredCost`. */
    costDetails: p.json<CostDetails>().nullable(),
    /** Whether all prices are zero. Null without prices. */
    isFree: p.boolean().nullable().groups(DERIVED_COLUMN_GROUP),
    website: p.text().nullable(),
    showMap: p.boolean().default(true),
    showMapLink: p.boolean().default(true),
    hideFromListings: p.boolean().default(false),
    sticky: p.boolean().default(false),
    featured: p.boolean().default(false),
    ticketed: p.boolean().default(false),
    /** argon2id hash, see `PasswordHasher`. */
    passwordHash: p.text().nullable().hidden().serializedName('password'),
    postParentId: p.bigint('number').nullable().serializedName('post_parent'),
    /** Sorted ids of its categories, for counts. Triggers keep it equal to the links, but ids of deleted categories stay. */
    categoryIds: p.array<number>(Number, String).columnType('bigint[]').default([]).groups(DERIVED_COLUMN_GROUP),
  },
});

/** A stored event. The platform has a class `Event` already. */
export class CalendarEvent extends EventSchema.class {
  static readonly kind = EVENT;
}
EventSchema.setClass(CalendarEvent);

const EventTranslationSchema = defineEntity({
  name: 'EventTranslation',
  tableName: 'event_translations',
  primaryKeys: ['event', 'language'],
  properties: {
    event: () => p.manyToOne(CalendarEvent).primary(),
    ...translationColumns,
    title: p.text(),
    excerpt: p.text().default(''),
    /** The folded title: the only text of an event with a password that `search` finds for callers who may not edit it. */
    searchTitle: p.text().nullable().groups(DERIVED_COLUMN_GROUP),
  },
});

export class EventTranslation extends EventTranslationSchema.class {}
EventTranslationSchema.setClass(EventTranslation);

const EventSlugSchema = defineEntity({
  name: 'EventSlug',
  tableName: 'event_slugs',
  properties: { ...slugColumns, eventId: p.bigint('number') },
});

const linkColumns = {
  event: () => p.manyToOne(CalendarEvent).primary(),
  /** Place in the order in which the links were given, and are served. */
  position: p.smallint(),
};

const EventVenueSchema = defineEntity({
  name: 'EventVenue',
  tableName: 'event_venues',
  primaryKeys: ['event', 'venue'],
  properties: { ...linkColumns, venue: () => p.manyToOne(Venue).primary() },
});
export class EventVenue extends EventVenueSchema.class {}
EventVenueSchema.setClass(EventVenue);

const EventOrganizerSchema = defineEntity({
  name: 'EventOrganizer',
  tableName: 'event_organizers',
  primaryKeys: ['event', 'organizer'],
  properties: { ...linkColumns, organizer: () => p.manyToOne(Organizer).primary() },
});
export class EventOrganizer extends EventOrganizerSchema.class {}
EventOrganizerSchema.setClass(EventOrganizer);

const EventCategorySchema = defineEntity({
  name: 'EventCategory',
  tableName: 'event_categories',
  primaryKeys: ['event', 'category'],
  properties: { ...linkColumns, category: () => p.manyToOne(Category).primary().serializedName('categories') },
});
export class EventCategory extends EventCategorySchema.class {}
EventCategorySchema.setClass(EventCategory);

const EventTagSchema = defineEntity({
  name: 'EventTag',
  tableName: 'event_tags',
  primaryKeys: ['event', 'tag'],
  properties: { ...linkColumns, tag: () => p.manyToOne(Tag).primary().serializedName('tags') },
});
export class EventTag extends EventTagSchema.class {}
EventTagSchema.setClass(EventTag);

export const EVENT_ENTITIES = [
  EventSchema,
  EventTranslationSchema,
  EventSlugSchema,
  EventVenueSchema,
  EventOrganizerSchema,
  EventCategorySchema,
  EventTagSchema,
] as const;
type EventOwnTables = InferKyselyDB<(typeof EVENT_ENTITIES)[number]>;
/** Tables that the select of events reads. */
export type EventTables = EventOwnTables & VenueTables & OrganizerTables & CategoryTables & TagTables;
