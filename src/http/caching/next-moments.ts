import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { sql, type RawBuilder } from 'kysely';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import type { Expiry } from '../../kernel/context/expiry.js';
import { Clock } from '../../kernel/time/clock.js';
import { nextMidnight } from '../../kernel/time/local-time.js';
import { sqlNow } from '../../persistence/sql-now.js';
import { ChangeCounter } from '../../persistence/transactions/change-counter.js';
import { hasPublishing, kindsIn } from '../../records/types/kinds.js';

/** The next moments at which the clock changes answers, in milliseconds since 1970; `Infinity` where there is none. */
interface Moments {
  readonly since: number;
  /** A record becomes public at its date. */
  readonly due: number;
  /** An event ends. */
  readonly end: number;
  readonly midnight: number;
}

/** Finds out until when answers are right while nobody writes. */
@Injectable()
export class NextMoments {
  #found: { readonly generation: number; readonly moments: Promise<Moments> } | undefined;

  constructor(
    private readonly em: EntityManager,
    private readonly changes: ChangeCounter,
    private readonly clock: Clock,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /**
   * To be asked before an answer is made. It is looked for once, until something is written or one of them has passed.
   * @returns what gives the end of the answer, once it is known on what it depends
   */
  async next(): Promise<(expires: readonly Expiry[]) => number> {
    const { generation } = this.changes;
    let moments = this.#found?.generation === generation ? await this.#found.moments : undefined;
    if (!moments || !isRight(moments, this.clock.now())) {
      const found = { generation, moments: this.find() };
      this.#found = found;
      found.moments.catch(() => this.#found === found && (this.#found = undefined));
      moments = await found.moments;
    }
    const { due, end, midnight } = moments;
    const timeOf: Record<Expiry, number> = { immediately: 0, midnight, 'next-event-end': end };
    return (expires) => Math.min(due, ...expires.map((expiry) => timeOf[expiry]));
  }

  /** The database tells how far away they are by its own clock, by which it judges dates; nothing is wrong where the two clocks differ. */
  private async find(): Promise<Moments> {
    const asked = this.clock.now();
    const now = sqlNow(this.clock);
    const published = kindsIn(this.em).filter(hasPublishing);
    const dues = published.map(({ table }) => firstDue(table, now));
    const ends = published.flatMap(({ table, endColumn: endsAt }) => (endsAt ? [firstEnd(table, endsAt, now)] : []));
    const { rows } = await sql<{ due: number | null; end: number | null }>`
      select ${distance(dues, now)} as due, ${distance(ends, now)} as end`.execute(this.em.getKysely());
    const after = (distance: number | null | undefined) => asked + (distance ?? Infinity);
    const midnight = nextMidnight(asked / 1000, this.configuration.TIMEZONE) * 1000;
    return { since: asked, due: after(rows[0]?.due), end: after(rows[0]?.end), midnight };
  }
}

const isRight = ({ since, due, end, midnight }: Moments, now: number) =>
  now >= since && now < Math.min(due, end, midnight);

/** How far the first of some moments is away, in milliseconds. */
const distance = (firsts: readonly RawBuilder<unknown>[], now: RawBuilder<Date>) =>
  sql`extract(epoch from least(null::timestamptz, ${sql.join(firsts)}) - ${now})::float8 * 1000`;

/** The date as the index of that order has it. */
const DATE = sql`coalesce(published_at, 'infinity')`;

const firstDue = (table: string, now: RawBuilder<Date>) => sql`(
  select min(${DATE}) from ${sql.table(table)}
  where ${DATE} > ${now} and ${DATE} < 'infinity' and status = 'publish' and trashed_at is null)`;

/** An event that ends right now may count as one that has ended, or not yet. */
const firstEnd = (table: string, column: string, now: RawBuilder<Date>) =>
  sql`(select min(${sql.ref(column)}) from ${sql.table(table)} where ${sql.ref(column)} >= ${now})`;
