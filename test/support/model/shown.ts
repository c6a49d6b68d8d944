import { isSealed } from './rights.js';
import { SEALED, shownSchedule, shownWhole } from './shown-events.js';
import { countOf, shownPlace, shownPublication, shownTerm, type Shown } from './shown-records.js';
import { isTerm, type AnyRecord, type Asker } from './world.js';

/** A record as lists and reads show it to who asks; with the password an event is whole. */
export function shownTo(asker: Asker, record: AnyRecord, hasPassword = false): Shown {
  if (isTerm(record)) return { ...shownTerm(asker, record), count: countOf(asker, record) };
  if (record.kind !== 'event') return shownPlace(asker, record);
  const shown = { ...shownPublication(asker, record), ...shownSchedule(asker, record) };
  return isSealed(asker, record) && !hasPassword ? { ...shown, ...SEALED } : { ...shown, ...shownWhole(asker, record) };
}
