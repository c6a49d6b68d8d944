import { statusOnCreate } from '../expected-outcomes.js';
import type { ActiveStatus } from '../rights-table.js';
import { listOf } from './validation.js';
import { findByName } from './link-terms.js';
import { isPublished, newPublication } from './publishing.js';
import type { ModelRequest } from './requests.js';
import { isVisible } from './rights.js';
import { createTexts } from './translations.js';
import { recordsOf, type EventRecord, type VenueOrOrganizer, type VenueOrOrganizerKind } from './model-state.js';

/** 6.8: the venues or organizers that an event is given; gives those that are made of it. */
export function linkVenuesOrOrganizers(
  request: ModelRequest,
  event: EventRecord,
  kind: VenueOrOrganizerKind,
): VenueOrOrganizer[] {
  if (request.fields[kind] === undefined) return [];
  const known = new Set(recordsOf(request.state, kind));
  const places = [...new Set(listOf(request.fields[kind]).map((each) => findOrCreate(request, event, kind, each)))];
  event[kind] = mergeKeepingHidden(event[kind], (place) => isVisible(request, place), places);
  return event[kind].filter((place) => !known.has(place));
}

/** 6.2: what who asks does not see stays where it is. */
function mergeKeepingHidden(
  before: readonly VenueOrOrganizer[],
  isShown: (place: VenueOrOrganizer) => boolean,
  places: readonly VenueOrOrganizer[],
): VenueOrOrganizer[] {
  const rest = [...places];
  const kept = before.flatMap((place) => (isShown(place) ? rest.splice(0, 1) : [place]));
  return [...kept, ...rest];
}

function findOrCreate(
  request: ModelRequest,
  event: EventRecord,
  kind: VenueOrOrganizerKind,
  sent: unknown,
): VenueOrOrganizer {
  const all = recordsOf(request.state, kind);
  if (typeof sent === 'number') return all.find(({ id }) => id === sent) as VenueOrOrganizer;
  const { [kind]: name, status } = sent as Record<string, string>;
  const readable = all.filter((place) => isVisible(request, place));
  return (
    findByName(request, readable, String(name)) ??
    createVenueOrOrganizer(request, event, kind, { name: String(name), status })
  );
}

/** `publish` with the event and at its date, else `draft`, unless it says. */
function createVenueOrOrganizer(
  request: ModelRequest,
  event: EventRecord,
  kind: VenueOrOrganizerKind,
  { name, status: said }: { name: string; status: string | undefined },
): VenueOrOrganizer {
  const { state, user } = request;
  const status = said ?? (isPublished(request, event) ? 'publish' : 'draft');
  const made = statusOnCreate(user.role, status as ActiveStatus, false) as VenueOrOrganizer['status'];
  const place: VenueOrOrganizer = { ...newPublication(request), kind, status: made };
  if (made === 'publish') place.publishedAt = isPublished(request, event) ? event.publishedAt : state.now;
  state.records.push(place);
  createTexts(request, place, { [kind]: name });
  return place;
}
