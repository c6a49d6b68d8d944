import { setTimeout } from 'node:timers/promises';
import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { isKnownTimeZone } from '../kernel/time/time-zone.js';
import { loggableError } from '../persistence/client/database-errors.js';
import { Housekeeping } from '../persistence/maintenance/housekeeping.js';
import { NO_DEADLINE, runInTransaction } from '../persistence/transactions/run-in-transaction.js';
import { CostWriter } from './cost-writer.js';
import { applySchedule } from './event-schedule.js';
import { CalendarEvent } from './event.entity.js';

/** Events per read, and at most per transaction, which then needs little memory and time. */
const BATCH_SIZE = 100;

/** Pause between two reads, in milliseconds, so that requests are hardly slower meanwhile. */
const PAUSE_MS = 50;

/** Version of the price parser. Increase it when the parser finds other prices in the same texts. */
const PRICE_RULES = 1;

const RULES_KEY = 'event_rules';
/** The rules by which this process computes columns of events. In the byte order of these texts, newer time zone data is greater. */
const RULES = `time zones ${process.versions['tz'] ?? ''}, prices ${PRICE_RULES}`;

/** The columns to recompute, and those that they follow from. */
const FIELDS = [
  'startsAt',
  'endsAt',
  'startLocal',
  'endLocal',
  'timezone',
  'allDay',
  'cost',
  'costDetails',
  'isFree',
] as const satisfies (keyof CalendarEvent)[];
type RecomputedEvent = Pick<CalendarEvent, 'id' | (typeof FIELDS)[number]>;

type Recomputed = 'nothing' | 'other columns' | 'times';

/**
 * Recomputes columns of stored events that follow from rules outside the database, when these change: instants from wall clocks by the
 * time zone data of the runtime, and free events from prices. Versions and modification dates stay.
 *
 * Processes with different rules can share a database. The newest rules win: `service_state` stores them before the first event is
 * recomputed, and processes with older ones stop.
 */
@Injectable()
export class EventRecomputer {
  private readonly logger = new Logger(EventRecomputer.name);

  constructor(
    private readonly em: EntityManager,
    private readonly costs: CostWriter,
    housekeeping: Housekeeping,
  ) {
    housekeeping.addTask(async (signal) => {
      await this.run(signal).catch((error: unknown) => {
        if (!signal.aborted) this.logger.warn(`Could not recompute events: ${loggableError(error)}`);
      });
    });
  }

  /** Recomputes all events, unless this was done by the rules of this process or newer ones. After an interruption, it starts again. */
  async run(signal: AbortSignal): Promise<void> {
    if (!(await this.claim())) return;
    const unknownZones = new Set<string>();
    let changed = 0;
    for (let lastId: number | undefined = 0; lastId !== undefined;) {
      if (lastId > 0) await setTimeout(PAUSE_MS, undefined, { signal });
      const events = await this.load(this.em.fork(), { id: { $gt: lastId } });
      const outdated = events.filter((event) => this.recompute(event) !== 'nothing').map(({ id }) => id);
      const batchChanged = outdated.length === 0 ? 0 : await this.update(outdated);
      if (batchChanged === undefined) return;
      changed += batchChanged;
      for (const { timezone } of events) if (!isKnownTimeZone(timezone)) unknownZones.add(timezone);
      lastId = events.length < BATCH_SIZE ? undefined : events.at(-1)?.id;
    }
    await sql`update service_state set is_complete = true where key = ${RULES_KEY} and value = ${RULES}`.execute(
      this.em.getKysely(),
    );
    this.report(changed, unknownZones);
  }

  /** Stores the rules of this process, unless all events were recomputed by them, or newer ones are stored. */
  private async claim(): Promise<boolean> {
    const { rows } = await sql`
      insert into service_state as state (key, value, is_complete) values (${RULES_KEY}, ${RULES}, false)
      on conflict (key) do update set value = excluded.value, is_complete = false
        where state.value collate "C" < excluded.value or (state.value = excluded.value and not state.is_complete)
      returning key`.execute(this.em.getKysely());
    return rows.length > 0;
  }

  private load(em: EntityManager, where: FilterQuery<CalendarEvent>): Promise<RecomputedEvent[]> {
    return em.find(CalendarEvent, where, { fields: FIELDS, orderBy: { id: 'asc' }, limit: BATCH_SIZE });
  }

  /**
   * Recomputes events again under locks, because they may have changed since they were read.
   * @returns the number of events with another start or end; `undefined` if a process with newer rules has taken over
   */
  private update(ids: readonly number[]): Promise<number | undefined> {
    return runInTransaction(this.em, NO_DEADLINE, async (em) => {
      const db = em.getKysely();
      const { rows } = await sql`
        select key from service_state where key = ${RULES_KEY} and value = ${RULES} for share`.execute(db);
      if (rows.length === 0) return undefined;
      await sql`select id from events where id = any (${ids}::bigint[]) order by id for no key update`.execute(db);
      const events = await this.load(em, { id: [...ids] });
      return events.filter((event) => this.recompute(event) === 'times').length;
    });
  }

  private recompute(event: RecomputedEvent): Recomputed {
    const { startsAt, endsAt, startLocal, endLocal, isFree } = event;
    this.costs.refreshIsFree(event);
    try {
      applySchedule(event, {}, event.timezone);
    } catch (error) {
      this.logger.warn(`The event ${event.id} keeps its stored times: ${loggableError(error)}`);
    }
    if (event.startsAt.getTime() !== startsAt.getTime() || event.endsAt.getTime() !== endsAt.getTime()) return 'times';
    const isSame = event.startLocal === startLocal && event.endLocal === endLocal && event.isFree === isFree;
    return isSame ? 'nothing' : 'other columns';
  }

  private report(changed: number, unknownZones: ReadonlySet<string>): void {
    if (changed > 0) this.logger.log(`Recomputed start and end of ${changed} events (${RULES})`);
    if (unknownZones.size === 0) return;
    const names = [...unknownZones].join(', ');
    this.logger.warn(`Events have time zones that this runtime does not know, and keep their stored times: ${names}`);
  }
}
