import { CATEGORY } from '../common/records/kinds.js';
import { fold, nameKey } from '../common/text/fold.js';
import type { TextKind } from '../common/texts/text-writer.js';
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
