/** What the service serves and takes, and what it says of errors, by the names of the API document. */
export type {
  Category,
  CreateCategory,
  CreateEvent,
  CreateOrganizer,
  CreateTag,
  CreateVenue,
  ErrorCode,
  Event,
  Organizer,
  Problem,
  Tag,
  UpdateCategory,
  UpdateEvent,
  UpdateEventBySlug,
  UpdateOrganizer,
  UpdateTag,
  UpdateVenue,
  Venue,
} from './schema.js';
import type { Event } from './schema.js';

/** A language that the service speaks. */
export type Language = Event['ml_language'];
/** A publication status. */
export type Status = Event['status'];
