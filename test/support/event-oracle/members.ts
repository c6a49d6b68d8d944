import { differences } from '../languages.js';
import type { ServedRecord } from '../kinds.js';
import { servedPlaces } from './links.js';
import { isReadable, shownOf, statusOf, type Reading } from './rights.js';
import type { WorldEvent } from './worlds.js';

/** What is wrong with an event as a list shows it, beside its texts and dates. */
export function unlikeMembers(served: ServedRecord, asked: Reading): string[] {
  const event = asked.world.events.find(({ id }) => id === served.id);
  return event ? differences(`event ${event.id}`, seenOf(served), membersOf(event, asked)) : [];
}

/** 5.3, 8.6, 8.8, 8.9, 8.14: what is linked to it, and what is told of it. Every event has a description. */
function membersOf(event: WorldEvent, asked: Reading): object {
  const { world } = asked;
  const shown = shownOf(event, asked);
  const parent = world.events.find(({ id }) => id === shown.parent);
  return {
    status: statusOf(event, asked.now),
    password_protected: event.isProtected,
    featured: shown.featured,
    ticketed: shown.ticketed,
    hasDescription: shown === event,
    venue: servedPlaces(world.venue, shown.venue, asked),
    organizer: servedPlaces(world.organizer, shown.organizer, asked),
    categories: shown.categories,
    tags: shown.tags,
    post_parent: isReadable(parent, asked) ? shown.parent : null,
  };
}

function seenOf(served: ServedRecord): object {
  const ids = (name: string) => (served[name] as { readonly id: number }[]).map(({ id }) => id);
  const links = Object.fromEntries(['venue', 'organizer', 'categories', 'tags'].map((name) => [name, ids(name)]));
  return { ...served, ...links, hasDescription: served['description'] !== '' };
}
