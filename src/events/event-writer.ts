import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ApiError } from '../kernel/errors/api-error.js';
import type { RecordKey } from '../kernel/context/record-kind.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { EVENT } from '../kinds/calendar-kinds.js';
import { prepareNewRecords } from '../records/crud/prepare-new-records.js';
import type { WriteScope } from '../persistence/transactions/run-in-transaction.js';
import { RecordStore } from '../records/crud/record-store.js';
import { deletionModeOf, type RemoveRecordQuery } from '../records/publishing/remove-record.query.js';
import { assertDeletionScope } from '../records/crud/assert-deletion-scope.js';
import { scopeOfUpdate } from '../records/translations/slugs.js';
import type { CreateEventDto } from './dto/create-event.dto.js';
import type { EventView } from './dto/event.view.js';
import type { UpdateEventDto } from './dto/update-event.dto.js';
import { EventFieldsWriter, type WithPasswordHash } from './event-fields-writer.js';
import { writeEventLinks, mapForeignKeyError, type ResolvedLinks } from './event-links.js';
import { lockEventHierarchy } from './event-parent.js';
import { EventReader } from './event-reader.js';
import { CalendarEvent } from './event.entity.js';
import { LinkedRecordWriter } from './linked-record-writer.js';

const EVENT_RECORD_TYPE = { kind: EVENT, entity: CalendarEvent };

/** Writes events and the records sent with them, within a transaction. */
@Injectable()
export class EventWriter {
  constructor(
    private readonly store: RecordStore,
    private readonly fields: EventFieldsWriter,
    private readonly linkedRecords: LinkedRecordWriter,
    private readonly reader: EventReader,
  ) {}

  async create(
    em: EntityManager,
    context: RequestContext,
    input: WithPasswordHash<CreateEventDto>,
  ): Promise<EventView> {
    const scope = { em, context };
    await lockEventHierarchy(em, input.post_parent);
    await this.fields.storeImages(scope, input);
    const slugs = [this.fields.preferredSlug(input)];
    const [prepared] = await prepareNewRecords(scope, { kind: EVENT, now: this.store.nowSql, slugs }, [input]);
    // em.create() would require start and end, which applySchedule() sets.
    const event = Object.assign(new CalendarEvent(), prepared?.columns);
    em.persist(event);
    const links = await this.writeFieldsAndLinks(scope, event, input, prepared?.slug);
    await this.store.insert(scope).catch(rethrowForeignKeyError(input));
    const row = await this.reader.findPermitted(em, context, { id: event.id });
    const mayHavePublishedLinks = row && (await this.linkedRecords.publication.publish(scope, event, row, links));
    return mayHavePublishedLinks ? this.readView(scope, event) : this.reader.readableView(context, row);
  }

  /** Writes the input into an event that the caller may edit, and returns its view. */
  async update(
    em: EntityManager,
    context: RequestContext,
    key: RecordKey,
    input: WithPasswordHash<UpdateEventDto>,
  ): Promise<EventView> {
    await lockEventHierarchy(em, input.post_parent);
    const event = await this.store.lock({ em, context }, EVENT_RECORD_TYPE, key);
    const scope = await scopeOfUpdate({ em, context }, EVENT, event, key);
    await this.fields.storeImages(scope, input);
    const before = await this.linkedRecords.publication.before(scope, event, input);
    const links = await this.writeFieldsAndLinks(scope, event, input);
    await this.store.save(scope, EVENT, event).catch(rethrowForeignKeyError(input));
    await this.linkedRecords.publication.follow(scope, event, before, links);
    return this.readView(scope, event);
  }

  /**
   * Moves an event to the trash, deletes it permanently, or removes one translation.
   * @returns the event as it is now, or as it was before it was deleted permanently
   */
  async remove(
    em: EntityManager,
    context: RequestContext,
    key: RecordKey,
    query: RemoveRecordQuery,
  ): Promise<EventView> {
    const scope = { em, context };
    const mode = deletionModeOf(query);
    const event = await this.store.lock(scope, EVENT_RECORD_TYPE, key, mode);
    const before = await this.linkedRecords.publication.before(scope, event);
    if (mode === 'permanent') {
      await assertDeletionScope(scope, EVENT, event, query);
      const lastView = await this.readView(scope, event);
      await this.store.deletePermanently(scope, EVENT, event);
      await this.linkedRecords.publication.withdraw(scope, event, before);
      return lastView;
    }
    if (mode === 'trash') await this.store.trash(em, event);
    else await this.fields.removeTranslation(scope, event);
    await this.store.save(scope, EVENT, event);
    await this.linkedRecords.publication.follow(scope, event, before);
    return this.readView(scope, event);
  }

  /**
   * Returns the id of an event that the caller may edit.
   * @throws {ApiError} `event_not_found`, `forbidden`
   */
  async resolveEditableId(em: EntityManager, context: RequestContext, key: RecordKey): Promise<number> {
    const event = await this.reader.findPermitted(em, context, key);
    if (!event) throw new ApiError('event_not_found');
    await this.store.assertEditable(em, context.principal, { kind: EVENT, id: event.id });
    return event.id;
  }

  private async writeFieldsAndLinks(
    scope: WriteScope,
    event: CalendarEvent,
    input: WithPasswordHash<UpdateEventDto>,
    claimedSlug?: string,
  ): Promise<ResolvedLinks> {
    const findReadable = this.store.readableIdsLookupFor(scope);
    await this.fields
      .write(scope, event, input, { findReadable, claimedSlug })
      .catch((error: unknown) => this.linkedRecords.rejectWithTermErrors(scope, input, error));
    const links = await this.linkedRecords.findOrCreate(scope, event, input);
    await writeEventLinks(scope.em, event, links.ids, findReadable);
    await this.fields.writeExtensionFields(scope, event, input);
    return links;
  }

  private async readView({ em, context }: WriteScope, { id }: { id: number }): Promise<EventView> {
    return this.reader.readableView(context, await this.reader.findPermitted(em, context, { id }));
  }
}

const rethrowForeignKeyError = (input: UpdateEventDto) => (error: unknown) => {
  throw mapForeignKeyError(error, input);
};
