import { sql } from 'kysely';
import { fold, nameKey } from '../kernel/text/fold.js';
import { textOfHtml } from '../kernel/text/rich-text.js';
import { defineResource } from '../records/crud/resource-type.js';
import type { SortKeys } from '../records/lists/sort-key.js';
import { placeFilters } from '../kinds/place-filters.js';
import { byText } from '../records/translations/served-text.js';
import type { TextKind } from '../records/translations/text-writer.js';
import { ORGANIZER } from '../kinds/kinds.js';
import type { ListOrganizersQuery, OrganizerOrder } from './dto/list-organizers.query.js';
import { organizerView } from './dto/organizer.view.js';
import { applyOrganizerFields } from './organizer-facts.js';
import { Organizer, OrganizerText } from './organizer.entity.js';
import { selectOrganizers } from './organizer.select.js';

export const ORGANIZER_TEXTS: TextKind<OrganizerText> = {
  kind: ORGANIZER,
  entity: OrganizerText,
  heading: 'name',
  parameter: 'organizer',
  empty: { description: '' },
  derive: ({ name, description }) => ({
    foldedName: nameKey(name),
    folded: fold(`${name}\n${textOfHtml(description)}`),
  }),
};

/** Organizers as a resource type of the record engine. */
export const ORGANIZERS = defineResource({
  kind: ORGANIZER,
  entity: Organizer,
  translations: ORGANIZER_TEXTS,
  alias: 'o',
  select: selectOrganizers,
  view: organizerView,
  applyFields: applyOrganizerFields,
  orders: ({ language }): SortKeys<OrganizerOrder> => ({
    date: { expression: sql`coalesce(o.published_at, 'infinity')`, type: 'timestamptz', usually: 'desc' },
    name: byText(ORGANIZER, sql.ref('t.name'), language.asked),
    modified: { expression: sql.ref('o.modified_at'), type: 'timestamptz', usually: 'desc' },
    id: { expression: sql.ref('o.id'), type: 'bigint' },
  }),
  filters: (context, query: ListOrganizersQuery, now) =>
    placeFilters(context, query, { kind: ORGANIZER, alias: 'o' }, now),
});
