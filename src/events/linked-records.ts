import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { CategoriesService } from '../categories/categories.service.js';
import type { RequestContext } from '../common/http/request-context.js';
import type { SentPublication } from '../common/publishing/publish.js';
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
   * The ids of what is sent; `undefined` and `null` stay what they are. One kind after another, always in this order:
   * transactions that bring the same new names never wait for each other in a circle.
   */
  async idsOf(
    em: EntityManager,
    context: RequestContext,
    event: CalendarEvent,
    { venue, organizer, categories, tags }: UpdateEventDto,
  ): Promise<LinkedIds> {
    // New records are flushed on their own, the event not being complete yet.
    const own = em.fork({ keepTransactionContext: true });
    return {
      venue: venue && (await this.venues.findOrCreate(own, context, venue.map(publishedWith(event)))),
      organizer: organizer && (await this.organizers.findOrCreate(own, context, organizer.map(publishedWith(event)))),
      categories: categories && (await this.categories.findOrCreate(own, context, categories)),
      tags: tags && (await this.tags.findOrCreate(own, context, tags)),
    };
  }
}

/** A record that comes with a published event is published with it, else a draft, unless it says something else. */
const publishedWith =
  ({ status, publishedAt }: CalendarEvent) =>
  <Sent extends SentPublication>(sent: SentLink<Sent>): SentLink<Sent> => {
    if (typeof sent === 'number') return sent;
    const own = sent.status ?? (status === 'publish' ? 'publish' : 'draft');
    const dated = sent.date ?? sent.date_utc;
    const date = dated || own !== 'publish' || status !== 'publish' || !publishedAt ? sent.date : instant(publishedAt);
    return { ...sent, status: own, date };
  };

const instant = (date: Date): ParsedDateTime => ({ kind: 'instant', epochSeconds: date.getTime() / 1000 });
