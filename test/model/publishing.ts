import { instantOfLocal, localTime } from './dates.js';
import { recordsOf, type EventRecord, type ModelContext, type Publication, type PublishedRecord } from './records.js';
import type { Fields } from './requests.js';
import { activeStatus, canEdit, statusOnCreate, statusOnUpdate, type ActiveStatus } from './rights.js';

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
  eventStatus: 'scheduled',
  attendance: 'offline',
  password: null,
  passwordsSet: 0,
  wrongPasswords: 0,
});

/** 6.4, 8.6, 8.7: status and date of a new record. */
export function publishOnCreate(context: ModelContext, record: PublishedRecord, fields: Fields): void {
  record.status = statusOnCreate(context, fields['status'] as ActiveStatus | undefined);
  applyDate(context, record, fields);
}

/** 8.7: whether `future` is invalid because neither the request nor the record has a date. */
export function lacksDate(
  context: ModelContext,
  { status, date_utc: input }: Fields,
  record?: PublishedRecord,
): boolean {
  const date = input === undefined ? (record?.publishedAt ?? null) : input;
  return status === 'future' && date === null && statusOnCreate(context, status) === 'publish';
}

/** 6.4, 8.6, 8.7, 8.9: status and date of an updated record. */
export function publishOnUpdate(context: ModelContext, record: PublishedRecord, fields: Fields): void {
  const status = statusOnUpdate(context, record, fields['status'] as ActiveStatus | 'trash' | undefined);
  if (status === 'trash') record.trashedAt ??= context.state.now;
  else Object.assign(record, { status, trashedAt: null });
  applyDate(context, record, fields);
}

/** 6.2, 6.4: a date equal to the stored one counts as not sent. A record published without a date is published now. */
function applyDate({ state }: ModelContext, record: PublishedRecord, { date_utc: input }: Fields): void {
  const isSame = record.publishedAt !== null && input === localTime(record.publishedAt);
  if (input !== undefined && !isSame) record.publishedAt = input === null ? null : parseUtc(input);
  if (record.status === 'publish') record.publishedAt ??= state.now;
}

/** Date and links of an event before a write. */
export interface EventBefore {
  /** The publication date if the event is published or scheduled. */
  readonly date: number | null;
  readonly linked: ReadonlySet<PublishedRecord>;
}

const publicationDate = ({ status, trashedAt, publishedAt }: PublishedRecord): number | null =>
  status === 'publish' && trashedAt === null ? publishedAt : null;

/** Whether everybody may read a record. */
export const isPublic = ({ state }: ModelContext, record: PublishedRecord): boolean =>
  (publicationDate(record) ?? Infinity) <= state.now;

/** 13.9: events without a password are modified when a linked record becomes public, or is no longer public. */
export function touchEvents(context: ModelContext, record: PublishedRecord, wasPublic: boolean): void {
  if (record.kind === 'event' || isPublic(context, record) === wasPublic) return;
  const events = recordsOf(context.state, 'event').filter((event) => linkedOf(event).has(record));
  for (const event of events) if (event.password === null) event.modifiedAt = context.state.now;
}

const linkedOf = ({ venue, organizer }: EventRecord) => new Set<PublishedRecord>([...venue, ...organizer]);

export const eventBefore = (event: EventRecord): EventBefore => ({
  date: publicationDate(event),
  linked: linkedOf(event),
});

/**
 * 8.8: publishes, reschedules or withdraws linked records with their event. `date` is null if the event was deleted. Records in `created`
 * were created by the same request, with a status of their own.
 */
export function followEvent(
  context: ModelContext,
  event: EventRecord,
  before: EventBefore,
  {
    created = new Set(),
    date = publicationDate(event),
  }: { created?: ReadonlySet<PublishedRecord>; date?: number | null } = {},
): void {
  const linkedNow = linkedOf(event);
  for (const record of new Set([...before.linked, ...linkedNow])) {
    if (record.trashedAt !== null || created.has(record)) continue;
    const change = linkedChange(context, event, record, {
      oldDate: before.linked.has(record) ? before.date : null,
      date: linkedNow.has(record) ? date : null,
    });
    const wasPublic = isPublic(context, record);
    if (change) Object.assign(record, change, { modifiedAt: context.state.now });
    touchEvents(context, record, wasPublic);
  }
}

/**
 * The change of a venue or organizer when the date of its event changes from `oldDate` to `date`. A date is null
 * if the event is not published or scheduled, or does not link the record.
 */
function linkedChange(
  context: ModelContext,
  event: EventRecord,
  record: PublishedRecord,
  { oldDate, date }: { readonly oldDate: number | null; readonly date: number | null },
): Partial<Publication> | undefined {
  const { now } = context.state;
  if (oldDate !== null && (oldDate <= now || oldDate === date)) return undefined;
  if (record.status === 'draft' || record.status === 'pending') {
    const isAllowed = record.author === event.author || canEdit(context, record);
    return oldDate === null && date !== null && isAllowed ? { status: 'publish', publishedAt: date } : undefined;
  }
  if (record.status !== 'publish' || (record.publishedAt ?? 0) <= now) return undefined;
  const otherDates = recordsOf(context.state, 'event')
    .filter((other) => other !== event && linkedOf(other).has(record))
    .flatMap((other) => publicationDate(other) ?? []);
  if (![oldDate, ...otherDates].includes(record.publishedAt)) return undefined;
  const scheduled = [...(date === null ? [] : [date]), ...otherDates.filter((otherDate) => otherDate > now)];
  const dates = scheduled.length > 0 ? scheduled : otherDates;
  if (dates.length === 0) return { status: 'draft', publishedAt: null };
  const publishedAt = Math.min(...dates);
  return publishedAt === record.publishedAt ? undefined : { publishedAt };
}

/** 6.8: whether an event is published or scheduled, so that venues and organizers created with it are published too. */
export const isPublished = (context: ModelContext, record: PublishedRecord): boolean =>
  record.trashedAt === null && ['publish', 'future'].includes(activeStatus(context, record));
