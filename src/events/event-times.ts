import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isKnownInstant } from '../kernel/time/local-time.js';
import type { TimeCondition } from './event-window.js';

/** Beyond the years that events can be in, a wall clock's bound may still lie; texts of such are none that PostgreSQL reads. */
const instant = (epochSeconds: number): RawBuilder<Date> =>
  isKnownInstant(epochSeconds)
    ? sql`${new Date(epochSeconds * 1000).toISOString()}::timestamptz`
    : sql`(timestamptz 'epoch' + ${epochSeconds}::bigint * interval '1 second')`;

/**
 * The conditions of a window on the events `e`, with what they imply for one of the times: so that an index of that can be
 * read from bound to bound.
 */
export function timeFilters(
  conditions: readonly TimeCondition[],
  along: TimeCondition['column'],
): RawBuilder<SqlBool>[] {
  const implied = conditions.filter((each) => each.column !== along && isUpper(each) === (along === 'starts_at'));
  return [...conditions, ...implied.map((each) => ({ ...each, column: along }))].map(
    ({ column, operator, epochSeconds }) =>
      sql<SqlBool>`${sql.ref(`e.${column}`)} ${sql.raw(operator)} ${instant(epochSeconds)}`,
  );
}

/** As no event ends before it starts, what ends early has started early, and what starts late ends late. */
const isUpper = ({ operator }: TimeCondition): boolean => operator.startsWith('<');

/**
 * The events to look through by their start, in parts. Where only the end is bounded from below, those that run at that
 * moment are few among all that had started by then: an index of its own finds them. The others start later.
 * @param lookup how those that run are looked up: `AS_A_WHOLE` keeps PostgreSQL from looking for them along the order, by which all that
 * are over would come first
 */
export function eventsByStart(
  conditions: readonly TimeCondition[],
  lookup: RawBuilder<unknown>,
): readonly RawBuilder<unknown>[] {
  const end = lowest(conditions, 'ends_at');
  if (end === -Infinity || lowest(conditions, 'starts_at') >= end) return [sql`events`];
  const moment = instant(end);
  const isRunning = sql`tstzrange(starts_at, ends_at, '[]') @> ${moment} and starts_at <= ${moment}`;
  return [
    sql`(select * from events where ${isRunning} ${lookup})`,
    sql`(select * from events where starts_at > ${moment})`,
  ];
}

const lowest = (conditions: readonly TimeCondition[], of: TimeCondition['column']): number =>
  Math.max(
    -Infinity,
    ...conditions
      .filter(({ column, operator }) => column === of && operator.startsWith('>'))
      .map(({ epochSeconds }) => epochSeconds),
  );
