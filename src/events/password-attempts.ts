import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { ApiError } from '../kernel/errors/api-error.js';
import { networkOf } from '../http/request/client-address.js';
import { Housekeeping } from '../persistence/maintenance/housekeeping.js';
import type { Outdated } from '../persistence/maintenance/outdated.js';
import { tooManyWait } from '../kernel/concurrency/slow-hash.js';
import { Clock } from '../kernel/time/clock.js';
import { sqlNow } from '../persistence/sql-now.js';
import { Limiter } from '../kernel/concurrency/limiter.js';

/** Wrong passwords for an event that may come from one network within {@link WINDOW}. */
const MOST_WRONG = 10;
const WINDOW = sql`interval '15 minutes'`;

/** Attempts at one event from one network that wait meanwhile: what is done well within the time of a request. */
const MOST_WAITING = 100;

/** What no longer counts. */
const OUTDATED: Outdated = {
  table: 'password_attempts',
  rows: (_configuration, now) => sql<SqlBool>`latest <= ${now} - ${WINDOW}`,
};

/**
 * Limits how many wrong passwords are tried. The database counts, so that the limit holds for all processes together: an attempt is
 * written down before it is made, and taken back if it was right. In a process, those for one event from one network go one after
 * the other: many right ones at once are no attack.
 */
@Injectable()
export class PasswordAttempts {
  readonly #turns = new Map<string, { readonly limiter: Limiter; waiting: number }>();

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    housekeeping: Housekeeping,
  ) {
    housekeeping.add(OUTDATED);
  }

  /**
   * Makes an attempt, if another one may be made.
   * @param isRight whether the password fits
   * @throws {ApiError} `too_many_requests`, also where too many wait already
   */
  async make(eventId: number, client: string, isRight: () => Promise<boolean>): Promise<boolean> {
    const network = networkOf(client);
    return this.inTurn(`${eventId} ${network}`, async () => {
      await this.claim(eventId, network);
      let isWrong = false;
      try {
        isWrong = !(await isRight());
      } finally {
        // One that could not be made was not wrong either.
        if (!isWrong) await this.takeBack(eventId, network);
      }
      return !isWrong;
    });
  }

  private async inTurn<Result>(key: string, attempt: () => Promise<Result>): Promise<Result> {
    const turns = this.#turns.get(key) ?? { limiter: new Limiter(1, MOST_WAITING, tooManyWait), waiting: 0 };
    this.#turns.set(key, turns);
    turns.waiting += 1;
    try {
      return await turns.limiter.run(attempt);
    } finally {
      turns.waiting -= 1;
      if (turns.waiting === 0) this.#turns.delete(key);
    }
  }

  private async claim(eventId: number, network: string): Promise<void> {
    const now = sqlNow(this.clock);
    const { rows } = await sql`
      insert into password_attempts as known (event_id, client, wrong, latest)
      values (${eventId}, ${network}, array[${now}], ${now})
      on conflict (event_id, client) do update set wrong = ${recent(now)} || ${now}, latest = ${now}
      where cardinality(${recent(now)}) < ${sql.lit(MOST_WRONG)}
      returning true`.execute(this.em.getKysely());
    if (rows.length === 0) throw await this.refusal(eventId, network, now);
  }

  private async takeBack(eventId: number, network: string): Promise<void> {
    await sql`
      update password_attempts set wrong = wrong[:cardinality(wrong) - 1]
      where event_id = ${eventId} and client = ${network}`.execute(this.em.getKysely());
  }

  private async refusal(eventId: number, network: string, now: RawBuilder<Date>): Promise<ApiError> {
    const { rows } = await sql<{ seconds: number }>`
      select ceil(extract(epoch from (${recent(now)})[1] + ${WINDOW} - ${now}))::integer as seconds
      from password_attempts as known where event_id = ${eventId} and client = ${network}`.execute(this.em.getKysely());
    const seconds = Math.max(1, rows[0]?.seconds ?? 1);
    return new ApiError('too_many_requests', { headers: { 'Retry-After': String(seconds) } });
  }
}

/** The wrong attempts that still count, the earliest first. */
const recent = (now: RawBuilder<Date>) =>
  sql`array(select each from unnest(known.wrong) as each where each > ${now} - ${WINDOW} order by 1)`;
