import { LANGUAGES } from '../languages.js';
import { OWNERS } from '../readers.js';
import type { ReferenceTime } from './dates.js';
import { DAY, HOUR } from './arbitrary-instants.js';
import { WORDS } from './arbitrary-datasets.js';
import type { Dataset, DatasetEvent, DatasetRecord } from './dataset.js';

/** More than a list has that is read by the ids of all that fit. */
const MANY = 1300;

/**
 * The same world with so many events beside, over two years, nearly all public. Most are plain and linked to nothing: among them the
 * few events that a filter is about stand far from each other. The last ones have whatever a filter asks for: they are many,
 * and far from the beginning.
 */
export function withManyEvents(world: Dataset, { now }: ReferenceTime, count: number): Dataset {
  const step = Math.floor((700 * DAY) / Math.max(1, count));
  const marks = commonFields(world, now);
  const crowd = Array.from({ length: count }, (_each, index) => ({
    ...plainEvent(100_001 + index, now + index * step, index),
    ...(index >= count - MANY ? marks : {}),
  }));
  return { ...world, events: [...world.events, ...crowd] };
}

/** Of a world, what those many have, for queries that are about them. */
export function commonRecords(world: Dataset, now: number): Dataset {
  const shown = <Each extends DatasetRecord>(records: readonly Each[], isFit: (each: Each) => boolean = () => true) =>
    records.filter((each) => isPublic(each, now) && isFit(each)).slice(0, 1);
  return {
    events: shown(world.events, ({ parent, isProtected }) => parent === null && !isProtected),
    venue: shown(world.venue, ({ coordinates }) => coordinates !== null),
    organizer: shown(world.organizer),
    categories: world.categories.slice(-1),
    tags: world.tags.slice(-1),
  };
}

function commonFields(world: Dataset, now: number): Partial<DatasetEvent> {
  const { events, venue, organizer, categories, tags } = commonRecords(world, now);
  const ids = (records: readonly { readonly id: number }[]) => records.map(({ id }) => id);
  const links = { venue: ids(venue), organizer: ids(organizer), categories: ids(categories), tags: ids(tags) };
  return { ...links, parent: events[0]?.id ?? null, featured: true, ticketed: true };
}

const isPublic = ({ status, publishedAt, trashed }: DatasetRecord, now: number): boolean =>
  status === 'publish' && publishedAt !== null && publishedAt <= now && !trashed;

/** What plain ones have in common: nothing that a filter is about. */
const PLAIN_FIELDS = {
  zone: 'UTC',
  allDay: false,
  venue: [],
  organizer: [],
  categories: [],
  tags: [],
  parent: null,
  featured: false,
  ticketed: false,
  hidden: false,
  trashed: false,
} as const;

function plainEvent(id: number, startsAt: number, index: number): DatasetEvent {
  const word = (shift: number) => WORDS[(index + shift) % WORDS.length] ?? '';
  const text = { title: `${word(0)} ${word(5)}`, excerpt: '', description: word(9) };
  const written = startsAt - 900 * DAY;
  return {
    ...PLAIN_FIELDS,
    id,
    owner: OWNERS[index % OWNERS.length] ?? null,
    status: index % 17 === 5 ? 'draft' : 'publish',
    isProtected: index % 11 === 3,
    startsAt,
    endsAt: startsAt + (index % 5) * HOUR,
    texts: { [LANGUAGES[index % LANGUAGES.length] ?? 'ca']: text },
    publishedAt: written,
    modifiedAt: written,
  };
}
