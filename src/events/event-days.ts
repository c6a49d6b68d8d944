import { sql, type RawBuilder } from 'kysely';
import { addDaysToDate } from '../kernel/time/local-time.js';
import type { Period } from '../kernel/time/parse-period.js';
import { andConditions, type ListPlan } from '../records/lists/list-statements.js';
import type { EventView } from './dto/event.view.js';
import { MAX_SHIFT_SECONDS, timestampSql } from './event-list-plan.js';
import { periodWindow, type PeriodWindow } from './event-window.js';

/** The events of a list that overlap a day: their number, and the first ones in the order of the list. */
export interface EventDay {
  /** `2027-03-01` */
  readonly day: string;
  readonly total: number;
  readonly events: readonly EventView[];
}

/** One of the first events that overlap exactly the same days. Days are numbered from 0, and `end_day` is exclusive. */
export interface DaySpan {
  readonly id: number;
  readonly first_day: number;
  readonly end_day: number;
  /** Position of the event among all of the same days, from 1. */
  readonly rank: number;
  /** All events of the same days. */
  readonly total: number;
}

/** The days of a period. A reversed period has none. */
export function daysOf({ first, last }: Period): string[] {
  const days: string[] = [];
  for (let day: string | undefined = first; day !== undefined && day <= last; day = addDaysToDate(day, 1)?.slice(0, 10))
    days.push(day);
  return days;
}

/**
 * Selects the first events of each group that overlaps the same days, in the order of the list, with the size of the
 * group. A day shows `perDay` events at most, so it needs no more of each group.
 *
 * Events that start near the days can be read from `events_listed_index` alone. The few that started earlier and still
 * run are found by `events_running_index`.
 */
export function selectDaySpans(plan: ListPlan, windows: readonly PeriodWindow[], perDay: number): RawBuilder<DaySpan> {
  const { from, where, selective = [], sort, alias } = plan;
  const direction = sql.raw(sort.direction);
  const [start, end] = [windows.at(0)?.period.start ?? 0, windows.at(-1)?.period.end ?? 0];
  const earliest = timestampSql(start - MAX_SHIFT_SECONDS);
  const spans = (condition: RawBuilder<boolean>) => sql`
    select ${sql.ref(`${alias}.id`)} as id, ${sort.expression} as sort_value, ${dayIndexes(windows)}
    from ${from} where ${andConditions([...where, condition, ...selective])}`;
  return sql<DaySpan>`
    select id, first_day, end_day, rank::int as rank, total::int as total from (
      select id, sort_value, first_day, end_day, count(*) over (partition by first_day, end_day) as total,
        row_number() over (partition by first_day, end_day order by sort_value ${direction}, id ${direction}) as rank
      from (
        ${spans(sql`e.starts_at >= ${earliest} and e.starts_at < ${timestampSql(end + MAX_SHIFT_SECONDS)}`)}
        union all
        ${spans(sql`e.starts_at < ${earliest} and tstzrange(e.starts_at, e.ends_at, '[]') @> ${earliest}`)}
      ) as spans
      where first_day < end_day
    ) as ranked
    where rank <= ${perDay} order by sort_value ${direction}, id ${direction}`;
}

/** The days that an event overlaps, by the conditions of `during`: it starts before the end of the day, and ends after its beginning. */
function dayIndexes(windows: readonly PeriodWindow[]): RawBuilder<unknown> {
  const ends = windows.map(({ startsBefore }) => startsBefore);
  const beginnings = windows.map(({ endsAfter }) => endsAfter);
  const instants = (bounds: typeof ends) =>
    sql`array[${sql.join(bounds.map((each) => timestampSql(each.epochSeconds)))}]`;
  const localDays = (bounds: typeof ends) => sql`${bounds.map(({ day = 'infinity' }) => day)}::timestamp[]`;
  // An event that ends exactly at the beginning of a day does not overlap it, unless it has no duration.
  const lastMoment = sql`e.ends_at - case when e.ends_at > e.starts_at then interval '1 microsecond' else interval '0' end`;
  return sql`
    case when e.all_day then width_bucket(e.start_local, ${localDays(ends)})
      else width_bucket(e.starts_at, ${instants(ends)}) end as first_day,
    case when e.all_day then width_bucket(e.end_local, ${localDays(beginnings)})
      else width_bucket(${lastMoment}, ${instants(beginnings)}) end as end_day`;
}

/** Number and ids of the events of each day, from spans in the order of the list. */
export function groupByDay(
  spans: readonly DaySpan[],
  windows: readonly PeriodWindow[],
  perDay: number,
): { readonly total: number; readonly ids: readonly number[] }[] {
  // A zone can skip a day by moving to the other side of the date line.
  const days = windows.map(({ period }) => ({ exists: period.start < period.end, total: 0, ids: [] as number[] }));
  for (const { id, first_day, end_day, rank, total } of spans)
    for (const day of days.slice(first_day, end_day)) {
      if (!day.exists) continue;
      if (rank === 1) day.total += total;
      if (day.ids.length < perDay) day.ids.push(id);
    }
  return days;
}

/** The conditions of `during` for each day. */
export const dayWindowsOf = (days: readonly string[], zone: string): PeriodWindow[] =>
  days.map((day) => periodWindow({ first: day, last: day }, zone));
