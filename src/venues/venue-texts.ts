import { VENUE } from '../common/records/kinds.js';
import { fold, nameKey } from '../common/text/fold.js';
import { textOfHtml } from '../common/text/rich-text.js';
import type { TextKind } from '../common/texts/text-writer.js';
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
