import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { ApiError } from '../common/errors/api-error.js';
import type { RecordKey } from '../common/http/address-parameters.decorator.js';
import type { RequestContext } from '../common/http/request-context.js';
import { readPage } from '../common/pagination/list-reader.js';
import { chosenOrder } from '../common/pagination/sort-key.js';
import { Totals } from '../common/pagination/totals.js';
import { inTransaction } from '../common/records/in-transaction.js';
import { Records } from '../common/records/records.js';
import { ViewBuilder } from '../common/records/view-builder.js';
import { isNamedBy } from '../common/slug/take-slug.js';
import { TextWriter } from '../common/texts/text-writer.js';
import type { Database } from '../database/database.js';
import type { CreateEventDto } from './dto/create-event.dto.js';
import { passwordIn, type ReadEventBySlugQuery, type RemoveEventBySlugQuery } from './dto/event-password.query.js';
import type { ListEventsQuery } from './dto/list-events.query.js';
import type { UpdateEventDto } from './dto/update-event.dto.js';
import { eventView, wholeEventView, type EventList, type EventView } from './dto/event.view.js';
import { eventFilters, eventOrders, eventsFrom, parametersOf } from './event-filters.js';
import { lostRace } from './event-links.js';
import { EventPasswords } from './event-passwords.js';
import { EVENT_TEXTS } from './event-texts.js';
import { eventWindow, limitFreshness } from './event-window.js';
import { EventWriter, type Written } from './event-writer.js';
import { CalendarEvent } from './event.entity.js';
import { readEvent, readEvents, type EventRow } from './event.select.js';

/** Events: who may see them, what is written, what is served. */
@Injectable()
export class EventsService {
  constructor(
    private readonly em: EntityManager,
    private readonly records: Records,
    private readonly texts: TextWriter,
    private readonly views: ViewBuilder,
    private readonly totals: Totals,
    private readonly writer: EventWriter,
    private readonly passwords: EventPasswords,
  ) {}

  list(context: RequestContext, query: ListEventsQuery): Promise<EventList> {
    const db = this.em.getKysely<Database>();
    const { now } = this.records;
    const window = eventWindow(query, this.records.present);
    limitFreshness(context.freshness, window);
    return readPage(this.totals, context, query, {
      kind: 'events',
      alias: 'e',
      sort: chosenOrder(eventOrders(context), query),
      ...eventsFrom(context, query, window),
      ...eventFilters(context, query, window, now),
      parameters: parametersOf(query, window),
      read: (page) => readEvents(db, context, now, page),
      view: (row) => eventView(this.views, context, row),
    });
  }

  async create(context: RequestContext, input: CreateEventDto): Promise<EventView> {
    const passwordHash = await this.passwords.hash(input.password);
    return inTransaction(
      this.em,
      async (em) => this.answer(em, context, await this.writer.create(em, context, { ...input, passwordHash })),
      lostRace,
    );
  }

  async get(context: RequestContext, key: RecordKey, query: ReadEventBySlugQuery): Promise<EventView> {
    const row = await this.find(this.em, context, key);
    const isOpen = await this.passwords.opens(context, row, passwordIn(query));
    const event = this.records.judge(context, 'event', row, query.ml_fallback);
    if (!isOpen) throw new ApiError('event_password_required');
    return wholeEventView(this.views, context, event);
  }

  async update(context: RequestContext, key: RecordKey, input: UpdateEventDto): Promise<EventView> {
    const passwordHash = await this.passwords.hash(input.password);
    return inTransaction(
      this.em,
      async (em) => this.answer(em, context, await this.writer.update(em, context, key, { ...input, passwordHash })),
      lostRace,
    );
  }

  async remove(context: RequestContext, key: RecordKey, query: RemoveEventBySlugQuery): Promise<EventView> {
    await this.assertOpens(context, key, passwordIn(query));
    return inTransaction(this.em, async (em) => {
      const event = await this.records.lock(em, context, CalendarEvent, 'event', key);
      const last =
        query.force && query.ml_scope === 'record' ? await this.read(em, context, { id: event.id }) : undefined;
      if (query.ml_scope === 'translation') await this.texts.remove(em, EVENT_TEXTS, event, context.language);
      else if (last) em.remove(event);
      else await this.records.trash(em, 'event', event);
      await this.records.save(em, context, 'event', event);
      return last ?? this.read(em, context, { id: event.id });
    });
  }

  /** A password that is sent along with a deletion must fit, though who may delete needs none. */
  private async assertOpens(context: RequestContext, key: RecordKey, password: string | undefined): Promise<void> {
    if (password === undefined) return;
    const row = await this.find(this.em, context, key);
    await this.records.assertEditable(this.em, context.principal, 'event', row?.id ?? 0);
    if (row && !(await this.passwords.fits(context, row.id, password))) throw new ApiError('event_password_required');
  }

  /** What has been written is shown whole: only who may edit an event writes it. */
  private async read(em: EntityManager, context: RequestContext, key: RecordKey): Promise<EventView> {
    return wholeEventView(this.views, context, this.records.judge(context, 'event', await this.find(em, context, key)));
  }

  /** Reads what was written; drafts that are published along with it are found in what is read. */
  private async answer(em: EntityManager, context: RequestContext, { id, isPublication }: Written): Promise<EventView> {
    const event = await this.find(em, context, { id });
    const isChanged = isPublication && event !== undefined && (await this.writer.publishDrafts(em, context, event));
    const written = isChanged ? await this.find(em, context, { id }) : event;
    return wholeEventView(this.views, context, this.records.judge(context, 'event', written));
  }

  private find(em: EntityManager, context: RequestContext, key: RecordKey): Promise<EventRow | undefined> {
    const isWanted = isNamedBy('event', sql.ref('e.id'), key);
    return readEvent(em.getKysely<Database>(), context, this.records.now, isWanted);
  }
}
