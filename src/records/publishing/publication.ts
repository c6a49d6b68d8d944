import { hasPrivilege } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import { parameterError } from '../../kernel/errors/api-error.js';
import { epochToLocal, isSupportedInstant } from '../../kernel/time/local-time.js';
import { resolveEpochSeconds, type ParsedDateTime } from '../../kernel/time/parse-date-time.js';
import type { Rule } from '../../kernel/schema/rules.js';
import type { Status, StoredStatus } from './publishing.columns.js';

/** The fields of a create or update that affect publication. */
export interface PublicationInput {
  readonly status?: Status | null | undefined;
  readonly date?: ParsedDateTime | null | undefined;
  readonly date_utc?: ParsedDateTime | null | undefined;
  readonly author?: number | null | undefined;
}

export interface TimeZoneChange {
  readonly before: string;
  readonly after: string;
}

/** The columns that {@link applyPublication} writes. */
export interface PublicationColumns {
  status: StoredStatus;
  trashedAt?: Date | null | undefined;
  publishedAt?: Date | null | undefined;
  authorId?: number | null | undefined;
}

/** A new status and publication date. */
export type PublicationChange = Pick<PublicationColumns, 'status' | 'publishedAt'>;

/**
 * Writes author, status and publication date of a record. Any status except `trash` restores a record from the trash. A
 * record that is published without a date gets the current time, but `future` needs a date.
 * @param zones time zones of a `date` without offset: `before` if it repeats the stored date, else `after`
 */
export function applyPublication(
  record: PublicationColumns,
  input: PublicationInput,
  now: Date,
  zones: TimeZoneChange,
): void {
  if (input.author !== undefined) record.authorId = input.author;
  if (input.status) applyStatus(record, input.status, now);
  const date = resolvePublicationDate(record, input, zones);
  if (date !== undefined) record.publishedAt = date;
  if (input.status === 'future' && !record.publishedAt) throw parameterError({ date: { key: 'validation.required' } });
  if (record.status === 'publish') record.publishedAt ??= new Date(Math.trunc(now.getTime() / 1000) * 1000);
}

function applyStatus(record: PublicationColumns, status: NonNullable<PublicationInput['status']>, now: Date): void {
  if (status === 'trash') {
    record.trashedAt ??= now;
  } else {
    record.status = status === 'future' ? 'publish' : status;
    record.trashedAt = null;
  }
}

/** Whether a record is published or scheduled, and not in the trash. */
export const isPublishedOrScheduled = ({ status, trashedAt }: PublicationColumns): boolean =>
  status === 'publish' && !trashedAt;

/** Whether everybody may read a record at the given time. */
export const isPublicAt = (record: PublicationColumns, time: Date): boolean =>
  isPublishedOrScheduled(record) && !!record.publishedAt && record.publishedAt <= time;

/**
 * Restricts the input to what the role permits: only editors set authors, and what contributors publish or make private
 * becomes `pending`.
 */
export function restrictInputToRole(
  principal: Principal,
  record: PublicationColumns,
  input: PublicationInput,
): PublicationInput {
  const author = hasPrivilege(principal, 'assignAuthors') ? input.author : undefined;
  if (hasPrivilege(principal, 'publish')) return { ...input, author };
  const { status } = input;
  const isUnchanged = status === 'private' && record.status === 'private' && !record.trashedAt;
  const needsReview = !isUnchanged && (status === 'publish' || status === 'future' || status === 'private');
  return { ...input, author, status: needsReview ? 'pending' : status };
}

/** Makes a published or scheduled record `pending` if the user may not publish. A record in the trash keeps its status. */
export function setPendingUnlessPublisher(principal: Principal, record: PublicationColumns): void {
  if (isPublishedOrScheduled(record) && !hasPrivilege(principal, 'publish')) record.status = 'pending';
}

/** Checks that `date` and `date_utc` of a create agree. Updates are checked against the stored date. */
export const publicationRule: Rule<PublicationInput & { readonly timezone?: string | null }> = (input, context) => {
  if (context.isCreate)
    resolvePublicationDate({}, input, { before: context.timezone, after: input.timezone ?? context.timezone });
};

/** The new publication date. `undefined` if none is sent. A parameter that repeats the stored date counts as not sent. */
function resolvePublicationDate(
  { publishedAt }: Pick<PublicationColumns, 'publishedAt'>,
  input: PublicationInput,
  zones: TimeZoneChange,
): Date | null | undefined {
  const stored = publishedAt?.getTime();
  const local = isUnchangedDate(input.date, publishedAt, zones.before)
    ? undefined
    : toInstant('date', input.date, zones.after);
  const utc = toInstant('date_utc', input.date_utc, 'UTC');
  const changed = [local, utc].filter((date) => date !== undefined && date?.getTime() !== stored);
  const [first, second] = changed;
  if (second !== undefined && first?.getTime() !== second?.getTime()) {
    throw parameterError({
      date: { key: 'validation.conflicting_dates' },
      date_utc: { key: 'validation.conflicting_dates' },
    });
  }
  return first;
}

/** Compares local times, because a local time in the hour that a clock change repeats is ambiguous. */
function isUnchangedDate(
  date: ParsedDateTime | null | undefined,
  stored: Date | null | undefined,
  zone: string,
): boolean {
  return date?.kind === 'local' && !!stored && date.local === epochToLocal(stored.getTime() / 1000, zone);
}

function toInstant(name: string, date: ParsedDateTime | null | undefined, zone: string): Date | null | undefined {
  if (!date) return date;
  const epochSeconds = resolveEpochSeconds(date, zone);
  if (!isSupportedInstant(epochSeconds)) throw parameterError({ [name]: { key: 'validation.date_time' } });
  return new Date(epochSeconds * 1000);
}
