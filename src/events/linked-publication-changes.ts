import { can } from '../kernel/context/permissions.js';
import type { Principal } from '../kernel/context/principal.js';
import type { PublicationChange, PublicationColumns } from '../records/publishing/publication.js';

/** The publication date of an event before and after a write. `null` if it is not published or scheduled, or does not link the record. */
export interface LinkDates {
  readonly before: Date | null;
  readonly after: Date | null;
}

/** A record and the events that link it, except the one that is being written. Times are in seconds since 1970. */
export interface OtherEvents {
  /** Whether the record is scheduled: its date has not passed. */
  readonly is_scheduled: boolean;
  /** Whether a published or scheduled event has the date of the record. */
  readonly have_its_date: boolean;
  readonly first_scheduled: number | null;
  readonly first_published: number | null;
}

/**
 * Whether a write of an event leaves a linked record as it is: the record is in the trash; or the event linked it
 * before, and was public or keeps its date; or the record would be newly published, has another author, and the caller
 * may not publish it.
 */
export function isKept(
  principal: Principal,
  { trashedAt, authorId = null }: PublicationColumns,
  { before, after }: LinkDates,
  event: Pick<PublicationColumns, 'authorId'> & { readonly wasScheduled: boolean },
): boolean {
  if (trashedAt) return true;
  if (before) return !event.wasScheduled || before.getTime() === after?.getTime();
  return authorId !== (event.authorId ?? null) && !can(principal, 'edit', { authorId, isPublic: false });
}

/** Publishes a draft or pending record if its event is newly published or scheduled, or newly links it. */
export function newlyPublished(
  { status }: PublicationColumns,
  { before, after }: LinkDates,
): PublicationChange | undefined {
  return status === 'private' || before || !after ? undefined : { status: 'publish', publishedAt: after };
}

/**
 * The change of a record that is scheduled with the date of an event. It is published with the first of its scheduled
 * events. If none is left, it is public if another event that links it is, otherwise it becomes a draft.
 */
export function rescheduled(
  { publishedAt }: PublicationColumns,
  { before, after }: LinkDates,
  others: OtherEvents | undefined,
): PublicationChange | undefined {
  const stored = publishedAt?.getTime();
  if (!others?.is_scheduled || !(before?.getTime() === stored || others.have_its_date)) return undefined;
  const time = firstOf([toEpochSeconds(after), others.first_scheduled]) ?? others.first_published;
  if (time === null) return { status: 'draft', publishedAt: null };
  return time * 1000 === stored ? undefined : { status: 'publish', publishedAt: new Date(time * 1000) };
}

const toEpochSeconds = (date: Date | null): number | null => date && date.getTime() / 1000;

function firstOf(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length > 0 ? Math.min(...known) : null;
}
