import { instantOfLocal, localTime } from './dates.js';
import type { EventRecord, ModelContext, Publication, PublishedRecord } from './records.js';
import type { Fields } from './requests.js';
import { activeStatus, statusOnCreate, statusOnUpdate, type ActiveStatus } from './rights.js';

export const parseUtc = (input: unknown): number => instantOfLocal(String(input));

/** Default fields of a new record. The caller is the author. */
export const newPublication = ({ state, user }: ModelContext): Publication => ({
  id: 0,
  texts: {},
  former: [],
  author: user.id,
  website: null,
  customFields: {},
  status: 'draft',
  publishedAt: null,
  trashedAt: null,
  modifiedAt: state.now,
});

/** An event without links. */
export const newEvent = (publication: Publication): EventRecord => ({
  ...publication,
  kind: 'event',
  startsAt: 0,
  endsAt: 0,
  zone: 'UTC',
  allDay: false,
  venue: [],
  organizer: [],
  categories: [],
  tags: [],
  parent: null,
  cost: '',
  hidden: false,
  featured: false,
  ticketed: false,
  password: null,
  passwordsSet: 0,
  wrongPasswords: 0,
});

/** 6.4, 8.6, 8.7: status and date of a new record. */
export function publishOnCreate(context: ModelContext, record: PublishedRecord, fields: Fields): void {
  record.status = statusOnCreate(context, fields['status'] as ActiveStatus | undefined);
  applyDate(context, record, fields);
}

/** 8.7: whether a record without a date would be scheduled. */
export function lacksDate(
  context: ModelContext,
  { status, date_utc: sent }: Fields,
  record?: PublishedRecord,
): boolean {
  const date = sent === undefined ? (record?.publishedAt ?? null) : sent;
  return status === 'future' && date === null && statusOnCreate(context, status) === 'publish';
}

/** 6.4, 8.6, 8.7, 8.9: status and date of an updated record. Returns true if the record becomes published or scheduled. */
export function publishOnUpdate(context: ModelContext, record: PublishedRecord, fields: Fields): boolean {
  const wasPublished = record.trashedAt === null && record.status === 'publish';
  const status = statusOnUpdate(context, record, fields['status'] as ActiveStatus | 'trash' | undefined);
  if (status === 'trash') record.trashedAt ??= context.state.now;
  else Object.assign(record, { status, trashedAt: null });
  applyDate(context, record, fields);
  return !wasPublished && record.trashedAt === null && record.status === 'publish';
}

/** 6.2, 6.4: a date equal to the stored one counts as not sent. A record published without a date is published now. */
function applyDate({ state }: ModelContext, record: PublishedRecord, { date_utc: input }: Fields): void {
  const isSame = record.publishedAt !== null && input === localTime(record.publishedAt);
  if (input !== undefined && !isSame) record.publishedAt = input === null ? null : parseUtc(input);
  if (record.status === 'publish') record.publishedAt ??= state.now;
}

/** 8.8: publishes linked drafts of the event's author. `created` were created by the same request, with a status of their own. */
export function publishLinked(context: ModelContext, event: EventRecord, created: ReadonlySet<PublishedRecord>): void {
  for (const linked of [...event.venue, ...event.organizer]) {
    if (linked.author !== event.author || linked.status !== 'draft' || linked.trashedAt !== null) continue;
    if (created.has(linked)) continue;
    Object.assign(linked, { status: 'publish', publishedAt: event.publishedAt, modifiedAt: context.state.now });
  }
}

/** Whether a venue or organizer created with an event is published with it: 6.8. */
export const isPublished = (context: ModelContext, record: PublishedRecord): boolean =>
  record.trashedAt === null && ['publish', 'future'].includes(activeStatus(context, record));
