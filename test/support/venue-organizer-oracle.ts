import { NOW, type DatasetEvent, type DatasetVenueOrOrganizer } from './venue-organizer-dataset.js';
import { canEdit, canRead, type Owner, type ReaderRole } from './readers.js';

/** What a list of venues or organizers is asked. */
export interface VenueOrOrganizerQuery {
  readonly event?: DatasetEvent;
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
export function expectedIds(
  places: readonly DatasetVenueOrOrganizer[],
  query: VenueOrOrganizerQuery,
  reader: ReaderRole,
): number[] {
  const found = places.filter((place) => CONDITIONS.every((holds) => holds(place, query, reader)));
  const orderby = query.orderby ?? 'date';
  const falling = (query.order ?? (orderby === 'date' || orderby === 'modified' ? 'desc' : 'asc')) === 'desc';
  const inOrder = found.toSorted((one, other) => {
    const [a, b] = [one, other].map((place) => keyOf(place, orderby, query)) as [string, string];
    return (a < b ? -1 : a > b ? 1 : one.id - other.id) * (falling ? -1 : 1);
  });
  return inOrder.map(({ id }) => id);
}

type Condition = (place: DatasetVenueOrOrganizer, asked: VenueOrOrganizerQuery, reader: ReaderRole) => boolean;

const CONDITIONS: readonly Condition[] = [
  // 8.11
  (place, { status }) => (status ? status.includes(statusOf(place)) : !place.trashed),
  // 8.3, 8.9
  (place, _asked, reader) => isReadable(place, reader),
  // 7.10, 8.14
  ({ events }, { event }, reader) => !event || (events.includes(event) && isUnprotected(event, reader)),
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

const relationOf = (record: Published) => ({ owner: record.owner, isPublic: isPublic(record) });

/** 8.3; what is in the trash is read by whoever may edit it: 8.9. */
export const isReadable = (record: Published, reader: ReaderRole): boolean =>
  (record.trashed ? canEdit : canRead)(reader, relationOf(record));

/** 8.14 */
const isUnprotected = (event: DatasetEvent, reader: ReaderRole): boolean =>
  !event.protected || canEdit(reader, relationOf(event));

/** Whether a list of events shows it, with its venues and organizers: 6.14, 8.3, 8.9, 8.14. */
const isListed = (event: DatasetEvent, reader: ReaderRole): boolean =>
  !event.hidden && !event.trashed && isReadable(event, reader) && isUnprotected(event, reader);

const nameOf = ({ texts }: DatasetVenueOrOrganizer, language: 'ca' | 'en' = 'en') => texts[language] ?? texts.en;

const textsOf = (place: DatasetVenueOrOrganizer, language?: 'ca' | 'en'): string[] => [
  nameOf(place, language),
  ...Object.values(place.fields),
  ...leavesOf(place.customFields),
];

const leavesOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [String(value)];

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Names of this world are in the same order in every language, case and accents aside. */
function keyOf(place: DatasetVenueOrOrganizer, orderby: string, { ml_language }: VenueOrOrganizerQuery): string {
  if (orderby === 'date') return place.published ?? 'infinity';
  if (orderby === 'modified') return place.modified;
  return orderby === 'name' ? plain(nameOf(place, ml_language)) : '';
}
