import { statusAfter, statusOfNew } from '../rights-expected.js';
import type { Living } from '../rights-table.js';
import type { Fields } from './requests.js';
import { livingStatus, standingOf } from './rights.js';
import { written } from './shown-records.js';
import type { Asker, EventRecord, Publication, PublishedRecord, StoredStatus } from './world.js';

export const momentOf = (sent: unknown): number => Date.parse(`${String(sent).replace(' ', 'T')}Z`);

const stored = (status: string): StoredStatus => (status === 'future' ? 'publish' : (status as StoredStatus));

/** What is nothing yet but somebody's. */
export const unpublished = ({ world, user }: Asker): Publication => ({
  id: 0,
  texts: {},
  former: [],
  author: user.id,
  website: null,
  status: 'draft',
  publishedAt: null,
  trashedAt: null,
  modifiedAt: world.now,
});

/** 6.4, 8.6, 8.7: status and date of a new record. */
export function publishNew(asker: Asker, record: PublishedRecord, fields: Fields): void {
  record.status = stored(statusOfNew(asker.user.role, fields['status'] as Living | undefined, false));
  redate(asker, record, fields);
}

/** 6.4, 8.6, 8.7, 8.9: those of a record that is written; true where it gets to be published or scheduled. */
export function publishAgain(asker: Asker, record: PublishedRecord, fields: Fields): boolean {
  const standing = standingOf(asker, record);
  const asked = fields['status'] as Living | 'trash' | undefined;
  const after = statusAfter(asker.user.role, standing, asked);
  if (after === 'trash') record.trashedAt ??= asker.world.now;
  else Object.assign(record, { status: stored(after), trashedAt: null });
  redate(asker, record, fields);
  const wasPublished = !standing.trashed && stored(standing.status) === 'publish';
  return record.trashedAt === null && record.status === 'publish' && !wasPublished;
}

/** 6.2, 6.4: a date that equals the one stored is none; what is published without one is published now. */
function redate({ world }: Asker, record: PublishedRecord, { date_utc: sent }: Fields): void {
  const isSame = record.publishedAt !== null && sent === written(record.publishedAt);
  if (sent !== undefined && !isSame) record.publishedAt = sent === null ? null : momentOf(sent);
  if (record.status === 'publish') record.publishedAt ??= world.now;
}

/** 8.8: drafts of the event's own author go with it. `fresh` are those that came along with the same request. */
export function publishLinked(asker: Asker, event: EventRecord, fresh: ReadonlySet<PublishedRecord>): void {
  for (const place of [...event.venue, ...event.organizer]) {
    if (place.author !== event.author || place.status !== 'draft' || place.trashedAt !== null || fresh.has(place))
      continue;
    Object.assign(place, { status: 'publish', publishedAt: event.publishedAt, modifiedAt: asker.world.now });
  }
}

/** Whether what comes along with an event is published with it: 6.8. */
export const isPublished = (asker: Asker, record: PublishedRecord): boolean =>
  record.trashedAt === null && ['publish', 'future'].includes(livingStatus(asker, record));
