import { fold } from '../common/text/fold.js';
import { textOfHtml } from '../common/text/rich-text.js';
import type { TextKind } from '../common/texts/text-writer.js';
import { EventText } from './event.entity.js';

/** What is particular about the texts of events. */
export const EVENT_TEXTS: TextKind<EventText> = {
  kind: 'event',
  entity: EventText,
  heading: 'title',
  parameter: 'title',
  empty: { description: '', excerpt: '' },
  derive: ({ title, excerpt, description }) => ({
    folded: fold(`${title}\n${textOfHtml(excerpt)}\n${textOfHtml(description)}`),
  }),
};
