import { CATEGORY } from '../records/types/kinds.js';
import { fold, nameKey } from '../kernel/text/fold.js';
import type { TextKind } from '../records/translations/text-writer.js';
import { CategoryText } from './category.entity.js';

/** What is particular about the texts of categories. */
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
