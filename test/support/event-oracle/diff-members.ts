import { findDifferences } from '../languages.js';
import type { ServedRecord } from '../kinds.js';
import { visibleIds } from './links.js';
import { isReadable, visibleEvent, statusOf, type OracleContext } from './rights.js';
import type { DatasetEvent } from './dataset.js';

/** What is wrong with an event as a list shows it, beside its texts and dates. */
export function diffMembers(served: ServedRecord, context: OracleContext): string[] {
  const event = context.dataset.events.find(({ id }) => id === served.id);
  return event ? findDifferences(`event ${event.id}`, observedMembers(served), expectedMembers(event, context)) : [];
}

/** 5.3, 8.6, 8.8, 8.9, 8.14: what is linked to it, and what is told of it. Every event has a description. */
function expectedMembers(event: DatasetEvent, context: OracleContext): object {
  const { dataset } = context;
  const shown = visibleEvent(event, context);
  const parent = dataset.events.find(({ id }) => id === shown.parent);
  return {
    status: statusOf(event, context.now),
    password_protected: event.isProtected,
    featured: shown.featured,
    ticketed: shown.ticketed,
    hasDescription: shown === event,
    venue: visibleIds(dataset.venue, shown.venue, context),
    organizer: visibleIds(dataset.organizer, shown.organizer, context),
    categories: shown.categories,
    tags: shown.tags,
    post_parent: isReadable(parent, context) ? shown.parent : null,
  };
}

function observedMembers(served: ServedRecord): object {
  const ids = (name: string) => (served[name] as { readonly id: number }[]).map(({ id }) => id);
  const links = Object.fromEntries(['venue', 'organizer', 'categories', 'tags'].map((name) => [name, ids(name)]));
  return { ...served, ...links, hasDescription: served['description'] !== '' };
}
