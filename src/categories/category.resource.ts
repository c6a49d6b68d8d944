import { sql, type SqlBool } from 'kysely';
import { fold, foldedNameKey } from '../kernel/text/fold.js';
import { lockHierarchy } from '../records/crud/hierarchy.js';
import { defineResource } from '../records/crud/resource-type.js';
import { withMappedNameConflict } from '../kinds/term-name-conflict.js';
import { termFilters } from '../kinds/term-filters.js';
import { termSortKeys } from '../kinds/term-sort-keys.js';
import { CATEGORY } from '../kinds/calendar-kinds.js';
import { CATEGORY_HIERARCHY, cascadeCategoryDelete, setCategoryParent } from './category-hierarchy.js';
import { Category, CategoryTranslation } from './category.entity.js';
import {
  categoryEventCountSql,
  categoryEventCountsSql,
  selectCategories,
  usedCategoryCondition,
} from './category.select.js';
import { categoryView } from './dto/category.view.js';
import type { ListCategoriesQuery } from './dto/list-categories.query.js';
import type { UpdateCategoryDto } from './dto/update-category.dto.js';

export const CATEGORIES = defineResource({
  kind: CATEGORY,
  entity: Category,
  translations: {
    kind: CATEGORY,
    entity: CategoryTranslation,
    titleColumn: 'name',
    titleParameter: 'name',
    defaults: { description: '' },
    derive: ({ name, slug, category }) => ({
      siblingScope: category.parentId ?? 0,
      nameKey: foldedNameKey(name),
      searchText: `${fold(name)}\n${fold(slug)}`,
    }),
  },
  alias: 'c',
  select: selectCategories,
  view: categoryView,
  orders: (context, query: ListCategoriesQuery) => termSortKeys(CATEGORY, context, query),
  filters: (context, query: ListCategoriesQuery, now) => [
    ...termFilters(CATEGORY, context, query, now),
    ...(query.hide_empty ? [usedCategoryCondition(now)] : []),
    ...(query.parent === undefined ? [] : [sql<SqlBool>`c.sibling_scope = ${query.parent}`]),
  ],
  count: {
    forRecord: categoryEventCountSql,
    forList: (_query: ListCategoriesQuery, now) => sql`left join ${categoryEventCountsSql(now)} as n on n.id = c.id`,
  },
  beforeWrite: async (em, { parent }: UpdateCategoryDto) => {
    if (parent) await lockHierarchy(em, CATEGORY_HIERARCHY);
  },
  beforeRemove: (em) => lockHierarchy(em, CATEGORY_HIERARCHY),
  applyFields: (category, { parent }: UpdateCategoryDto, em) => setCategoryParent(em, category, parent),
  updateDependents: cascadeCategoryDelete,
  mapErrors: (db, work) => withMappedNameConflict(db, CATEGORY, work),
});
