import { setTimeout } from 'node:timers/promises';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { sql, type RawBuilder } from 'kysely';
import { Clock } from '../../kernel/time/clock.js';
import { MeasuredTime } from './measured-time.js';
import { MonotonicClock } from '../../kernel/time/monotonic-clock.js';

/** How often the database is asked what time it is, in milliseconds. */
const INTERVAL = 5_000;

/** Beyond how many milliseconds the clock of the machine is taken to have been set, or to be wrong. */
const SET = 1_000;
const WRONG = 5_000;

/** How long a start goes on asking, and how long it rests in between, in milliseconds. */
const PATIENCE = 10_000;
const PAUSE = 100;

/** Up to how many milliseconds a correction is waited for instead of being gone back. */
const HELD = 1_000;

/**
 * The clock of the database, which all processes share, as far as it can be told without asking: by readings now and then, and
 * by a steady clock in between, also while the database is away. The clock of the machine may be wrong by days, or be set.
 */
@Injectable()
export class DatabaseClock extends Clock implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(DatabaseClock.name);
  private readonly time: MeasuredTime;
  private machineAhead: number;
  private latest = -Infinity;
  private isOff = false;
  private asking: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** Until it has asked for the first time, at the start of the application, it shows the time of the machine. */
  constructor(
    private readonly em: EntityManager,
    private readonly steady: MonotonicClock = new MonotonicClock(),
  ) {
    super();
    this.machineAhead = Date.now() - steady.now();
    this.time = new MeasuredTime(this.machineAhead);
  }

  /** Never goes back for the sake of precision, but does where the clock of the database was set back. */
  override now(): number {
    const steady = this.steady.now();
    // Also after a sleep of the machine, through which the steady clock stands still.
    if (Math.abs(Date.now() - steady - this.machineAhead) > SET) this.askUnattended();
    const moment = this.time.at(steady);
    if (moment > this.latest || moment < this.latest - HELD) this.latest = moment;
    return Math.floor(this.latest);
  }

  /** Nothing is served before the time is known. On a busy machine a connection may take longer than it may later on. */
  async onModuleInit(): Promise<void> {
    this.timer = setInterval(() => this.askUnattended(), INTERVAL).unref();
    const deadline = this.steady.now() + PATIENCE;
    for (let isKnown = false; !isKnown;) isKnown = await this.isToldUntil(deadline);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.asking?.catch(() => undefined);
  }

  /** Asks the database what time it is, once for all who want to know. */
  ask(): Promise<void> {
    this.asking ??= this.read().finally(() => (this.asking = undefined));
    return this.asking;
  }

  private async isToldUntil(deadline: number): Promise<boolean> {
    try {
      await this.ask();
      return true;
    } catch (error) {
      if (this.steady.now() >= deadline) throw error;
      await setTimeout(PAUSE);
      return false;
    }
  }

  /** While the database is away, time goes on without it. */
  private askUnattended(): void {
    this.machineAhead = Date.now() - this.steady.now();
    this.ask().catch(() => undefined);
  }

  private async read(): Promise<void> {
    const sent = this.steady.now();
    const { rows } = await sql<{ shown: number }>`
      select extract(epoch from clock_timestamp())::float8 * 1000 as shown`.execute(this.em.fork().getKysely());
    const received = this.steady.now();
    if (rows[0]) this.time.take({ sent, shown: rows[0].shown, received });
    this.compare(Date.now() - this.time.at(received));
  }

  /** Whoever runs the service is told once that its clock is wrong: the log and `Date` go by that. */
  private compare(ahead: number): void {
    const wasOff = this.isOff;
    this.isOff = Math.abs(ahead) > WRONG;
    if (!this.isOff || wasOff) return;
    const seconds = `${Math.round(Math.abs(ahead) / 1000)} s ${ahead > 0 ? 'ahead of' : 'behind'}`;
    this.logger.warn(`The clock of this machine is ${seconds} the database's, which is the one that counts`);
  }
}

/**
 * The present as SQL: the database's own clock, which every process shares, unless the clock was replaced.
 * @example sql`published_at <= ${sqlNow(clock)}`
 */
export function sqlNow(clock: Clock): RawBuilder<Date> {
  return clock instanceof DatabaseClock ? sql<Date>`now()` : literal(clock);
}

/** This very moment, where {@link sqlNow} is the start of the transaction: it does not go back behind a lock awaited. */
export function sqlMoment(clock: Clock): RawBuilder<Date> {
  return clock instanceof DatabaseClock ? sql<Date>`clock_timestamp()` : literal(clock);
}

function literal(clock: Clock): RawBuilder<Date> {
  return sql<Date>`${new Date(clock.now()).toISOString()}::timestamptz`;
}
