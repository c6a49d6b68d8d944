import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ApiError } from '../kernel/errors/api-error.js';
import { collectErrors } from '../kernel/errors/collect-errors.js';
import type { RecordKey } from '../kernel/context/record-key.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { isPublished } from '../records/publishing/publication.js';
import { EVENT } from '../kinds/kinds.js';
import { RecordStore } from '../records/crud/record-store.js';
import { deletionModeOf, type RemoveRecordQuery } from '../records/publishing/remove-record.query.js';
import { bulkInsert } from '../persistence/transactions/bulk-insert.js';
import { ViewBuilder } from '../records/views/view-builder.js';
import { TranslationWriter } from '../records/translations/translation-writer.js';
import type { CreateEventDto } from './dto/create-event.dto.js';
import type { EventView } from './dto/event.view.js';
import type { UpdateEventDto } from './dto/update-event.dto.js';
import { applyEventFields } from './apply-event-fields.js';
import { linkEvent, mapForeignKeyError, syncLinkVisibility } from './event-links.js';
import { setEventParent, lockEventHierarchy } from './event-parent.js';
import { applySchedule } from './event-schedule.js';
import { EventReader } from './event-reader.js';
import { EVENT_TRANSLATIONS, setPassword } from './event-translations.js';
import { CalendarEvent } from './event.entity.js';
import { imageInputsOf, LinkedRecords, type ResolvedLinks } from './linked-records.js';

/** What is sent of an event, its password hashed. */
type WithPasswordHash<Input> = Input & { readonly passwordHash: string | null | undefined };

/** Writes events, with all that they bring along, within a transaction. */
@Injectable()
export class EventWriter {
  constructor(
    private readonly store: RecordStore,
    private readonly translations: TranslationWriter,
    private readonly views: ViewBuilder,
    private readonly linkedRecords: LinkedRecords,
    private readonly reader: EventReader,
  ) {}

  /** Stores a new event, and reads it. */
  async create(
    em: EntityManager,
    context: RequestContext,
    input: WithPasswordHash<CreateEventDto>,
  ): Promise<EventView> {
    await lockEventHierarchy(em, input.post_parent);
    await this.store.storeImages(em, context, imageInputsOf(input));
    const slug = this.translations.preferredSlug(EVENT, input.slug, input.title);
    const [prepared] = await this.store.withDefaults(em, EVENT, context, [input], [slug]);
    // Unlike em.create, this leaves the times to be written like those of an update.
    const event = Object.assign(new CalendarEvent(), prepared?.columns);
    em.persist(event);
    const created = await this.write(em, context, event, input, prepared?.slug);
    await this.store.sideEffects.beforeInsert(em, context);
    syncLinkVisibility(em, event);
    await bulkInsert(em).catch((error: unknown) => {
      throw mapForeignKeyError(error, input);
    });
    return isPublished(event) ? this.readAfterPublishing(em, context, event, created) : this.read(em, context, event);
  }

  /** Writes what is sent into an event that the requester may edit, and reads it. */
  async update(
    em: EntityManager,
    context: RequestContext,
    key: RecordKey,
    input: WithPasswordHash<UpdateEventDto>,
  ): Promise<EventView> {
    await lockEventHierarchy(em, input.post_parent);
    const event = await this.store.lock(em, context, CalendarEvent, EVENT, key);
    await this.store.storeImages(em, context, imageInputsOf(input));
    const wasPublished = isPublished(event);
    const created = await this.write(em, context, event, input);
    await this.store.save(em, context, EVENT, event);
    const isNewlyPublished = isPublished(event) && !wasPublished;
    return isNewlyPublished ? this.readAfterPublishing(em, context, event, created) : this.read(em, context, event);
  }

  /** Puts an event into the trash, deletes it for good, or takes a translation away: what is left of it, or the last there was. */
  async remove(
    em: EntityManager,
    context: RequestContext,
    key: RecordKey,
    query: RemoveRecordQuery,
  ): Promise<EventView> {
    const deletionMode = deletionModeOf(query);
    const event = await this.store.lock(em, context, CalendarEvent, EVENT, key, deletionMode);
    const lastView = deletionMode === 'erased' ? await this.read(em, context, event) : undefined;
    if (!deletionMode) {
      await this.translations.remove(em, EVENT_TRANSLATIONS, event, context.language);
      this.store.requireReview(context.principal, event);
    } else if (lastView) await this.store.deletePermanently(em, EVENT, event);
    else await this.store.trash(em, event);
    await this.store.save(em, context, EVENT, event);
    return lastView ?? this.read(em, context, event);
  }

  /**
   * Whether the requester may edit the event that an address names.
   * @returns its id
   * @throws {ApiError} `event_not_found`, `forbidden`
   */
  async assertEditable(em: EntityManager, context: RequestContext, key: RecordKey): Promise<number> {
    const event = await this.reader.find(em, context, key);
    if (!event) throw new ApiError('event_not_found');
    await this.store.assertEditable(em, context.principal, EVENT, event.id);
    return event.id;
  }

  /** @returns what was created along with the event */
  private async write(
    em: EntityManager,
    context: RequestContext,
    event: CalendarEvent,
    input: WithPasswordHash<UpdateEventDto>,
    takenSlug?: string,
  ): Promise<ResolvedLinks['created']> {
    const previousTimezone = event.timezone ?? this.store.timezone;
    const readable = this.store.readableIdsFor(em, context);
    const translation = {
      title: input.title,
      description: input.description,
      excerpt: input.excerpt,
      slug: input.slug,
    };
    await collectErrors([
      () => applySchedule(event, input, this.store.timezone),
      () =>
        this.store.applyPublishing(em, context, event, input, {
          before: previousTimezone,
          after: event.timezone ?? previousTimezone,
        }),
      () =>
        applyEventFields(
          event,
          input,
          this.views,
          this.store.extensions.searchableTexts(EVENT, event.customFields ?? {}),
        ),
      () => setEventParent(em, event, input.post_parent, readable),
      () => this.translations.write(em, EVENT_TRANSLATIONS, event, context.language, translation, takenSlug),
      () => setPassword(em, event, input.passwordHash),
    ]);
    const { ids, created } = await this.linkedRecords.findOrCreate(em, context, event, input);
    await linkEvent(em, event, input, ids, readable);
    await this.store.extensions.write(em, context, EVENT, event, input);
    return created;
  }

  private async read(em: EntityManager, context: RequestContext, { id }: { id: number }): Promise<EventView> {
    return this.reader.readableView(context, await this.reader.find(em, context, { id }));
  }

  /** Reads an event that has been published, or scheduled, now; with the drafts that are published along with it, which that shows. */
  private async readAfterPublishing(
    em: EntityManager,
    context: RequestContext,
    { id }: { id: number },
    created: ResolvedLinks['created'],
  ): Promise<EventView> {
    const event = await this.reader.find(em, context, { id });
    const hasPublishedDrafts =
      event !== undefined && (await this.linkedRecords.publishDrafts(em, context, event, created));
    return hasPublishedDrafts ? this.read(em, context, { id }) : this.reader.readableView(context, event);
  }
}
