import { sql } from 'kysely';
import { fold, foldedNameKey } from '../kernel/text/fold.js';
import { defineResource } from '../records/crud/resource-type.js';
import { withMappedNameConflict } from '../kinds/term-name-conflict.js';
import { termFilters } from '../kinds/term-filters.js';
import { termSortKeys } from '../kinds/term-sort-keys.js';
import { TAG } from '../kinds/calendar-kinds.js';
import type { ListTagsQuery } from './dto/list-tags.query.js';
import { tagView } from './dto/tag.view.js';
import { Tag, TagTranslation } from './tag.entity.js';
import { usedTagCondition, selectTags, tagEventCountSql, tagEventCountsSql } from './tag.select.js';

export const TAGS = defineResource({
  kind: TAG,
  entity: Tag,
  translations: {
    kind: TAG,
    entity: TagTranslation,
    titleColumn: 'name',
    titleParameter: 'name',
    defaults: { description: '' },
    derive: ({ name, slug }) => ({ nameKey: foldedNameKey(name), searchText: `${fold(name)}\n${fold(slug)}` }),
  },
  alias: 'g',
  select: selectTags,
  view: tagView,
  orders: (context, query: ListTagsQuery) => termSortKeys(TAG, context, query),
  filters: (context, query: ListTagsQuery, now) => [
    ...termFilters(TAG, context, query, now),
    ...(query.hide_empty ? [usedTagCondition(now)] : []),
  ],
  count: {
    forRecord: tagEventCountSql,
    forList: (_query: ListTagsQuery, now) => sql`left join ${tagEventCountsSql(now)} as n on n.id = g.id`,
  },
  mapErrors: (db, work) => withMappedNameConflict(db, TAG, work),
});
