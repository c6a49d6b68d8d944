import { fold, foldedNameKey } from '../kernel/text/fold.js';
import { htmlToText } from '../kernel/text/rich-text.js';
import { defineResource } from '../records/crud/resource-type.js';
import { publishableSortKeys } from '../records/publishing/publishable-lists.js';
import { venueOrOrganizerExpiryTriggers, venueOrOrganizerFilters } from '../kinds/venue-or-organizer-filters.js';
import { applyTextColumns, foldedSearchText } from '../kinds/text-columns.js';
import { ORGANIZER } from '../kinds/calendar-kinds.js';
import type { ListOrganizersQuery } from './dto/list-organizers.query.js';
import { organizerView } from './dto/organizer.view.js';
import type { UpdateOrganizerDto } from './dto/update-organizer.dto.js';
import { Organizer, ORGANIZER_TEXT_COLUMNS, OrganizerTranslation } from './organizer.entity.js';
import { selectOrganizers } from './organizer.select.js';

export const ORGANIZERS = defineResource({
  kind: ORGANIZER,
  entity: Organizer,
  translations: {
    kind: ORGANIZER,
    entity: OrganizerTranslation,
    titleColumn: 'name',
    titleParameter: 'organizer',
    defaults: { description: '' },
    derive: ({ name, description }) => ({
      nameKey: foldedNameKey(name),
      searchText: fold(`${name}\n${htmlToText(description)}`),
    }),
  },
  alias: 'o',
  select: selectOrganizers,
  view: organizerView,
  applyFields: (organizer, input: UpdateOrganizerDto) => {
    applyTextColumns(ORGANIZER_TEXT_COLUMNS, organizer, input);
    organizer.searchFields = foldedSearchText(ORGANIZER_TEXT_COLUMNS, organizer);
  },
  orders: (context) => publishableSortKeys(ORGANIZER, 'o', context),
  filters: (context, query: ListOrganizersQuery, now) =>
    venueOrOrganizerFilters(context, query, { kind: ORGANIZER, alias: 'o' }, now),
  expires: venueOrOrganizerExpiryTriggers,
});
