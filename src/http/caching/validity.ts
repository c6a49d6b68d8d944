import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { sql, type RawBuilder } from 'kysely';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { isPublished, kindsIn } from '../../records/types/kinds.js';
import { nextMidnight } from '../../kernel/time/local-time.js';
import { Changes } from '../../persistence/transactions/changes.js';
import type { Present } from './change-notices.js';
import type { Freshness } from '../../kernel/context/freshness.js';
import { NextMoment } from './next-moment.js';

/** Between which moments an answer is right while nobody writes, in milliseconds since 1970. */
export interface Validity {
  /** By the database's clock: a clock that is set back ends it too. */
  readonly since: number;
  readonly until: number;
  /** By the clock that tells what day it is where an answer is made. */
  readonly untilHere: number;
}

/** Finds out when the clock alone makes an answer wrong. */
@Injectable()
export class Validities {
  private readonly nextDue: NextMoment;
  private readonly nextEnd: NextMoment;

  constructor(
    private readonly em: EntityManager,
    changes: Changes,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {
    // They become public at their date.
    const published = kindsIn(em).filter(isPublished);
    this.nextDue = new NextMoment(changes, (after) => this.find(firstDue(published, after)));
    this.nextEnd = new NextMoment(changes, (after) => this.find(firstEnd(published, after)));
  }

  /**
   * Begins to look, at the start of a request, so that this costs no time of its own.
   * @returns what gives the validity of the answer, once it is known on what it depends
   */
  from({ earliest, here }: Present): (freshness: Freshness) => Promise<Validity> {
    const due = this.nextDue.after(earliest);
    due.catch(() => undefined);
    return async ({ endsAtMidnight, endsWithEvent }) => {
      const ends = [await due];
      if (endsWithEvent) ends.push(await this.nextEnd.after(earliest));
      if (endsAtMidnight) ends.push(this.midnightAfter(earliest));
      const untilHere = endsAtMidnight ? this.midnightAfter(here) : Infinity;
      return { since: earliest, until: Math.min(...ends), untilHere };
    };
  }

  private midnightAfter(moment: number): number {
    return nextMidnight(moment / 1000, this.configuration.TIMEZONE) * 1000;
  }

  private async find(moment: RawBuilder<unknown>): Promise<number> {
    const { rows } = await sql<{ next: number | null }>`
      select extract(epoch from (${moment}))::float8 * 1000 as next`.execute(this.em.getKysely());
    return rows[0]?.next ?? Infinity;
  }
}

/** Whether an answer is right at present. The later of the moments between which the present lies counts. */
export function isValid({ since, until, untilHere }: Validity, { latest, here }: Present): boolean {
  return latest >= since && latest < until && here < untilHere;
}

/** The date as the index of that order has it. */
const DATE = sql`coalesce(published_at, 'infinity')`;

function firstDue(published: readonly RecordKind[], after: number): RawBuilder<unknown> {
  const firsts = published.map(
    ({ table }) => sql`(select min(${DATE}) from ${sql.table(table)}
      where ${DATE} > ${instant(after)} and ${DATE} < 'infinity' and status = 'publish' and trashed_at is null)`,
  );
  return sql`select least(${sql.join(firsts)})`;
}

/** An event that ends right now may count as one that has ended, or not yet. */
function firstEnd(published: readonly RecordKind[], after: number): RawBuilder<unknown> {
  const firsts = published.flatMap(({ table, endsAt }) =>
    endsAt
      ? [sql`(select min(${sql.ref(endsAt)}) from ${sql.table(table)} where ${sql.ref(endsAt)} >= ${instant(after)})`]
      : [],
  );
  return firsts.length > 0 ? sql`select least(${sql.join(firsts)})` : sql`select null::timestamptz`;
}

function instant(epochMilliseconds: number): RawBuilder<Date> {
  return sql<Date>`${new Date(epochMilliseconds).toISOString()}::timestamptz`;
}
