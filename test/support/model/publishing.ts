import { statusOnUpdate, statusOnCreate } from '../expected-outcomes.js';
import type { ActiveStatus } from '../rights-table.js';
import type { Fields } from './requests.js';
import { activeStatus, relationOf } from './rights.js';
import { formatMoment } from './record-views.js';
import type { ModelContext, EventRecord, Publication, PublishedRecord, StoredStatus } from './model-state.js';

export const parseMoment = (sent: unknown): number => Date.parse(`${String(sent).replace(' ', 'T')}Z`);

const storedStatus = (status: string): StoredStatus => (status === 'future' ? 'publish' : (status as StoredStatus));

/** What is nothing yet but somebody's. */
export const newPublication = ({ state, user }: ModelContext): Publication => ({
  id: 0,
  texts: {},
  former: [],
  author: user.id,
  website: null,
  status: 'draft',
  publishedAt: null,
  trashedAt: null,
  modifiedAt: state.now,
});

/** 6.4, 8.6, 8.7: status and date of a new record. */
export function publishOnCreate(asker: ModelContext, record: PublishedRecord, fields: Fields): void {
  record.status = storedStatus(statusOnCreate(asker.user.role, fields['status'] as ActiveStatus | undefined, false));
  applyDate(asker, record, fields);
}

/** 6.4, 8.6, 8.7, 8.9: those of a record that is written; true where it gets to be published or scheduled. */
export function publishOnUpdate(asker: ModelContext, record: PublishedRecord, fields: Fields): boolean {
  const standing = relationOf(asker, record);
  const requestedStatus = fields['status'] as ActiveStatus | 'trash' | undefined;
  const after = statusOnUpdate(asker.user.role, standing, requestedStatus);
  if (after === 'trash') record.trashedAt ??= asker.state.now;
  else Object.assign(record, { status: storedStatus(after), trashedAt: null });
  applyDate(asker, record, fields);
  const wasPublished = !standing.trashed && storedStatus(standing.status) === 'publish';
  return record.trashedAt === null && record.status === 'publish' && !wasPublished;
}

/** 6.2, 6.4: a date that equals the one stored is none; what is published without one is published now. */
function applyDate({ state }: ModelContext, record: PublishedRecord, { date_utc: sent }: Fields): void {
  const isSame = record.publishedAt !== null && sent === formatMoment(record.publishedAt);
  if (sent !== undefined && !isSame) record.publishedAt = sent === null ? null : parseMoment(sent);
  if (record.status === 'publish') record.publishedAt ??= state.now;
}

/** 8.8: drafts of the event's own author go with it. `created` are those that came along with the same request. */
export function publishLinked(asker: ModelContext, event: EventRecord, created: ReadonlySet<PublishedRecord>): void {
  for (const place of [...event.venue, ...event.organizer]) {
    if (place.author !== event.author || place.status !== 'draft' || place.trashedAt !== null || created.has(place))
      continue;
    Object.assign(place, { status: 'publish', publishedAt: event.publishedAt, modifiedAt: asker.state.now });
  }
}

/** Whether what comes along with an event is published with it: 6.8. */
export const isPublished = (asker: ModelContext, record: PublishedRecord): boolean =>
  record.trashedAt === null && ['publish', 'future'].includes(activeStatus(asker, record));
