import fc from 'fast-check';
import { isReadable, type VenueOrOrganizerQuery } from './venue-organizer-oracle.js';
import { EVENTS, type DatasetVenueOrOrganizer } from './venue-organizer-dataset.js';
import { canSelectStatus, type ReaderRole } from './readers.js';

/** An id that no record has. */
export const UNKNOWN_ID = 987_654_321;

const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'];
const WORDS = ['placa', 'MAJOR', 'aj', 'València', '4320', '10', 'traduit', 'opera', 'tru', '25', 'e', '%', '_'];

/** What is asked, as parameters. */
export function parametersOf({ event, search, ...asked }: VenueOrOrganizerQuery): URLSearchParams {
  const given = { ...asked, event: event?.id, search: search?.join(' ') };
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  return new URLSearchParams(present.map(([name, value]): [string, string] => [name, String(value)]));
}

/** Up to three of the values, at least one. */
const some = (values: readonly string[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });

/** Questions that a reader may ask: up to three filters, in every order. */
export function venueOrOrganizerQueries(
  places: readonly DatasetVenueOrOrganizer[],
  reader: ReaderRole,
): fc.Arbitrary<VenueOrOrganizerQuery> {
  const events = Object.values(EVENTS).filter((each) => !each.trashed && isReadable(each, reader));
  const filters: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    event: fc.constantFrom(...events),
    has_events: fc.boolean(),
    only_with_upcoming: fc.boolean(),
    include: fc.subarray([UNKNOWN_ID, ...places.map(({ id }) => id)], { minLength: 1 }),
    status: some(canSelectStatus(reader) ? STATUSES : ['publish']),
    search: some(WORDS),
  };
  const order = {
    orderby: fc.constantFrom('date', 'name', 'modified', 'id'),
    order: fc.constantFrom('asc', 'desc'),
    ml_language: fc.constantFrom('ca', 'en'),
  };
  const chosen = fc
    .subarray(Object.entries(filters), { maxLength: 3 })
    .chain((entries) => fc.record(Object.fromEntries(entries)));
  return fc
    .tuple(chosen, fc.record(order, { requiredKeys: [] }))
    .map(([filter, ordered]) => ({ ...filter, ...ordered }));
}
