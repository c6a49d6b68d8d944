import { NOW, type WorldEvent, type WorldPlace } from './places-world.js';

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
export function expectedPlaces(places: readonly WorldPlace[], asked: PlacesAsked, edits: boolean): number[] {
  const found = places.filter((place) => CONDITIONS.every((holds) => holds(place, asked, edits)));
  const orderby = asked.orderby ?? 'date';
  const falling = (asked.order ?? (orderby === 'date' || orderby === 'modified' ? 'desc' : 'asc')) === 'desc';
  const inOrder = found.toSorted((one, other) => {
    const [a, b] = [one, other].map((place) => keyOf(place, orderby, asked)) as [string, string];
    return (a < b ? -1 : a > b ? 1 : one.id - other.id) * (falling ? -1 : 1);
  });
  return inOrder.map(({ id }) => id);
}

type Condition = (place: WorldPlace, asked: PlacesAsked, edits: boolean) => boolean;

const CONDITIONS: readonly Condition[] = [
  // 8.11, 8.3
  ({ status }, asked, edits) =>
    (asked.status ? asked.status.includes(status) : status !== 'trash') && (edits || status === 'publish'),
  // 7.10, 8.14
  ({ events }, { event }, edits) => !event || (events.includes(event) && (edits || !event.protected)),
  ({ events }, { has_events }, edits) =>
    has_events === undefined || events.some((each) => isListed(each, edits)) === has_events,
  ({ events }, { only_with_upcoming }, edits) =>
    !only_with_upcoming || events.some((each) => isListed(each, edits) && each.ends >= NOW),
  // 7.8
  ({ id }, { include }) => !include || include.includes(id),
  // 7.6, 7.10
  (place, { search = [], ml_language }) =>
    search.every((word) => textsOf(place, ml_language).some((text) => plain(text).includes(plain(word)))),
];

/** Whether a list of events shows it, with its venues and organizers: 6.14, 8.3, 8.9, 8.14. */
function isListed(event: WorldEvent, edits: boolean): boolean {
  if (event.hidden || event.trashed) return false;
  const isPublic = event.status === 'publish' && event.published !== null && event.published <= NOW;
  return edits || (isPublic && !event.protected);
}

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
