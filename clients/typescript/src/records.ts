/** Types of records, inputs and errors, by their names in the API document. */
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

/** A language of the service. */
export type Language = Event['ml_language'];
/** A publication status. */
export type Status = Event['status'];
