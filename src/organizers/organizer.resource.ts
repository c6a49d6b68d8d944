import { fold, foldedNameKey } from '../kernel/text/fold.js';
import { htmlToText } from '../kernel/text/rich-text.js';
import { defineResource } from '../records/crud/resource-type.js';
import { publishedSortKeys } from '../records/publishing/published-lists.js';
import { venueOrOrganizerExpiry, venueOrOrganizerFilters } from '../kinds/venue-or-organizer-filters.js';
import type { TranslationSchema } from '../records/translations/translation-writer.js';
import { ORGANIZER } from '../kinds/calendar-kinds.js';
import type { ListOrganizersQuery } from './dto/list-organizers.query.js';
import { organizerView } from './dto/organizer.view.js';
import { applyOrganizerFields } from './apply-organizer-fields.js';
import { Organizer, OrganizerTranslation } from './organizer.entity.js';
import { selectOrganizers } from './organizer.select.js';

export const ORGANIZER_TRANSLATIONS: TranslationSchema<OrganizerTranslation> = {
  kind: ORGANIZER,
  entity: OrganizerTranslation,
  titleColumn: 'name',
  titleParameter: 'organizer',
  defaults: { description: '' },
  derive: ({ name, description }) => ({
    nameKey: foldedNameKey(name),
    searchText: fold(`${name}\n${htmlToText(description)}`),
  }),
};

/** Organizers as a resource type of the record engine. */
export const ORGANIZERS = defineResource({
  kind: ORGANIZER,
  entity: Organizer,
  translations: ORGANIZER_TRANSLATIONS,
  alias: 'o',
  select: selectOrganizers,
  view: organizerView,
  applyFields: applyOrganizerFields,
  orders: (context) => publishedSortKeys(ORGANIZER, 'o', context),
  filters: (context, query: ListOrganizersQuery, now) =>
    venueOrOrganizerFilters(context, query, { kind: ORGANIZER, alias: 'o' }, now),
  expires: (query: ListOrganizersQuery) => venueOrOrganizerExpiry(query),
});
