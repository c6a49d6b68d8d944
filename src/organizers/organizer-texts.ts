import { ORGANIZER } from '../records/types/kinds.js';
import { fold, nameKey } from '../kernel/text/fold.js';
import { textOfHtml } from '../kernel/text/rich-text.js';
import type { TextKind } from '../records/translations/text-writer.js';
import { OrganizerText } from './organizer.entity.js';

/** What is particular about the texts of organizers. */
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
