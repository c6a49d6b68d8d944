import { statusOfNew } from '../rights-expected.js';
import type { Living } from '../rights-table.js';
import { listOf } from './checks.js';
import { byName } from './linked-terms.js';
import { isPublished, unpublished } from './publishing.js';
import type { Asked } from './requests.js';
import { isSeen } from './rights.js';
import { createTexts } from './texts.js';
import { allOf, type EventRecord, type Place, type PlaceKind } from './world.js';

/** 6.8: the venues or organizers that an event is given; gives those that are made of it. */
export function linkPlaces(asked: Asked, event: EventRecord, kind: PlaceKind): Place[] {
  if (asked.fields[kind] === undefined) return [];
  const known = new Set(allOf(asked.world, kind));
  const places = [...new Set(listOf(asked.fields[kind]).map((each) => placeOf(asked, event, kind, each)))];
  event[kind] = inPlaces(event[kind], (place) => isSeen(asked, place), places);
  return event[kind].filter((place) => !known.has(place));
}

/** 6.2: what who asks does not see stays where it is. */
function inPlaces(before: readonly Place[], isShown: (place: Place) => boolean, places: readonly Place[]): Place[] {
  const rest = [...places];
  const kept = before.flatMap((place) => (isShown(place) ? rest.splice(0, 1) : [place]));
  return [...kept, ...rest];
}

function placeOf(asked: Asked, event: EventRecord, kind: PlaceKind, sent: unknown): Place {
  const all = allOf(asked.world, kind);
  if (typeof sent === 'number') return all.find(({ id }) => id === sent) as Place;
  const { [kind]: name, status } = sent as Record<string, string>;
  const readable = all.filter((place) => isSeen(asked, place));
  return byName(asked, readable, String(name)) ?? newPlace(asked, event, kind, { name: String(name), status });
}

/** `publish` with the event and at its date, else `draft`, unless it says. */
function newPlace(
  asked: Asked,
  event: EventRecord,
  kind: PlaceKind,
  { name, status: said }: { name: string; status: string | undefined },
): Place {
  const { world, user } = asked;
  const status = said ?? (isPublished(asked, event) ? 'publish' : 'draft');
  const made = statusOfNew(user.role, status as Living, false) as Place['status'];
  const place: Place = { ...unpublished(asked), kind, status: made };
  if (made === 'publish') place.publishedAt = isPublished(asked, event) ? event.publishedAt : world.now;
  world.records.push(place);
  createTexts(asked, place, { [kind]: name });
  return place;
}
