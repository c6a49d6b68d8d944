import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { isKnownTimeZone } from '../kernel/time/time-zone.js';
import { loggableError } from '../persistence/client/database-errors.js';
import { Housekeeping } from '../persistence/maintenance/housekeeping.js';
import { NO_DEADLINE, runInTransaction } from '../persistence/transactions/run-in-transaction.js';
import { CostWriter } from './cost-writer.js';
import { applySchedule } from './event-schedule.js';
import { CalendarEvent } from './event.entity.js';

/** Key of the advisory lock that lets one process at a time recompute. */
const RECOMPUTE_LOCK_KEY = 7_226_407;

/** Events per transaction, which then takes far less than its timeouts. */
const BATCH_SIZE = 500;

/** Increase it when the parser finds other prices in the same texts. */
const PRICE_RULES = 1;

const RULES_KEY = 'event_rules';
/** The rules by which this process computes columns of events. */
const RULES = `time zones ${process.versions['tz'] ?? 'unknown'}, prices ${PRICE_RULES}`;

interface Batch {
  readonly lastId: number;
  readonly isLast: boolean;
  /** Number of events with another start or end. */
  readonly changed: number;
  readonly unknownZones: readonly string[];
}

/**
 * Recomputes columns of stored events that follow from rules outside the database, when these change: instants from wall clocks by the
 * time zone data of the runtime, and free events from prices. Versions and modification dates stay.
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
        if (!signal.aborted) this.logger.warn(`Could not recompute the times of events: ${loggableError(error)}`);
      });
    });
  }

  /** Recomputes all events, unless they were computed by the rules of this process, or another process is recomputing them. */
  async run(signal: AbortSignal): Promise<void> {
    const { rows } = await sql<{ value: string }>`
      select value from service_state where key = ${RULES_KEY}`.execute(this.em.getKysely());
    if (rows[0]?.value === RULES) return;
    const unknownZones = new Set<string>();
    let changed = 0;
    for (let batch: Batch | undefined; !batch?.isLast;) {
      batch = signal.aborted ? undefined : await this.recomputeBatch(batch?.lastId ?? 0);
      if (!batch) return;
      changed += batch.changed;
      for (const zone of batch.unknownZones) unknownZones.add(zone);
    }
    await sql`insert into service_state (key, value) values (${RULES_KEY}, ${RULES})
      on conflict (key) do update set value = excluded.value`.execute(this.em.getKysely());
    this.report(changed, unknownZones);
  }

  /** @returns `undefined` while another process has the lock */
  private recomputeBatch(afterId: number): Promise<Batch | undefined> {
    return runInTransaction(this.em, NO_DEADLINE, async (em) => {
      const db = em.getKysely();
      const lock = sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${RECOMPUTE_LOCK_KEY}) as locked`;
      if ((await lock.execute(db)).rows[0]?.locked !== true) return undefined;
      const { rows } = await sql<{ id: number }>`
        select id from events where id > ${afterId} order by id limit ${BATCH_SIZE} for no key update`.execute(db);
      const events = await em.find(CalendarEvent, { id: rows.map(({ id }) => id) });
      return {
        lastId: rows.at(-1)?.id ?? afterId,
        isLast: rows.length < BATCH_SIZE,
        changed: events.filter((event) => this.recompute(event)).length,
        unknownZones: events.map(({ timezone }) => timezone).filter((zone) => !isKnownTimeZone(zone)),
      };
    });
  }

  /** @returns whether start or end changed */
  private recompute(event: CalendarEvent): boolean {
    const { startsAt, endsAt } = event;
    this.costs.refreshIsFree(event);
    try {
      applySchedule(event, {}, event.timezone);
    } catch (error) {
      this.logger.warn(`The event ${event.id} keeps its stored times: ${loggableError(error)}`);
    }
    return event.startsAt.getTime() !== startsAt.getTime() || event.endsAt.getTime() !== endsAt.getTime();
  }

  private report(changed: number, unknownZones: ReadonlySet<string>): void {
    if (changed > 0) this.logger.log(`Recomputed start and end of ${changed} events (${RULES})`);
    if (unknownZones.size === 0) return;
    const names = [...unknownZones].join(', ');
    this.logger.warn(`Events have time zones that this runtime does not know, and keep their stored times: ${names}`);
  }
}
