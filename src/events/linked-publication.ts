import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock } from '../kernel/time/clock.js';
import { ORGANIZERS } from '../organizers/organizer.resource.js';
import { sqlClockTimestamp } from '../persistence/client/sql-now.js';
import type { WriteScope } from '../persistence/transactions/run-in-transaction.js';
import { RecordWriter } from '../records/crud/record-writer.js';
import {
  isPublishedOrScheduled,
  type PublicationChange,
  type PublicationColumns,
} from '../records/publishing/publication.js';
import { VENUES } from '../venues/venue.resource.js';
import type { ResolvedLinks } from './event-links.js';
import type { CalendarEvent } from './event.entity.js';
import type { EventRow } from './event.select.js';
import { isKept, newlyPublished, rescheduled, type LinkDates, type OtherEvents } from './linked-publication-changes.js';

const TYPES = { venue: VENUES, organizer: ORGANIZERS } as const;
const MEMBERS = ['venue', 'organizer'] as const;

/** A linked venue or organizer. */
interface PublishableLink {
  readonly member: keyof typeof TYPES;
  readonly id: number;
}

/** An event before a write. */
export interface EventBefore {
  /** The publication date if the event is published or scheduled. */
  readonly date: Date | null;
  /** Whether that date is in the future, so that records can follow the event. */
  readonly isScheduled: boolean;
  /** Its draft, pending and scheduled venues and organizers. Empty unless it is scheduled, or public and its links are sent. */
  readonly unpublished: readonly PublishableLink[];
}

const NEW_EVENT: EventBefore = { date: null, isScheduled: false, unpublished: [] };

/** An event after a write. */
type EventAfter = Pick<CalendarEvent, 'id' | 'authorId'> & Pick<EventBefore, 'date'>;

interface EventWrite {
  readonly before: EventBefore;
  readonly after: EventAfter;
  /** Links to records that are not public now, without those that were created with the event. */
  readonly unpublished: readonly PublishableLink[];
}

/**
 * Publishes the venues and organizers of an event with it. A record that is scheduled with the date of an event follows that event until
 * the date has passed.
 *
 * Every record is locked before it and its other events are read, so that concurrent writes of its events take turns.
 */
@Injectable()
export class LinkedPublication {
  constructor(
    private readonly writer: RecordWriter,
    private readonly clock: Clock,
  ) {}

  /** Reads the state of an event before a write, for {@link follow}. */
  async before(
    { em }: WriteScope,
    event: CalendarEvent,
    input: { readonly venue?: unknown; readonly organizer?: unknown } = {},
  ): Promise<EventBefore> {
    const date = publicationDateOf(event);
    const isScheduled = date !== null && date.getTime() > this.clock.now();
    const isRelevant = isScheduled || (date !== null && hasLinks(input));
    return { date, isScheduled, unpublished: isRelevant ? await this.findUnpublished(em, event.id) : [] };
  }

  /**
   * Publishes the existing records that a new event links.
   * @param row the event as the caller reads it, which spares a statement
   * @returns whether any may have changed
   */
  async publish(
    scope: WriteScope,
    event: CalendarEvent,
    row: Pick<EventRow, PublishableLink['member']>,
    { created }: ResolvedLinks,
  ): Promise<boolean> {
    const unpublished = MEMBERS.flatMap((member) =>
      row[member].flatMap(({ id, status, is_due: isDue }) =>
        (status === 'publish' && isDue) || created[member].has(id) ? [] : [{ member, id }],
      ),
    );
    const date = publicationDateOf(event);
    if (date === null || unpublished.length === 0) return false;
    const { id, authorId } = event;
    await this.changeLinked(scope, { before: NEW_EVENT, after: { id, authorId, date }, unpublished });
    return true;
  }

  /**
   * Publishes, reschedules or withdraws the linked records after an update of their event, or its move to the trash. Records that were
   * created by the update are left out: they have their status already.
   */
  async follow(scope: WriteScope, event: CalendarEvent, before: EventBefore, links?: ResolvedLinks): Promise<void> {
    const { id, authorId } = event;
    const date = publicationDateOf(event);
    const mayHaveNewLinks = date !== null && (before.date === null || (links !== undefined && hasLinks(links.ids)));
    if (!mayHaveNewLinks && date?.getTime() === before.date?.getTime()) return;
    const all = mayHaveNewLinks ? await this.findUnpublished(scope.em, id) : before.unpublished;
    const unpublished = all.filter((link) => !links?.created[link.member].has(link.id));
    await this.changeLinked(scope, { before, after: { id, authorId, date }, unpublished });
  }

