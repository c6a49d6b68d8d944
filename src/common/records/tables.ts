import type { ResourcePath } from '../http/namespace.js';
import type { SlugKind } from '../slug/take-slug.js';

/** The table of each kind of record. Its texts and slugs are in `<kind>_texts` and `<kind>_slugs`. */
export const TABLES = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const satisfies Record<SlugKind, ResourcePath>;
