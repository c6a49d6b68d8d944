import { mayEdit, mayRead, maySelectStatus, type Standing } from '../readers.js';
import type { EventQuery } from './queries.js';
import type { World, WorldEvent, WorldRecord } from './worlds.js';

/** Who asks, and when, in epoch seconds. */
export interface Reading {
  readonly query: EventQuery;
  readonly world: World;
  readonly now: number;
}

/** 6.14, 8.11: what only those can ask for who may edit something, or everything. */
export function isReserved({ reader, status = [], hide_from_listings: hidden = 'false' }: EventQuery): boolean {
  if (hidden !== 'false' && reader !== 'editor') return true;
  return !maySelectStatus(reader) && status.some((each) => each !== 'publish');
}

/** 8.9: in the trash it counts as what it was when it got there, which was its last change. */
function standingOf({ owner, status, publishedAt, trashed, modifiedAt }: WorldRecord, now: number): Standing {
  const present = trashed ? Math.min(now, modifiedAt) : now;
  return { owner, isPublic: status === 'publish' && (publishedAt ?? present) <= present };
}

/** 8.1, 8.3, 8.9: in the trash it is read by whoever may edit it. */
export function isReadable(record: WorldRecord | undefined, { query, now }: Reading): boolean {
  if (!record) return false;
  return (record.trashed ? mayEdit : mayRead)(query.reader, standingOf(record, now));
}

/** 8.6, 8.7: the status as served. */
export function statusOf({ status, publishedAt, trashed }: WorldRecord, now: number): string {
  if (trashed) return 'trash';
  return status === 'publish' && (publishedAt ?? now) > now ? 'future' : status;
}

/** 6.14, 8.11: whether a list of such a kind shows an event at all. */
export function isListed(event: WorldEvent, reading: Reading): boolean {
  const { status: wanted, hide_from_listings: hidden = 'false' } = reading.query;
  const status = statusOf(event, reading.now);
  if (!isReadable(event, reading) || (wanted ? !wanted.includes(status) : status === 'trash')) return false;
  return hidden === 'any' || event.hidden === (hidden === 'true');
}

/** 8.14: what lists show of an event. With a password that is next to nothing, but for those who may edit it. */
export function shownOf(event: WorldEvent, { query, now }: Reading): WorldEvent {
  if (!event.isProtected || mayEdit(query.reader, standingOf(event, now))) return event;
  const texts = Object.entries(event.texts).map(([language, { title }]) => [
    language,
    { title, excerpt: '', description: '' },
  ]);
  const links = { venue: [], organizer: [], categories: [], tags: [], parent: null };
  return { ...event, ...links, featured: false, ticketed: false, texts: Object.fromEntries(texts) };
}
