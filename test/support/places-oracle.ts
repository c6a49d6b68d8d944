import { NOW, type WorldEvent, type WorldPlace } from './places-world.js';
import { mayEdit, mayRead, type Owner, type Reader } from './readers.js';

/** What a list of venues or organizers is asked. */
export interface PlacesAsked {
  readonly event?: WorldEvent;
  readonly has_events?: boolean;
  readonly only_with_upcoming?: boolean;
  readonly include?: readonly number[];
  readonly status?: readonly string[];
  readonly search?: readonly string[];
  readonly orderby?: 'date' | 'name' | 'modified' | 'id';
  readonly order?: 'asc' | 'desc';
  readonly ml_language?: 'ca' | 'en';
}

/** The ids that the contract gives, in order. Nothing here is taken from the code that is tested. */
export function expectedPlaces(places: readonly WorldPlace[], asked: PlacesAsked, reader: Reader): number[] {
  const found = places.filter((place) => CONDITIONS.every((holds) => holds(place, asked, reader)));
  const orderby = asked.orderby ?? 'date';
  const falling = (asked.order ?? (orderby === 'date' || orderby === 'modified' ? 'desc' : 'asc')) === 'desc';
  const inOrder = found.toSorted((one, other) => {
    const [a, b] = [one, other].map((place) => keyOf(place, orderby, asked)) as [string, string];
    return (a < b ? -1 : a > b ? 1 : one.id - other.id) * (falling ? -1 : 1);
  });
  return inOrder.map(({ id }) => id);
}

type Condition = (place: WorldPlace, asked: PlacesAsked, reader: Reader) => boolean;

const CONDITIONS: readonly Condition[] = [
  // 8.11
  (place, { status }) => (status ? status.includes(statusOf(place)) : !place.trashed),
  // 8.3, 8.9
  (place, _asked, reader) => isReadable(place, reader),
  // 7.10, 8.14
  ({ events }, { event }, reader) => !event || (events.includes(event) && isShownWhole(event, reader)),
  ({ events }, { has_events }, reader) =>
    has_events === undefined || events.some((each) => isListed(each, reader)) === has_events,
  ({ events }, { only_with_upcoming }, reader) =>
    !only_with_upcoming || events.some((each) => isListed(each, reader) && each.ends >= NOW),
  // 7.8
  ({ id }, { include }) => !include || include.includes(id),
  // 7.6, 7.10
  (place, { search = [], ml_language }) =>
    search.every((word) => textsOf(place, ml_language).some((text) => plain(text).includes(plain(word)))),
];

interface Published {
  readonly owner: Owner;
  readonly status: string;
  readonly published: string | null;
  readonly trashed: boolean;
}

/** The status as served. */
export function statusOf(record: Published): string {
  if (record.trashed) return 'trash';
  return record.status === 'publish' && !isPublic(record) ? 'future' : record.status;
}

const isPublic = ({ status, published }: Published): boolean =>
  status === 'publish' && published !== null && published <= NOW;

const standingOf = (record: Published) => ({ owner: record.owner, isPublic: isPublic(record) });

/** 8.3; what is in the trash is read by whoever may edit it: 8.9. */
export const isReadable = (record: Published, reader: Reader): boolean =>
  (record.trashed ? mayEdit : mayRead)(reader, standingOf(record));

/** 8.14 */
const isShownWhole = (event: WorldEvent, reader: Reader): boolean =>
  !event.protected || mayEdit(reader, standingOf(event));

/** Whether a list of events shows it, with its venues and organizers: 6.14, 8.3, 8.9, 8.14. */
const isListed = (event: WorldEvent, reader: Reader): boolean =>
  !event.hidden && !event.trashed && isReadable(event, reader) && isShownWhole(event, reader);

const nameOf = ({ texts }: WorldPlace, language: 'ca' | 'en' = 'en') => texts[language] ?? texts.en;

const textsOf = (place: WorldPlace, language?: 'ca' | 'en'): string[] => [
  nameOf(place, language),
  ...Object.values(place.facts),
  ...leavesOf(place.custom),
];

const leavesOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [String(value)];

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Names of this world are in the same order in every language, case and accents aside. */
function keyOf(place: WorldPlace, orderby: string, { ml_language }: PlacesAsked): string {
  if (orderby === 'date') return place.published ?? 'infinity';
  if (orderby === 'modified') return place.modified;
  return orderby === 'name' ? plain(nameOf(place, ml_language)) : '';
}
