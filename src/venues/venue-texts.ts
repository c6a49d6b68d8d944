import { VENUE } from '../records/types/kinds.js';
import { fold, nameKey } from '../kernel/text/fold.js';
import { textOfHtml } from '../kernel/text/rich-text.js';
import type { TextKind } from '../records/translations/text-writer.js';
import { VenueText } from './venue.entity.js';

/** What is particular about the texts of venues. */
export const VENUE_TEXTS: TextKind<VenueText> = {
  kind: VENUE,
  entity: VenueText,
  heading: 'name',
  parameter: 'venue',
  empty: { description: '' },
  derive: ({ name, description }) => ({
    foldedName: nameKey(name),
    folded: fold(`${name}\n${textOfHtml(description)}`),
  }),
};
