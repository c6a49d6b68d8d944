import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ApiError } from '../kernel/errors/api-error.js';
import { reportTogether } from '../kernel/errors/report-together.js';
import type { RecordKey } from '../kernel/context/record-key.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { isPublished } from '../records/publishing/publish.js';
import { EVENT } from '../kinds/kinds.js';
import { RecordStore } from '../records/crud/record-store.js';
import { fateOf, type RemoveRecordQuery } from '../records/publishing/remove-record.query.js';
import { storeNew } from '../persistence/transactions/store-new.js';
import { ViewBuilder } from '../records/views/view-builder.js';
import { TextWriter } from '../records/translations/text-writer.js';
import type { CreateEventDto } from './dto/create-event.dto.js';
import type { EventView } from './dto/event.view.js';
import type { UpdateEventDto } from './dto/update-event.dto.js';
import { writeEventFacts } from './event-facts.js';
import { linkEvent, orGone, tellLinks } from './event-links.js';
import { adoptEvent, beginAdoption } from './event-parent.js';
import { scheduleEvent } from './event-schedule.js';
import { EventReader } from './event-reader.js';
import { EVENT_TEXTS, writePassword } from './event-texts.js';
import { CalendarEvent } from './event.entity.js';
import { imagesOf, LinkedRecords, type Linked } from './linked-records.js';

/** What is sent of an event, its password hashed. */
type Sent<Input> = Input & { readonly passwordHash: string | null | undefined };

/** Writes events, with all that they bring along, within a transaction. */
@Injectable()
export class EventWriter {
  constructor(
    private readonly records: RecordStore,
    private readonly texts: TextWriter,
    private readonly views: ViewBuilder,
    private readonly linked: LinkedRecords,
    private readonly reader: EventReader,
  ) {}

  /** Stores a new event, and reads it. */
  async create(em: EntityManager, context: RequestContext, input: Sent<CreateEventDto>): Promise<EventView> {
    await beginAdoption(em, input.post_parent);
    await this.records.rememberImages(em, context, imagesOf(input));
    const slug = this.texts.wantedSlug(EVENT, input.slug, input.title);
    const [fresh] = await this.records.fresh(em, EVENT, context, [input], [slug]);
    // Unlike em.create, this leaves the times to be written like those of an update.
    const event = Object.assign(new CalendarEvent(), fresh?.columns);
    em.persist(event);
    const created = await this.write(em, context, event, input, fresh?.slug);
    await this.records.writes.beforeNew(em, context);
    tellLinks(em, event);
    await storeNew(em).catch((error: unknown) => {
      throw orGone(error, input);
    });
    return isPublished(event) ? this.readPublished(em, context, event, created) : this.read(em, context, event);
  }

  /** Writes what is sent into an event that the requester may edit, and reads it. */
  async update(
    em: EntityManager,
    context: RequestContext,
    key: RecordKey,
    input: Sent<UpdateEventDto>,
  ): Promise<EventView> {
    await beginAdoption(em, input.post_parent);
    const event = await this.records.lock(em, context, CalendarEvent, EVENT, key);
    await this.records.rememberImages(em, context, imagesOf(input));
    const wasPublished = isPublished(event);
    const created = await this.write(em, context, event, input);
    await this.records.save(em, context, EVENT, event);
    const isPublication = isPublished(event) && !wasPublished;
    return isPublication ? this.readPublished(em, context, event, created) : this.read(em, context, event);
  }

  /** Puts an event into the trash, deletes it for good, or takes a translation away: what is left of it, or the last there was. */
  async remove(
    em: EntityManager,
    context: RequestContext,
    key: RecordKey,
    query: RemoveRecordQuery,
  ): Promise<EventView> {
    const fate = fateOf(query);
    const event = await this.records.lock(em, context, CalendarEvent, EVENT, key, fate);
    const last = fate === 'erased' ? await this.read(em, context, event) : undefined;
    if (!fate) {
      await this.texts.remove(em, EVENT_TEXTS, event, context.language);
      this.records.review(context.principal, event);
    } else if (last) await this.records.erase(em, EVENT, event);
    else await this.records.trash(em, event);
    await this.records.save(em, context, EVENT, event);
    return last ?? this.read(em, context, event);
  }

  /**
   * Whether the requester may edit the event that an address names.
   * @returns its id
   * @throws {ApiError} `event_not_found`, `forbidden`
   */
  async assertEditable(em: EntityManager, context: RequestContext, key: RecordKey): Promise<number> {
    const event = await this.reader.find(em, context, key);
    if (!event) throw new ApiError('event_not_found');
    await this.records.assertEditable(em, context.principal, EVENT, event.id);
    return event.id;
  }

  /** @returns what was created along with the event */
  private async write(
    em: EntityManager,
    context: RequestContext,
    event: CalendarEvent,
    input: Sent<UpdateEventDto>,
    takenSlug?: string,
  ): Promise<Linked['created']> {
    const before = event.timezone ?? this.records.timezone;
    const readable = this.records.readableIds(em, context);
    const texts = { title: input.title, description: input.description, excerpt: input.excerpt, slug: input.slug };
    await reportTogether([
      () => scheduleEvent(event, input, this.records.timezone),
      () => this.records.publish(em, context, event, input, { before, after: event.timezone ?? before }),
      () =>
        writeEventFacts(
          event,
          input,
          this.views,
          this.records.additions.searchedTexts(EVENT, event.customFields ?? {}),
        ),
      () => adoptEvent(em, event, input.post_parent, readable),
      () => this.texts.write(em, EVENT_TEXTS, event, context.language, texts, takenSlug),
      () => writePassword(em, event, input.passwordHash),
    ]);
    const { ids, created } = await this.linked.findOrCreate(em, context, event, input);
    await linkEvent(em, event, input, ids, readable);
    await this.records.additions.write(em, context, EVENT, event, input);
    return created;
  }

  private async read(em: EntityManager, context: RequestContext, { id }: { id: number }): Promise<EventView> {
    return this.reader.whole(context, await this.reader.find(em, context, { id }));
  }

  /** Reads an event that has been published, or scheduled, now; with the drafts that are published along with it, which that shows. */
  private async readPublished(
    em: EntityManager,
    context: RequestContext,
    { id }: { id: number },
    created: Linked['created'],
  ): Promise<EventView> {
    const event = await this.reader.find(em, context, { id });
    const isChanged = event !== undefined && (await this.linked.publishDrafts(em, context, event, created));
    return isChanged ? this.read(em, context, { id }) : this.reader.whole(context, event);
  }
}
