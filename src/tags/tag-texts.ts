import { TAG } from '../records/types/kinds.js';
import { fold, nameKey } from '../kernel/text/fold.js';
import type { TextKind } from '../records/translations/text-writer.js';
import { TagText } from './tag.entity.js';

/** What is particular about the texts of tags. */
export const TAG_TEXTS: TextKind<TagText> = {
  kind: TAG,
  entity: TagText,
  heading: 'name',
  parameter: 'name',
  empty: { description: '' },
  derive: ({ name, slug }) => ({ foldedName: nameKey(name), folded: `${fold(name)}\n${fold(slug)}` }),
};
