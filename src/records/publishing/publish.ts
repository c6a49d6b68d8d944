import { may } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import { parameterError } from '../../kernel/errors/api-error.js';
import { epochToLocal, isKnownInstant } from '../../kernel/time/local-time.js';
import { resolveInstant, type ParsedDateTime } from '../../kernel/time/parse-date-time.js';
import type { Rule } from '../../kernel/schema/rules.js';
import type { Status, StoredStatus } from './publishing.columns.js';

/** What a create or update says of publication. */
export interface SentPublication {
  readonly status?: Status | null | undefined;
  readonly date?: ParsedDateTime | null | undefined;
  readonly date_utc?: ParsedDateTime | null | undefined;
  readonly author?: number | null | undefined;
}

/** The zone of a record's wall clocks before and after a write: it differs where an event moves to another. */
export interface Zones {
  readonly before: string;
  readonly after: string;
}

/** The columns that {@link publish} writes. */
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
export function publish(record: Publishable, sent: SentPublication, now: Date, zones: Zones): void {
  if (sent.author !== undefined) record.authorId = sent.author;
  if (sent.status === 'trash') record.trashedAt ??= now;
  else if (sent.status) {
    record.status = sent.status === 'future' ? 'publish' : sent.status;
    record.trashedAt = null;
  }
  const date = publicationDate(record, sent, zones);
  if (date !== undefined && date?.getTime() !== record.publishedAt?.getTime()) record.publishedAt = date;
  if (record.status === 'publish') record.publishedAt ??= new Date(Math.trunc(now.getTime() / 1000) * 1000);
}

/** Whether a record is published or scheduled, and not in the trash. */
export const isPublished = ({ status, trashedAt }: Publishable): boolean => status === 'publish' && !trashedAt;

/** What somebody may say of publication: who may not make records public asks an editor to, and who is no editor names no author. */
export function asAllowed(principal: Principal, record: Publishable, sent: SentPublication): SentPublication {
  const author = may(principal, 'nameAuthors') ? sent.author : undefined;
  if (may(principal, 'publish')) return { ...sent, author };
  const { status } = sent;
  const isAsServed = status === 'private' && record.status === 'private' && !record.trashedAt;
  const asks = !isAsServed && (status === 'publish' || status === 'future' || status === 'private');
  return { ...sent, author, status: asks ? 'pending' : status };
}

/** A new record has no publication date that one of the two could repeat. */
export const publicationRule: Rule<SentPublication & { readonly timezone?: string | null }> = (sent, facts) => {
  if (facts.creates) publicationDate({}, sent, { before: facts.timezone, after: sent.timezone ?? facts.timezone });
};

/** Either parameter gives the other; one that says what is stored already counts as not sent. */
function publicationDate(
  { publishedAt }: Pick<Publishable, 'publishedAt'>,
  sent: SentPublication,
  zones: Zones,
): Date | null | undefined {
  const stored = publishedAt?.getTime();
  const local = isAsServed(sent.date, publishedAt, zones.before)
    ? undefined
    : instantOf('date', sent.date, zones.after);
  const utc = instantOf('date_utc', sent.date_utc, 'UTC');
  const changed = [local, utc].filter((date) => date !== undefined && (date?.getTime() ?? undefined) !== stored);
  const [first, second] = changed;
  if (second !== undefined && first?.getTime() !== second?.getTime()) {
    throw parameterError({
      date: { key: 'validation.dates_contradict' },
      date_utc: { key: 'validation.dates_contradict' },
    });
  }
  return first;
}

/** Compared as written: in the hour that comes twice a wall clock would not tell which instant it is. */
function isAsServed(date: ParsedDateTime | null | undefined, stored: Date | null | undefined, zone: string): boolean {
  return date?.kind === 'local' && !!stored && date.local === epochToLocal(stored.getTime() / 1000, zone);
}

function instantOf(name: string, date: ParsedDateTime | null | undefined, zone: string): Date | null | undefined {
  if (!date) return date;
  const epochSeconds = resolveInstant(date, zone);
  if (!isKnownInstant(epochSeconds)) throw parameterError({ [name]: { key: 'validation.date_time' } });
  return new Date(epochSeconds * 1000);
}
