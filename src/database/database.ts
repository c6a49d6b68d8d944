import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { TokenSchema, UserSchema } from '../accounts/user.entity.js';
import { CategorySchema, CategorySlugSchema, CategoryTextSchema } from '../categories/category.entity.js';
import { AuditEntrySchema } from '../common/audit/audit-entry.entity.js';
import { ImageSchema } from '../common/images/image.entity.js';
import {
  EventCategorySchema,
  EventOrganizerSchema,
  EventSchema,
  EventSlugSchema,
  EventTagSchema,
  EventTextSchema,
  EventVenueSchema,
} from '../events/event.entity.js';
import { OrganizerSchema, OrganizerSlugSchema, OrganizerTextSchema } from '../organizers/organizer.entity.js';
import { TagSchema, TagSlugSchema, TagTextSchema } from '../tags/tag.entity.js';
import { VenueSchema, VenueSlugSchema, VenueTextSchema } from '../venues/venue.entity.js';

/** Every entity of the product. */
export const ENTITIES = [
  EventSchema,
  EventTextSchema,
  EventSlugSchema,
  EventVenueSchema,
  EventOrganizerSchema,
  EventCategorySchema,
  EventTagSchema,
  VenueSchema,
  VenueTextSchema,
  VenueSlugSchema,
  OrganizerSchema,
  OrganizerTextSchema,
  OrganizerSlugSchema,
  CategorySchema,
  CategoryTextSchema,
  CategorySlugSchema,
  TagSchema,
  TagTextSchema,
  TagSlugSchema,
  UserSchema,
  TokenSchema,
  ImageSchema,
  AuditEntrySchema,
] as const;

/** The tables as Kysely sees them, derived from the entities. */
export type Database = InferKyselyDB<(typeof ENTITIES)[number]>;
