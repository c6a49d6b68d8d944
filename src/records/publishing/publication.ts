import { hasPrivilege } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import { parameterError } from '../../kernel/errors/api-error.js';
import { epochToLocal, isSupportedInstant } from '../../kernel/time/local-time.js';
import { resolveInstant, type ParsedDateTime } from '../../kernel/time/parse-date-time.js';
import type { Rule } from '../../kernel/schema/rules.js';
import type { Status, StoredStatus } from './publishing.columns.js';

/** What a create or update says of publication. */
export interface PublicationInput {
  readonly status?: Status | null | undefined;
  readonly date?: ParsedDateTime | null | undefined;
  readonly date_utc?: ParsedDateTime | null | undefined;
  readonly author?: number | null | undefined;
}

/** The zone of a record's wall clocks before and after a write: it differs where an event moves to another. */
export interface TimeZoneChange {
  readonly before: string;
  readonly after: string;
}

/** The columns that {@link applyPublication} writes. */
export interface Publishable {
  status: StoredStatus;
  trashedAt?: Date | null | undefined;
  publishedAt?: Date | null | undefined;
  authorId?: number | null | undefined;
}

/**
 * Writes author, status and publication date of a record. `future` is stored as `publish`: its date tells the rest.
 * A status takes a record out of the trash, except `trash`, which puts it there. A record published without a date
 * gets the present.
 * @param zones the zones in which a `date` without offset was served and is read.
 */
export function applyPublication(record: Publishable, input: PublicationInput, now: Date, zones: TimeZoneChange): void {
  if (input.author !== undefined) record.authorId = input.author;
  if (input.status) applyStatus(record, input.status, now);
  const date = resolvePublicationDate(record, input, zones);
  if (date !== undefined && date?.getTime() !== record.publishedAt?.getTime()) record.publishedAt = date;
  if (record.status === 'publish') record.publishedAt ??= new Date(Math.trunc(now.getTime() / 1000) * 1000);
}

function applyStatus(record: Publishable, status: Status, now: Date): void {
  if (status === 'trash') {
    record.trashedAt ??= now;
    return;
  }
  record.status = status === 'future' ? 'publish' : status;
  record.trashedAt = null;
}

/** Whether a record is published or scheduled, and not in the trash. */
export const isPublished = ({ status, trashedAt }: Publishable): boolean => status === 'publish' && !trashedAt;

/** What somebody may say of publication: who may not make records public asks an editor to, and who is no editor names no author. */
export function restrictToRole(principal: Principal, record: Publishable, input: PublicationInput): PublicationInput {
  const author = hasPrivilege(principal, 'assignAuthors') ? input.author : undefined;
  if (hasPrivilege(principal, 'publish')) return { ...input, author };
  const { status } = input;
  const isUnchanged = status === 'private' && record.status === 'private' && !record.trashedAt;
  const needsReview = !isUnchanged && (status === 'publish' || status === 'future' || status === 'private');
  return { ...input, author, status: needsReview ? 'pending' : status };
}

/** A published record that is changed by a user who may not publish waits for an editor, even if it was only scheduled. */
export function requireReview(principal: Principal, record: Publishable): void {
  if (record.status === 'publish' && !hasPrivilege(principal, 'publish')) record.status = 'pending';
}

/** A new record has no publication date that one of the two could repeat. */
export const publicationRule: Rule<PublicationInput & { readonly timezone?: string | null }> = (input, context) => {
  if (context.isCreate)
    resolvePublicationDate({}, input, { before: context.timezone, after: input.timezone ?? context.timezone });
};

/** Either parameter gives the other; one that says what is stored already counts as not sent. */
function resolvePublicationDate(
  { publishedAt }: Pick<Publishable, 'publishedAt'>,
  input: PublicationInput,
  zones: TimeZoneChange,
): Date | null | undefined {
  const stored = publishedAt?.getTime();
  const local = isUnchanged(input.date, publishedAt, zones.before)
    ? undefined
    : toInstant('date', input.date, zones.after);
  const utc = toInstant('date_utc', input.date_utc, 'UTC');
  const changed = [local, utc].filter((date) => date !== undefined && (date?.getTime() ?? undefined) !== stored);
  const [first, second] = changed;
  if (second !== undefined && first?.getTime() !== second?.getTime()) {
    throw parameterError({
      date: { key: 'validation.conflicting_dates' },
      date_utc: { key: 'validation.conflicting_dates' },
    });
  }
  return first;
}

/** Compared as written: in the hour that comes twice a wall clock would not tell which instant it is. */
function isUnchanged(date: ParsedDateTime | null | undefined, stored: Date | null | undefined, zone: string): boolean {
  return date?.kind === 'local' && !!stored && date.local === epochToLocal(stored.getTime() / 1000, zone);
}

function toInstant(name: string, date: ParsedDateTime | null | undefined, zone: string): Date | null | undefined {
  if (!date) return date;
  const epochSeconds = resolveInstant(date, zone);
  if (!isSupportedInstant(epochSeconds)) throw parameterError({ [name]: { key: 'validation.date_time' } });
  return new Date(epochSeconds * 1000);
}
