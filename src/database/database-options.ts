import { ACCOUNT_ENTITIES } from '../accounts/user.entity.js';
import { CATEGORY_ENTITIES } from '../categories/category.entity.js';
import { AUDIT_ENTITIES } from '../records/audit/audit-entry.entity.js';
import { ImageSchema } from '../records/images/image.entity.js';
import { EVENT_ENTITIES } from '../events/event.entity.js';
import { type ResolvedExtensions, NO_EXTENSIONS } from '../extension/resolve-extensions.js';
import { ORGANIZER_ENTITIES } from '../organizers/organizer.entity.js';
import { TAG_ENTITIES } from '../tags/tag.entity.js';
import { VENUE_ENTITIES } from '../venues/venue.entity.js';
import { ormOptions } from '../persistence/orm-options.js';

export const CALENDAR_ENTITIES = [
  ...EVENT_ENTITIES,
  ...VENUE_ENTITIES,
  ...ORGANIZER_ENTITIES,
  ...CATEGORY_ENTITIES,
  ...TAG_ENTITIES,
  ...ACCOUNT_ENTITIES,
  ImageSchema,
  ...AUDIT_ENTITIES,
] as const;

export const databaseOptions = (
  url: string,
  purpose: 'serve' | 'migrate' = 'serve',
  { entities, migrations }: Pick<ResolvedExtensions, 'entities' | 'migrations'> = NO_EXTENSIONS,
) => ormOptions(url, purpose, { entities: [...CALENDAR_ENTITIES, ...entities], migrations: [...migrations] });