  /** Withdraws the linked records of an event that was deleted permanently. */
  async withdraw(scope: WriteScope, { id, authorId }: CalendarEvent, before: EventBefore): Promise<void> {
    await this.changeLinked(scope, { before, after: { id, authorId, date: null }, unpublished: [] });
  }

  private async changeLinked({ em, context }: WriteScope, write: EventWrite): Promise<void> {
    const scope = { em: em.fork({ keepTransactionContext: true }), context };
    for (const link of inLockOrder([...write.before.unpublished, ...write.unpublished])) {
      const decide = (record: PublicationColumns) => this.changeOf(scope, link, record, write);
      await (link.member === 'venue'
        ? this.writer.changePublication(VENUES, scope, link.id, decide)
        : this.writer.changePublication(ORGANIZERS, scope, link.id, decide));
    }
  }

  /** The change of a locked record. `undefined` if it stays as it is. */
  private async changeOf(
    { em, context: { principal } }: WriteScope,
    link: PublishableLink,
    record: PublicationColumns,
    { before, after, unpublished }: EventWrite,
  ): Promise<PublicationChange | undefined> {
    const dates: LinkDates = {
      before: includesLink(before.unpublished, link) ? before.date : null,
      after: includesLink(unpublished, link) ? after.date : null,
    };
    if (isKept(principal, record, dates, { ...after, wasScheduled: before.isScheduled })) return undefined;
    return record.status === 'publish'
      ? rescheduled(record, dates, await this.readOtherEvents(em, link, after.id))
      : newlyPublished(record, dates);
  }

  private async findUnpublished(em: EntityManager, eventId: number): Promise<readonly PublishableLink[]> {
    const now = this.writer.nowSql;
    const queries = MEMBERS.map((member) => {
      const { kind } = TYPES[member];
      return sql`
        select ${sql.lit(member)} as member, record.id
        from ${sql.table(`event_${kind.plural}`)} as link
          join ${sql.table(kind.table)} as record on record.id = ${sql.ref(`link.${kind.foreignKey}`)}
        where link.event_id = ${eventId} and record.trashed_at is null and record.status <> 'private'
          and (record.status <> 'publish' or record.published_at > ${now})`;
    });
    return (await sql<PublishableLink>`${sql.join(queries, sql` union all `)}`.execute(em.getKysely())).rows;
  }

  private async readOtherEvents(
    em: EntityManager,
    { member, id }: PublishableLink,
    eventId: number,
  ): Promise<OtherEvents | undefined> {
    const { plural, table, foreignKey } = TYPES[member].kind;
    const now = sqlClockTimestamp(this.clock);
    const { rows } = await sql<OtherEvents>`
      select record.published_at > ${now} as is_scheduled,
        coalesce(bool_or(event.published_at = record.published_at), false) as have_its_date,
        extract(epoch from min(event.published_at) filter (where event.published_at > ${now}))::float8 as first_scheduled,
        extract(epoch from min(event.published_at))::float8 as first_published
      from ${sql.table(table)} as record
        left join ${sql.table(`event_${plural}`)} as link
          on ${sql.ref(`link.${foreignKey}`)} = record.id and link.event_id <> ${eventId}
        left join events as event on event.id = link.event_id and event.status = 'publish' and event.trashed_at is null
      where record.id = ${id} group by record.id`.execute(em.getKysely());
    return rows[0];
  }
}

const publicationDateOf = (event: CalendarEvent): Date | null =>
  isPublishedOrScheduled(event) ? (event.publishedAt ?? null) : null;

const hasLinks = ({ venue, organizer }: { readonly venue?: unknown; readonly organizer?: unknown }): boolean =>
  venue !== undefined || organizer !== undefined;

const includesLink = (links: readonly PublishableLink[], link: PublishableLink): boolean =>
  links.some((each) => isSameLink(each, link));

const isSameLink = (one: PublishableLink, other: PublishableLink): boolean =>
  one.member === other.member && one.id === other.id;

/** Each link once: venues before organizers, in the order of their ids. Every transaction locks them in this order. */
const inLockOrder = (links: readonly PublishableLink[]): PublishableLink[] =>
  links
    .filter((link, index) => links.findIndex((each) => isSameLink(each, link)) === index)
    .toSorted((one, other) => other.member.localeCompare(one.member) || one.id - other.id);
