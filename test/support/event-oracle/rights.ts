import type { EventQuery } from './queries.js';
import type { World, WorldEvent, WorldRecord } from './worlds.js';

/** Who asks, and when, in epoch seconds. */
export interface Reading {
  readonly query: EventQuery;
  readonly world: World;
  readonly now: number;
}

/** 6.14, 8.11: what only those who may edit something can ask for. */
export function isReserved({ reader, status = 'publish', hide_from_listings: hidden = 'false' }: EventQuery): boolean {
  return reader !== 'editor' && (status !== 'publish' || hidden !== 'false');
}

/** 8.1, 8.3, 8.9: the public reads what is published and not in the trash, an editor everything. */
export function isReadable(record: WorldRecord | undefined, { query, now }: Reading): boolean {
  if (!record) return false;
  return query.reader === 'editor' || statusOf(record, now) === 'publish';
}

/** 8.6, 8.7: the status as served. */
export function statusOf({ status, publishedAt, trashed }: WorldRecord, now: number): string {
  if (trashed) return 'trash';
  return status === 'publish' && (publishedAt ?? now) > now ? 'future' : status;
}

/** 6.14, 8.11: whether a list of such a kind shows an event at all. */
export function isListed(event: WorldEvent, { query, now }: Reading): boolean {
  const { reader, hide_from_listings: hidden = 'false' } = query;
  const status = statusOf(event, now);
  const wanted = query.status ?? (reader === 'editor' ? undefined : 'publish');
  if (wanted === undefined ? status === 'trash' : status !== wanted) return false;
  return hidden === 'any' || event.hidden === (hidden === 'true');
}

/** 8.14: what lists show of an event. With a password that is next to nothing, but for those who may edit it. */
export function shownOf(event: WorldEvent, { reader }: EventQuery): WorldEvent {
  if (!event.isProtected || reader === 'editor') return event;
  const texts = Object.entries(event.texts).map(([language, { title }]) => [
    language,
    { title, excerpt: '', description: '' },
  ]);
  const links = { venue: [], organizer: [], categories: [], tags: [], parent: null };
  return { ...event, ...links, featured: false, ticketed: false, texts: Object.fromEntries(texts) };
}
