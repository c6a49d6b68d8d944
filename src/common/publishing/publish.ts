import { parameterError } from '../errors/api-error.js';
import { resolveInstant, type ParsedDateTime } from '../time/parse-date-time.js';
import type { Status, StoredStatus } from './publishing.columns.js';

/** What a create or update says of publication. */
export interface SentPublication {
  readonly status?: Status | null | undefined;
  readonly date?: ParsedDateTime | null | undefined;
  readonly date_utc?: ParsedDateTime | null | undefined;
  readonly author?: number | null | undefined;
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
 * @param zone the zone in which a `date` without offset is read.
 */
export function publish(record: Publishable, sent: SentPublication, now: Date, zone: string): void {
  if (sent.author !== undefined) record.authorId = sent.author;
  if (sent.status === 'trash') record.trashedAt ??= now;
  else if (sent.status) {
    record.status = sent.status === 'future' ? 'publish' : sent.status;
    record.trashedAt = null;
  }
  const date = publicationDate(record, sent, zone);
  if (date !== undefined && date?.getTime() !== record.publishedAt?.getTime()) record.publishedAt = date;
  if (record.status === 'publish') record.publishedAt ??= new Date(Math.trunc(now.getTime() / 1000) * 1000);
}

/** Either parameter gives the other; one that says what is stored already counts as not sent. */
function publicationDate({ publishedAt }: Publishable, sent: SentPublication, zone: string): Date | null | undefined {
  const stored = publishedAt?.getTime();
  const local = instantOf(sent.date, zone);
  const utc = instantOf(sent.date_utc, 'UTC');
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

function instantOf(date: ParsedDateTime | null | undefined, zone: string): Date | null | undefined {
  return date ? new Date(resolveInstant(date, zone) * 1000) : date;
}
