import { LANGUAGES } from '../languages.js';
import type { Moments } from './dates.js';
import { DAY, HOUR } from './made-moments.js';
import { WORDS } from './made-worlds.js';
import type { World, WorldEvent } from './worlds.js';

/**
 * The same world with so many plain events beside, all public and linked to nothing, over two years. In a crowd the few
 * events that a filter is about stand far from each other.
 */
export function crowded(world: World, { now }: Moments, count: number): World {
  const step = Math.floor((700 * DAY) / Math.max(1, count));
  const crowd = Array.from({ length: count }, (_each, index) => plain(100_001 + index, now + index * step, index));
  return { ...world, events: [...world.events, ...crowd] };
}

/** What all of a crowd have in common: nothing that a filter is about. */
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
  isProtected: false,
  status: 'publish',
  trashed: false,
} as const;

function plain(id: number, startsAt: number, index: number): WorldEvent {
  const word = (shift: number) => WORDS[(index + shift) % WORDS.length] ?? '';
  const text = { title: `${word(0)} ${word(5)}`, excerpt: '', description: word(9) };
  const written = startsAt - 900 * DAY;
  return {
    ...PLAIN,
    id,
    startsAt,
    endsAt: startsAt + (index % 5) * HOUR,
    texts: { [LANGUAGES[index % LANGUAGES.length] ?? 'ca']: text },
    publishedAt: written,
    modifiedAt: written,
  };
}
