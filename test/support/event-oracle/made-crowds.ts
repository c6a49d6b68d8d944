import { LANGUAGES } from '../languages.js';
import { OWNERS } from '../readers.js';
import type { Moments } from './dates.js';
import { DAY, HOUR } from './made-moments.js';
import { WORDS } from './made-worlds.js';
import type { World, WorldEvent, WorldRecord } from './worlds.js';

/** More than a list has that is read by the ids of all that fit. */
const MANY = 1300;

/**
 * The same world with so many events beside, over two years, nearly all public. Most are plain and linked to nothing: among them the
 * few events that a filter is about stand far from each other. The last ones have whatever a filter asks for: they are many,
 * and far from the beginning.
 */
export function crowded(world: World, { now }: Moments, count: number): World {
  const step = Math.floor((700 * DAY) / Math.max(1, count));
  const marks = marksOf(world, now);
  const crowd = Array.from({ length: count }, (_each, index) => ({
    ...plain(100_001 + index, now + index * step, index),
    ...(index >= count - MANY ? marks : {}),
  }));
  return { ...world, events: [...world.events, ...crowd] };
}

/** Of a world, what those many have, for queries that are about them. */
export function ofMany(world: World, now: number): World {
  const shown = <Each extends WorldRecord>(records: readonly Each[], isFit: (each: Each) => boolean = () => true) =>
    records.filter((each) => isShown(each, now) && isFit(each)).slice(0, 1);
  return {
    events: shown(world.events, ({ parent, isProtected }) => parent === null && !isProtected),
    venue: shown(world.venue, ({ at }) => at !== null),
    organizer: shown(world.organizer),
    categories: world.categories.slice(-1),
    tags: world.tags.slice(-1),
  };
}

function marksOf(world: World, now: number): Partial<WorldEvent> {
  const { events, venue, organizer, categories, tags } = ofMany(world, now);
  const ids = (records: readonly { readonly id: number }[]) => records.map(({ id }) => id);
  const links = { venue: ids(venue), organizer: ids(organizer), categories: ids(categories), tags: ids(tags) };
  return { ...links, parent: events[0]?.id ?? null, featured: true, ticketed: true };
}

const isShown = ({ status, publishedAt, trashed }: WorldRecord, now: number): boolean =>
  status === 'publish' && publishedAt !== null && publishedAt <= now && !trashed;

/** What plain ones have in common: nothing that a filter is about. */
const PLAIN = {
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

function plain(id: number, startsAt: number, index: number): WorldEvent {
  const word = (shift: number) => WORDS[(index + shift) % WORDS.length] ?? '';
  const text = { title: `${word(0)} ${word(5)}`, excerpt: '', description: word(9) };
  const written = startsAt - 900 * DAY;
  return {
    ...PLAIN,
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
