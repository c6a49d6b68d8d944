import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ApiError } from '../kernel/errors/api-error.js';
import type { RecordKey } from '../kernel/context/record-kind.js';
import type { ExpiringView } from '../kernel/context/expiry-trigger.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { runInTransaction } from '../persistence/transactions/run-in-transaction.js';
import type { CreateEventDto } from './dto/create-event.dto.js';
import type { ReadQuery } from '../records/lists/base.query.js';
import { passwordOf, type ReadEventBySlugQuery, type RemoveEventBySlugQuery } from './dto/event-password.query.js';
import type { DaysSelection, EventSelection, ListEventsQuery } from './dto/list-events.query.js';
import type { UpdateEventDto } from './dto/update-event.dto.js';
import type { EventList, EventView } from './dto/event.view.js';
import { isConcurrencyConflict } from './event-links.js';
import type { EventDay } from './event-days.js';
import type { EventListSummary } from './event-list-summary.js';
import { EventPasswords } from './event-passwords.js';
import { EventReader } from './event-reader.js';
import { EventWriter } from './event-writer.js';

/** Lists, reads and writes events. Checks their passwords. */
@Injectable()
export class EventsService {
  constructor(
    private readonly em: EntityManager,
    private readonly reader: EventReader,
    private readonly writer: EventWriter,
    private readonly passwords: EventPasswords,
  ) {}

  list(context: RequestContext, query: ListEventsQuery): Promise<EventList & ExpiringView> {
    return this.reader.list(this.em, context, query);
  }

  /** All events of a list, in its order, in batches. */
  walk(context: RequestContext, selection: EventSelection): AsyncGenerator<Iterable<EventView>, void> {
    return this.reader.walk(this.em, context, selection);
  }

  /** Number, time zones and revision of all events of a list, without reading them. */
  summarize(context: RequestContext, selection: EventSelection): Promise<EventListSummary> {
    return this.reader.summarize(this.em, context, selection);
  }

  /**
   * The events of each day of `during`: how many overlap the day in `TIMEZONE`, as a list with that day in `during` counts them, and the
   * first `perDay` of them in the order of the list. Other filters by date have no effect.
   */
  days(context: RequestContext, selection: DaysSelection, perDay: number): Promise<EventDay[]> {
    return this.reader.days(this.em, context, selection, perDay);
  }

  /** Whether a list has events. */
  exists(context: RequestContext, selection: EventSelection): Promise<boolean> {
    return this.reader.exists(this.em, context, selection);
  }

  async create(context: RequestContext, input: CreateEventDto): Promise<EventView> {
    const passwordHash = await this.passwords.hashInput(input.password);
    const create = (em: EntityManager) => this.writer.create(em, context, { ...input, passwordHash });
    return runInTransaction(this.em, context, create, isConcurrencyConflict);
  }

  async get(context: RequestContext, key: RecordKey, query: ReadEventBySlugQuery): Promise<EventView> {
    const event = await this.reader.findPermitted(this.em, context, key);
    const hasAccess = await this.passwords.grantsAccess(context, event, passwordOf(query));
    const view = this.reader.readableView(context, event, query.ml_fallback);
    if (!hasAccess) throw new ApiError('event_password_required');
    return view;
  }

  /**
   * An event as lists show it. If it has a password, its protected fields are masked.
   * @throws {ApiError} `event_not_found`, `event_in_trash`, `translation_not_found`
   */
  async getListed(context: RequestContext, key: RecordKey, query: ReadQuery): Promise<EventView> {
    const event = await this.reader.findPermitted(this.em, context, key);
    return this.reader.listedView(context, event, query.ml_fallback);
  }

  async update(context: RequestContext, key: RecordKey, input: UpdateEventDto): Promise<EventView> {
    const passwordHash = await this.passwords.hashInput(input.password);
    const update = (em: EntityManager) => this.writer.update(em, context, key, { ...input, passwordHash });
    return runInTransaction(this.em, context, update, isConcurrencyConflict);
  }

  async remove(context: RequestContext, key: RecordKey, query: RemoveEventBySlugQuery): Promise<EventView> {
    await this.assertPasswordMatches(context, key, passwordOf(query));
    return runInTransaction(this.em, context, (em) => this.writer.remove(em, context, key, query));
  }

  /** A deletion needs no password, but a wrong one is rejected. Permissions are checked first. */
  private async assertPasswordMatches(
    context: RequestContext,
    key: RecordKey,
    password: string | undefined,
  ): Promise<void> {
    if (password === undefined) return;
    const id = await this.writer.resolveEditableId(this.em, context, key);
    if (!(await this.passwords.matches('write', context, id, password))) throw new ApiError('event_password_required');
  }
}
