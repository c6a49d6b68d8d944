import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { noteNew } from '../common/audit/note-audit.js';
import { reportTogether } from '../common/errors/report-together.js';
import type { RecordKey } from '../common/http/address-parameters.decorator.js';
import type { RequestContext } from '../common/http/request-context.js';
import { isPublished } from '../common/publishing/publish.js';
import { Records } from '../common/records/records.js';
import { storeNew } from '../common/records/store-new.js';
import { ViewBuilder } from '../common/records/view-builder.js';
import { TextWriter, wantedSlug } from '../common/texts/text-writer.js';
import type { CreateEventDto } from './dto/create-event.dto.js';
import type { UpdateEventDto } from './dto/update-event.dto.js';
import { writeEventFacts } from './event-facts.js';
import { linkEvent, orGone } from './event-links.js';
import { adoptEvent, beginAdoption } from './event-parent.js';
import { scheduleEvent } from './event-schedule.js';
import { EVENT_TEXTS, writePassword } from './event-texts.js';
import { CalendarEvent } from './event.entity.js';
import type { EventRow } from './event.select.js';
import { imagesOf, LinkedRecords } from './linked-records.js';

/** What is sent of an event, its password hashed. */
type Sent<Input> = Input & { readonly passwordHash: string | null | undefined };

/** An event that was written, and whether that published, or scheduled, it. */
export interface Written {
  readonly id: number;
  readonly isPublication: boolean;
}

/** Writes events, with all that they bring along, within a transaction. */
@Injectable()
export class EventWriter {
  constructor(
    private readonly records: Records,
    private readonly texts: TextWriter,
    private readonly views: ViewBuilder,
    private readonly linked: LinkedRecords,
  ) {}

  /** Stores a new event. */
  async create(em: EntityManager, context: RequestContext, input: Sent<CreateEventDto>): Promise<Written> {
    await beginAdoption(em, input.post_parent);
    await this.records.rememberImages(em, context, imagesOf(input));
    const slug = wantedSlug(input.slug, input.title);
    const [fresh] = await this.records.fresh(em, 'event', context, [input], [slug]);
    // Unlike em.create, this leaves the times to be written like those of an update.
    const event = Object.assign(new CalendarEvent(), fresh?.columns);
    em.persist(event);
    await this.write(em, context, event, input, fresh?.slug);
    noteNew(em, context);
    await storeNew(em).catch((error: unknown) => {
      throw orGone(error, input);
    });
    return { id: event.id, isPublication: isPublished(event) };
  }

  /** Writes what is sent into an event that the requester may edit. */
  async update(
    em: EntityManager,
    context: RequestContext,
    key: RecordKey,
    input: Sent<UpdateEventDto>,
  ): Promise<Written> {
    await beginAdoption(em, input.post_parent);
    const event = await this.records.lock(em, context, CalendarEvent, 'event', key);
    await this.records.rememberImages(em, context, imagesOf(input));
    const wasPublished = isPublished(event);
    await this.write(em, context, event, input);
    await this.records.save(em, context, 'event', event);
    return { id: event.id, isPublication: isPublished(event) && !wasPublished };
  }

  /** Publishes what waits for the event, see {@link LinkedRecords.publishDrafts}. */
  publishDrafts(em: EntityManager, context: RequestContext, event: EventRow): Promise<boolean> {
    return this.linked.publishDrafts(em, context, event);
  }

  private async write(
    em: EntityManager,
    context: RequestContext,
    event: CalendarEvent,
    input: Sent<UpdateEventDto>,
    takenSlug?: string,
  ): Promise<void> {
    const before = event.timezone ?? this.records.timezone;
    const readable = this.records.readableIds(em, context);
    const texts = { title: input.title, description: input.description, excerpt: input.excerpt, slug: input.slug };
    await reportTogether([
      () => scheduleEvent(event, input, this.records.timezone),
      () => this.records.publish(em, context, event, input, { before, after: event.timezone ?? before }),
      () => writeEventFacts(event, input, this.views),
      () => adoptEvent(em, event, input.post_parent, readable),
      () => this.texts.write(em, EVENT_TEXTS, event, context.language, texts, takenSlug),
      () => writePassword(em, event, input.passwordHash),
    ]);
    await linkEvent(em, event, input, await this.linked.idsOf(em, context, event, input), readable);
  }
}
