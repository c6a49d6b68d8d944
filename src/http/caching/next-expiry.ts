import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { sql, type RawBuilder } from 'kysely';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import type { ExpiryTrigger } from '../../kernel/context/expiry-trigger.js';
import { Clock } from '../../kernel/time/clock.js';
import { nextMidnight } from '../../kernel/time/local-time.js';
import { sqlNow } from '../../persistence/client/sql-now.js';
import { ChangeCounter } from '../../persistence/transactions/change-counter.js';
import { hasPublishing, registeredKinds } from '../../records/types/record-kinds.js';

/** The next times at which responses change without a write, in milliseconds since 1970. `Infinity` if there is none. */
interface ExpiryTimes {
  readonly sinceMs: number;
  /** A scheduled record becomes public. */
  readonly publicationMs: number;
  /** An event ends. */
  readonly eventEndMs: number;
  readonly midnightMs: number;
}

/** The period in which a response is correct if nothing is written, in milliseconds since 1970. */
export interface ValidityPeriod {
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** The period of a response of which nobody knows how long it is correct. */
export const NEVER_VALID: ValidityPeriod = { sinceMs: 0, untilMs: 0 };

/** Finds out how long responses stay correct if nothing is written. */
@Injectable()
export class NextExpiry {
  private cached: { readonly generation: number; readonly times: Promise<ExpiryTimes> } | undefined;

  constructor(
    private readonly em: EntityManager,
    private readonly changes: ChangeCounter,
    private readonly clock: Clock,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /**
   * Call it before a response is produced. The result is cached until a write, or until one of the times has passed.
   * @returns a function that gives the validity period of a response with these expiries
   */
  async periodResolver(): Promise<(expires: readonly ExpiryTrigger[]) => ValidityPeriod> {
    const sinceMs = this.clock.now();
    const { publicationMs, eventEndMs, midnightMs } = await this.currentTimes();
    const timeOf: Record<ExpiryTrigger, number> = { immediately: 0, midnight: midnightMs, 'next-end': eventEndMs };
    return (expires) => ({ sinceMs, untilMs: Math.min(publicationMs, ...expires.map((expiry) => timeOf[expiry])) });
  }

  /** Whether a period includes the present. It does not before it began either, in case the clock is set back. */
  isValid({ sinceMs, untilMs }: ValidityPeriod): boolean {
    const nowMs = this.clock.now();
    return nowMs >= sinceMs && nowMs < untilMs;
  }

  private async currentTimes(): Promise<ExpiryTimes> {
    const { generation } = this.changes;
    const known = this.cached?.generation === generation ? await this.cached.times : undefined;
    if (known && this.isValid(validityPeriodOf(known))) return known;
    const cached = { generation, times: this.queryExpiryTimes() };
    this.cached = cached;
    cached.times.catch(() => this.cached === cached && (this.cached = undefined));
    return cached.times;
  }

  /** The database tells how far away they are by its own clock, by which it judges dates; nothing is wrong where the two clocks differ. */
  private async queryExpiryTimes(): Promise<ExpiryTimes> {
    const sinceMs = this.clock.now();
    const now = sqlNow(this.clock);
    const published = registeredKinds(this.em).filter(hasPublishing);
    const publications = published.map(({ table }) => nextPublicationSql(table, now));
    const ends = published.flatMap(({ table, endColumn }) =>
      endColumn ? [nextEventEndSql(table, endColumn, now)] : [],
    );
    const { rows } = await sql<{ publication: number | null; event_end: number | null }>`
      select ${msUntilFirstSql(publications, now)} as publication, ${msUntilFirstSql(ends, now)} as event_end`.execute(
      this.em.getKysely(),
    );
    const after = (distance: number | null | undefined) => sinceMs + (distance ?? Infinity);
    const midnightMs = nextMidnight(sinceMs / 1000, this.configuration.TIMEZONE) * 1000;
    return { sinceMs, publicationMs: after(rows[0]?.publication), eventEndMs: after(rows[0]?.event_end), midnightMs };
  }
}

const validityPeriodOf = ({ sinceMs, publicationMs, eventEndMs, midnightMs }: ExpiryTimes): ValidityPeriod => ({
  sinceMs,
  untilMs: Math.min(publicationMs, eventEndMs, midnightMs),
});

/** Milliseconds from now to the first of several times. */
const msUntilFirstSql = (times: readonly RawBuilder<unknown>[], now: RawBuilder<Date>) =>
  sql`extract(epoch from least(null::timestamptz, ${sql.join(times)}) - ${now})::float8 * 1000`;

/** The expression of the index. */
const PUBLISHED_AT_SQL = sql`coalesce(published_at, 'infinity')`;

const nextPublicationSql = (table: string, now: RawBuilder<Date>) => sql`(
  select min(${PUBLISHED_AT_SQL}) from ${sql.table(table)}
  where ${PUBLISHED_AT_SQL} > ${now} and ${PUBLISHED_AT_SQL} < 'infinity' and status = 'publish' and trashed_at is null)`;

/** An event that ends right now may count as one that has ended, or not yet. */
const nextEventEndSql = (table: string, column: string, now: RawBuilder<Date>) =>
  sql`(select min(${sql.ref(column)}) from ${sql.table(table)} where ${sql.ref(column)} >= ${now})`;
