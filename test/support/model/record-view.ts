import { isProtected } from './rights.js';
import { PROTECTED_VIEW, scheduleView, unprotectedView } from './event-view.js';
import { countOf, venueOrOrganizerView, publicationView, termView, type View } from './record-views.js';
import { isTerm, type AnyRecord, type ModelContext } from './model-state.js';

/** A record as lists and reads show it to who asks; with the password an event is whole. */
export function recordView(asker: ModelContext, record: AnyRecord, hasPassword = false): View {
  if (isTerm(record)) return { ...termView(asker, record), count: countOf(asker, record) };
  if (record.kind !== 'event') return venueOrOrganizerView(asker, record);
  const shown = { ...publicationView(asker, record), ...scheduleView(asker, record) };
  return isProtected(asker, record) && !hasPassword
    ? { ...shown, ...PROTECTED_VIEW }
    : { ...shown, ...unprotectedView(asker, record) };
}
