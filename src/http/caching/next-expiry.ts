import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { sql, type RawBuilder } from 'kysely';
import { CONFIGURATION_TOKEN, type Configuration } from '../../kernel/config/configuration.js';
import type { ExpiryTrigger } from '../../kernel/context/expiry-trigger.js';
import { Clock } from '../../kernel/time/clock.js';
import { startOfNextDayEpoch } from '../../kernel/time/local-time.js';
import { sqlNow } from '../../persistence/client/sql-now.js';
import { ChangeCounter } from '../../persistence/transactions/change-counter.js';
import { hasPublishing, registeredKinds } from '../../records/types/record-kinds.js';

/** The next times at which responses change without a write, in epoch milliseconds. `Infinity` if there is none. */
type ExpiryTimes = Readonly<Record<ExpiryTrigger | 'publication', number>>;

/** The period in which a response is correct if nothing is written, in epoch milliseconds. `untilMs` is excluded. */
interface ValidityPeriod {
  readonly sinceMs: number;
  readonly untilMs: number;
}

@Injectable()
export class NextExpiry {
  private cached:
    | { readonly generation: number; readonly sinceMs: number; readonly times: Promise<ExpiryTimes> }
    | undefined;

  constructor(
    private readonly em: EntityManager,
    private readonly changes: ChangeCounter,
    private readonly clock: Clock,
    @Inject(CONFIGURATION_TOKEN) private readonly configuration: Configuration,
  ) {}

  /** Call it before a response is produced. The result gives the validity period of a response by its triggers. */
  async periodResolver(): Promise<(expires: readonly ExpiryTrigger[]) => ValidityPeriod> {
    const sinceMs = this.clock.now();
    const times = await this.currentExpiryTimes();
    return (expires) => ({
      sinceMs,
      untilMs: Math.min(times.publication, ...expires.map((trigger) => times[trigger])),
    });
  }

  /** Whether a period contains the present. It may begin in the future if the clock was set back. */
  isValid({ sinceMs, untilMs }: ValidityPeriod): boolean {
    const nowMs = this.clock.now();
    return nowMs >= sinceMs && nowMs < untilMs;
  }

  /** Concurrent requests share one query. Its result is reused until a write, or until one of the times has passed. */
  private async currentExpiryTimes(): Promise<ExpiryTimes> {
    const { generation } = this.changes;
    if (this.cached?.generation === generation) {
      const { sinceMs, times } = this.cached;
      const { publication, midnight, 'next-end': nextEnd } = await times;
      if (this.isValid({ sinceMs, untilMs: Math.min(publication, midnight, nextEnd) })) return times;
    }
    const sinceMs = this.clock.now();
    const cached = { generation, sinceMs, times: this.loadExpiryTimes(sinceMs) };
    this.cached = cached;
    cached.times.catch(() => {
      if (this.cached === cached) this.cached = undefined;
    });
    return cached.times;
  }

  /** The database returns distances from its own clock, which decides what is public. The clock of the process may differ. */
  private async loadExpiryTimes(sinceMs: number): Promise<ExpiryTimes> {
    const now = sqlNow(this.clock);
    const publishableKinds = registeredKinds(this.em).filter(hasPublishing);
    const publications = publishableKinds.map(({ table }) => nextPublicationSql(table, now));
    const ends = publishableKinds.flatMap(({ table, endColumn }) =>
      endColumn ? [nextEndSql(table, endColumn, now)] : [],
    );
    const { rows } = await sql<{ publication: number | null; end: number | null }>`
      select ${msUntilFirstSql(publications, now)} as publication, ${msUntilFirstSql(ends, now)} as "end"`.execute(
      this.em.getKysely(),
    );
    const after = (distance: number | null | undefined) => sinceMs + (distance ?? Infinity);
    return {
      immediately: 0,
      midnight: startOfNextDayEpoch(sinceMs / 1000, this.configuration.TIMEZONE) * 1000,
      'next-end': after(rows[0]?.end),
      publication: after(rows[0]?.publication),
    };
  }
}

/** Milliseconds from now to the first of several times. */
const msUntilFirstSql = (times: readonly RawBuilder<unknown>[], now: RawBuilder<Date>) =>
  sql`extract(epoch from least(null::timestamptz, ${sql.join(times)}) - ${now})::float8 * 1000`;

const PUBLISHED_AT_OR_INFINITY_SQL = sql`coalesce(published_at, 'infinity')`;

const nextPublicationSql = (table: string, now: RawBuilder<Date>) => sql`(
  select min(${PUBLISHED_AT_OR_INFINITY_SQL}) from ${sql.table(table)}
  where ${PUBLISHED_AT_OR_INFINITY_SQL} > ${now} and ${PUBLISHED_AT_OR_INFINITY_SQL} < 'infinity' and status = 'publish' and trashed_at is null)`;

/** Includes records that end right now: some filters still match them. */
const nextEndSql = (table: string, column: string, now: RawBuilder<Date>) =>
  sql`(select min(${sql.ref(column)}) from ${sql.table(table)} where ${sql.ref(column)} >= ${now})`;
