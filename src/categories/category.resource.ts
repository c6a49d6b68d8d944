import { sql, type SqlBool } from 'kysely';
import { fold, nameKey } from '../kernel/text/fold.js';
import { defineResource } from '../records/crud/resource-type.js';
import { orNameConflict } from '../kinds/name-conflict.js';
import { termFilters } from '../kinds/term-filters.js';
import { termOrders } from '../kinds/term-orders.js';
import type { TextKind } from '../records/translations/text-writer.js';
import { CATEGORY } from '../kinds/kinds.js';
import { beginMove, beginRemoval, eraseCategory, moveCategory } from './category-tree.js';
import { Category, CategoryText } from './category.entity.js';
import { categoryCount, categoryCounts, selectCategories } from './category.select.js';
import { categoryView } from './dto/category.view.js';
import type { ListCategoriesQuery } from './dto/list-categories.query.js';
import type { UpdateCategoryDto } from './dto/update-category.dto.js';

export const CATEGORY_TEXTS: TextKind<CategoryText> = {
  kind: CATEGORY,
  entity: CategoryText,
  heading: 'name',
  parameter: 'name',
  empty: { description: '' },
  derive: ({ name, slug, category }) => ({
    parentKey: category.parentId ?? 0,
    foldedName: nameKey(name),
    folded: `${fold(name)}\n${fold(slug)}`,
  }),
};

/** Categories as a resource type of the record engine. */
export const CATEGORIES = defineResource({
  kind: CATEGORY,
  entity: Category,
  translations: CATEGORY_TEXTS,
  alias: 'c',
  select: selectCategories,
  view: categoryView,
  orders: (context, query: ListCategoriesQuery) => termOrders(CATEGORY, context, query),
  filters: (context, query: ListCategoriesQuery, now) => [
    ...termFilters(CATEGORY, context, query, now),
    ...(query.parent === undefined ? [] : [sql<SqlBool>`c.parent_key = ${query.parent}`]),
  ],
  count: {
    ofOne: categoryCount,
    inList: ({ hide_empty }: ListCategoriesQuery, now) =>
      sql`${hide_empty ? sql`join` : sql`left join`} ${categoryCounts(now)} as n on n.id = c.id`,
  },
  beforeWrite: (em, { parent }: UpdateCategoryDto) => beginMove(em, parent),
  beforeRemove: beginRemoval,
  applyFields: (category, { parent }: UpdateCategoryDto, em) => moveCategory(em, category, parent),
  erase: eraseCategory,
  mapErrors: (db, work) => orNameConflict(db, CATEGORY, work),
});
