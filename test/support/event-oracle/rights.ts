import { canEdit, canRead, canSelectStatus, type Relation } from '../readers.js';
import type { EventQuery } from './queries.js';
import type { Dataset, DatasetEvent, DatasetRecord } from './dataset.js';

/** Who asks, and when, in epoch seconds. */
export interface OracleContext {
  readonly query: EventQuery;
  readonly dataset: Dataset;
  readonly now: number;
}

/** 6.14, 8.11: what only those can ask for who may edit something, or everything. */
export function needsPrivilege({ reader, status = [], hide_from_listings: hidden = 'false' }: EventQuery): boolean {
  if (hidden !== 'false' && reader !== 'editor') return true;
  return !canSelectStatus(reader) && status.some((each) => each !== 'publish');
}

/** 8.9: in the trash it counts as what it was when it got there, which was its last change. */
function relationOf({ owner, status, publishedAt, trashed, modifiedAt }: DatasetRecord, now: number): Relation {
  const present = trashed ? Math.min(now, modifiedAt) : now;
  return { owner, isPublic: status === 'publish' && (publishedAt ?? present) <= present };
}

/** 8.1, 8.3, 8.9: in the trash it is read by whoever may edit it. */
export function isReadable(record: DatasetRecord | undefined, { query, now }: OracleContext): boolean {
  if (!record) return false;
  return (record.trashed ? canEdit : canRead)(query.reader, relationOf(record, now));
}

/** 8.6, 8.7: the status as served. */
export function statusOf({ status, publishedAt, trashed }: DatasetRecord, now: number): string {
  if (trashed) return 'trash';
  return status === 'publish' && (publishedAt ?? now) > now ? 'future' : status;
}

/** 6.14, 8.11: whether a list of such a kind shows an event at all. */
export function isListed(event: DatasetEvent, reading: OracleContext): boolean {
  const { status: wanted, hide_from_listings: hidden = 'false' } = reading.query;
  const status = statusOf(event, reading.now);
  if (!isReadable(event, reading) || (wanted ? !wanted.includes(status) : status === 'trash')) return false;
  return hidden === 'any' || event.hidden === (hidden === 'true');
}

/** 8.14: what lists show of an event. With a password that is next to nothing, but for those who may edit it. */
export function visibleEvent(event: DatasetEvent, { query, now }: OracleContext): DatasetEvent {
  if (!event.isProtected || canEdit(query.reader, relationOf(event, now))) return event;
  const texts = Object.entries(event.texts).map(([language, { title }]) => [
    language,
    { title, excerpt: '', description: '' },
  ]);
  const links = { venue: [], organizer: [], categories: [], tags: [], parent: null };
  return { ...event, ...links, featured: false, ticketed: false, texts: Object.fromEntries(texts) };
}
