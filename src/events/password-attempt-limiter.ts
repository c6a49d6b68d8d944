import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { ApiError } from '../kernel/errors/api-error.js';
import { networkOf } from '../http/request/client-address.js';
import { Housekeeping, type RetentionRule } from '../persistence/maintenance/housekeeping.js';
import { hashQueueFullError } from '../kernel/concurrency/argon2id.js';
import { Clock } from '../kernel/time/clock.js';
import { sqlNow } from '../persistence/client/sql-now.js';
import { ConcurrencyLimiter } from '../kernel/concurrency/concurrency-limiter.js';

/** Wrong passwords for an event that one network may send within {@link ATTEMPT_WINDOW}. */
const MAX_WRONG_ATTEMPTS = 10;
const ATTEMPT_WINDOW = sql`interval '15 minutes'`;

/** Attempts of one network for one event that may wait. This many are verified well within the deadline of a request. */
const MAX_QUEUED_ATTEMPTS = 100;

const ATTEMPT_RETENTION_RULE: RetentionRule = {
  table: 'password_attempts',
  isExpired: (_configuration, now) => sql<SqlBool>`last_attempt_at <= ${now} - ${ATTEMPT_WINDOW}`,
};

/**
 * Limits wrong passwords by event and network. The database counts them, so that the limit holds for all processes together: an attempt is
 * recorded before it is verified, and deleted if the password was right. A process verifies the attempts of one network for one event one
 * after another, because concurrent right passwords would reach the limit too.
 */
@Injectable()
export class PasswordAttemptLimiter {
  private readonly queues = new Map<string, { readonly limiter: ConcurrencyLimiter; pending: number }>();

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    housekeeping: Housekeeping,
  ) {
    housekeeping.addRule(ATTEMPT_RETENTION_RULE);
  }

  /**
   * Verifies a password unless the limit is reached.
   * @throws {ApiError} `too_many_requests` if the limit is reached, or too many attempts are waiting
   */
  async attempt(eventId: number, clientAddress: string, verify: () => Promise<boolean>): Promise<boolean> {
    const network = networkOf(clientAddress);
    return this.runInQueue(`${eventId} ${network}`, async () => {
      await this.recordAttemptWithinLimit(eventId, network);
      let isWrong = false;
      try {
        isWrong = !(await verify());
      } finally {
        // An attempt that failed with an error does not count either.
        if (!isWrong) await this.revertAttempt(eventId, network);
      }
      return !isWrong;
    });
  }

  private async runInQueue<Result>(key: string, attempt: () => Promise<Result>): Promise<Result> {
    const queue = this.queues.get(key) ?? {
      limiter: new ConcurrencyLimiter(1, MAX_QUEUED_ATTEMPTS, hashQueueFullError),
      pending: 0,
    };
    this.queues.set(key, queue);
    queue.pending += 1;
    try {
      return await queue.limiter.run(attempt);
    } finally {
      queue.pending -= 1;
      if (queue.pending === 0) this.queues.delete(key);
    }
  }

  private async recordAttemptWithinLimit(eventId: number, network: string): Promise<void> {
    const now = sqlNow(this.clock);
    const { rows } = await sql`
      insert into password_attempts as attempts (event_id, network, wrong_attempts, last_attempt_at)
      values (${eventId}, ${network}, array[${now}], ${now})
      on conflict (event_id, network) do update
      set wrong_attempts = ${recentAttemptsSql(now)} || ${now}, last_attempt_at = ${now}
      where cardinality(${recentAttemptsSql(now)}) < ${sql.lit(MAX_WRONG_ATTEMPTS)}
      returning true`.execute(this.em.getKysely());
    if (rows.length === 0) throw await this.tooManyAttemptsError(eventId, network, now);
  }

  private async revertAttempt(eventId: number, network: string): Promise<void> {
    await sql`
      update password_attempts set wrong_attempts = wrong_attempts[:cardinality(wrong_attempts) - 1]
      where event_id = ${eventId} and network = ${network}`.execute(this.em.getKysely());
  }

  private async tooManyAttemptsError(eventId: number, network: string, now: RawBuilder<Date>): Promise<ApiError> {
    const { rows } = await sql<{ seconds: number }>`
      select ceil(extract(epoch from (${recentAttemptsSql(now)})[1] + ${ATTEMPT_WINDOW} - ${now}))::integer as seconds
      from password_attempts as attempts where event_id = ${eventId} and network = ${network}`.execute(
      this.em.getKysely(),
    );
    const seconds = Math.max(1, rows[0]?.seconds ?? 1);
    return new ApiError('too_many_requests', { headers: { 'Retry-After': String(seconds) } });
  }
}

/** Times of the wrong attempts that count, the earliest first. */
const recentAttemptsSql = (now: RawBuilder<Date>) =>
  sql`array(
    select attempted_at from unnest(attempts.wrong_attempts) as attempted_at where attempted_at > ${now} - ${ATTEMPT_WINDOW} order by 1)`;
