import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { CategoriesService } from '../categories/categories.service.js';
import type { RequestContext } from '../common/http/request-context.js';
import type { SentImage } from '../common/images/image.field.js';
import type { SentPublication } from '../common/publishing/publish.js';
import { PREPARED } from '../common/statements/prepared.js';
import type { ParsedDateTime } from '../common/time/parse-date-time.js';
import type { SentLink } from '../common/validation/link-fields.js';
import { OrganizersService } from '../organizers/organizers.service.js';
import { TagsService } from '../tags/tags.service.js';
import { VenuesService } from '../venues/venues.service.js';
import type { UpdateEventDto } from './dto/update-event.dto.js';
import type { LinkedIds } from './event-links.js';
import type { CalendarEvent } from './event.entity.js';

/** Finds the records that an event links, and creates those that it brings along. */
@Injectable()
export class LinkedRecords {
  constructor(
    private readonly venues: VenuesService,
    private readonly organizers: OrganizersService,
    private readonly categories: CategoriesService,
    private readonly tags: TagsService,
  ) {}

  /**
   * The ids of what is sent; `undefined` and `null` stay what they are. One kind after another, always in this order, in
   * which transactions that bring the same new names then wait for each other.
   */
  async idsOf(
    em: EntityManager,
    context: RequestContext,
    event: CalendarEvent,
    { venue, organizer, categories, tags }: UpdateEventDto,
  ): Promise<LinkedIds> {
    // New records are flushed on their own: the links of the event, which is not complete without them, come after.
    const own = em.fork({ keepTransactionContext: true });
    return {
      venue: venue && (await this.venues.findOrCreate(own, context, venue.map(publishedWith(event)))),
      organizer: organizer && (await this.organizers.findOrCreate(own, context, organizer.map(publishedWith(event)))),
      categories: categories && (await this.categories.findOrCreate(own, context, categories)),
      tags: tags && (await this.tags.findOrCreate(own, context, tags)),
    };
  }

  /**
   * Publishes the drafts of an event's own author that it is linked to, now that it is published itself, with its date. One that was
   * created along with it as a draft is to stay one.
   * @param sent of a new event: without places there is nothing to look for
   */
  async publishDrafts(
    em: EntityManager,
    context: RequestContext,
    { id, authorId, publishedAt }: CalendarEvent,
    sent?: UpdateEventDto,
  ): Promise<void> {
    if (!authorId || !publishedAt || (sent && !sent.venue && !sent.organizer)) return;
    const drafts = await linkedDrafts(em, id, authorId);
    const publication = { status: 'publish', date_utc: instant(publishedAt) } as const;
    const own = em.fork({ keepTransactionContext: true });
    for (const draft of drafts) await this[draft.table].publish(own, context, draft.id, publication);
  }
}

interface Draft {
  readonly table: 'venues' | 'organizers';
  readonly id: number;
}

/** In the order in which records are locked: one kind after the other, by their ids. */
async function linkedDrafts(em: EntityManager, eventId: number, authorId: number): Promise<readonly Draft[]> {
  const ofTable = (table: Draft['table'], link: string) => sql`
    select ${sql.lit(table)} as "table", place.id from ${sql.table(`event_${table}`)} as link
    join ${sql.table(table)} as place on place.id = link.${sql.ref(link)}
    where link.event_id = ${eventId} and place.author_id = ${authorId} and place.status = 'draft'
      and place.trashed_at is null and place.xmin <> pg_current_xact_id()::xid`;
  const { rows } = await sql<Draft>`
    ${PREPARED} ${ofTable('venues', 'venue_id')} union all ${ofTable('organizers', 'organizer_id')}
    order by 1 desc, 2`.execute(em.getKysely());
  return rows;
}

/** The images that an event shows, and those of what it brings along. */
export function imagesOf({ image, venue, organizer }: UpdateEventDto): (SentImage | null | undefined)[] {
  const places = [...(venue ?? []), ...(organizer ?? [])];
  return [image, ...places.map((place) => (typeof place === 'number' ? undefined : place.image))];
}

/**
 * A record that comes with a published event is published with it, else a draft, unless it says something else. An
 * event in the trash is not published.
 */
const publishedWith =
  ({ status, publishedAt, trashedAt }: CalendarEvent) =>
  <Sent extends SentPublication>(sent: SentLink<Sent>): SentLink<Sent> => {
    if (typeof sent === 'number') return sent;
    const date = status === 'publish' && !trashedAt ? publishedAt : undefined;
    const own = sent.status ?? (date ? 'publish' : 'draft');
    const takesDate = date && (own === 'publish' || own === 'future') && !sent.date && !sent.date_utc;
    return { ...sent, status: own, ...(takesDate ? { date: instant(date) } : {}) };
  };

const instant = (date: Date): ParsedDateTime => ({ kind: 'instant', epochSeconds: date.getTime() / 1000 });
