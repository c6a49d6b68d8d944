import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { reportTogether } from '../common/errors/report-together.js';
import type { RecordKey } from '../common/http/address-parameters.decorator.js';
import type { RequestContext } from '../common/http/request-context.js';
import { rememberImages } from '../common/images/remember-image.js';
import type { LanguageFallback } from '../common/language/languages.js';
import { readPage } from '../common/pagination/list-reader.js';
import type { ReadQuery } from '../common/pagination/page.query.js';
import { chosenOrder } from '../common/pagination/sort-key.js';
import { Totals } from '../common/pagination/totals.js';
import { inTransaction } from '../common/records/in-transaction.js';
import { Records } from '../common/records/records.js';
import { storeNew } from '../common/records/store-new.js';
import type { RemoveRecordQuery } from '../common/records/remove-record.query.js';
import { ViewBuilder } from '../common/records/view-builder.js';
import { isNamedBy } from '../common/slug/take-slug.js';
import { TextWriter, wantedSlug } from '../common/texts/text-writer.js';
import type { Database } from '../database/database.js';
import type { CreateEventDto } from './dto/create-event.dto.js';
import type { ListEventsQuery } from './dto/list-events.query.js';
import type { UpdateEventDto } from './dto/update-event.dto.js';
import { eventView, type EventList, type EventView } from './dto/event.view.js';
import { writeEventFacts } from './event-facts.js';
import { linkEvent, lostRace, orGone } from './event-links.js';
import { adoptEvent, beginAdoption } from './event-parent.js';
import { scheduleEvent } from './event-schedule.js';
import { eventFilters, eventOrders, eventsFrom, parametersOf } from './event-filters.js';
import { EVENT_TEXTS } from './event-texts.js';
import { eventWindow, limitFreshness } from './event-window.js';
import { CalendarEvent } from './event.entity.js';
import { readEvent, readEvents } from './event.select.js';
import { imagesOf, LinkedRecords } from './linked-records.js';

/** Events: who may see them, what is written, what is served. */
@Injectable()
export class EventsService {
  constructor(
    private readonly em: EntityManager,
    private readonly records: Records,
    private readonly texts: TextWriter,
    private readonly views: ViewBuilder,
    private readonly totals: Totals,
    private readonly linked: LinkedRecords,
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

  create(context: RequestContext, input: CreateEventDto): Promise<EventView> {
    return inTransaction(
      this.em,
      async (em) => {
        await beginAdoption(em, input.post_parent);
        await rememberImages(em.getKysely(), imagesOf(input), context.principal.id);
        const slug = wantedSlug(input.slug, input.title);
        const [fresh] = await this.records.fresh(em, 'event', context, [input], [slug]);
        // Unlike em.create, this leaves the times to be written like those of an update.
        const event = Object.assign(new CalendarEvent(), fresh?.columns);
        em.persist(event);
        await this.write(em, context, event, input, fresh?.slug);
        await storeNew(em).catch((error: unknown) => {
          throw orGone(error, input);
        });
        return this.read(em, context, { id: event.id });
      },
      lostRace,
    );
  }

  get(context: RequestContext, key: RecordKey, query: ReadQuery): Promise<EventView> {
    return this.read(this.em, context, key, query.ml_fallback);
  }

  update(context: RequestContext, key: RecordKey, input: UpdateEventDto): Promise<EventView> {
    return inTransaction(
      this.em,
      async (em) => {
        await beginAdoption(em, input.post_parent);
        const event = await this.records.lock(em, context, CalendarEvent, 'event', key);
        await rememberImages(em.getKysely(), imagesOf(input), context.principal.id);
        await this.write(em, context, event, input);
        await this.records.save(em, context, 'event', event);
        return this.read(em, context, { id: event.id });
      },
      lostRace,
    );
  }

  remove(context: RequestContext, key: RecordKey, query: RemoveRecordQuery): Promise<EventView> {
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

  private async write(
    em: EntityManager,
    context: RequestContext,
    event: CalendarEvent,
    input: UpdateEventDto,
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
    ]);
    await linkEvent(em, event, input, await this.linked.idsOf(em, context, event, input), readable);
  }

  private async read(
    em: EntityManager,
    context: RequestContext,
    key: RecordKey,
    fallback?: LanguageFallback,
  ): Promise<EventView> {
    const isWanted = isNamedBy('event', sql.ref('e.id'), key);
    const row = await readEvent(em.getKysely<Database>(), context, this.records.now, isWanted);
    return eventView(this.views, context, this.records.judge(context, 'event', row, fallback));
  }
}
