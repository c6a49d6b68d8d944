import type { ExpiryTrigger } from '../kernel/context/expiry-trigger.js';
import type { EventWindowStrategy } from '../records/extension-points/strategy-types.js';
import type { DateBound } from '../kernel/time/date-bound.js';
import {
  addDaysToDate,
  addMonthsToDate,
  endOfDay,
  endOfDayEpoch,
  epochToLocal,
  startOfDayEpoch,
  formatWithOffset,
  type LocalDateTime,
} from '../kernel/time/local-time.js';
import { resolveEpochSeconds } from '../kernel/time/parse-date-time.js';
import type { Period } from '../kernel/time/parse-period.js';
import type { ReferenceTime } from '../kernel/time/parse-relative-date-time.js';
import { toDateBound } from '../kernel/schema/parsers.js';
import type { EventSelection } from './dto/list-events.query.js';

const BOUND_CONDITIONS = {
  start_date: { column: 'starts_at', operator: '>=' },
  end_date: { column: 'ends_at', operator: '<=' },
  starts_before: { column: 'starts_at', operator: '<' },
  starts_after: { column: 'starts_at', operator: '>' },
  ends_before: { column: 'ends_at', operator: '<' },
  ends_after: { column: 'ends_at', operator: '>' },
} as const;
type BoundName = keyof typeof BOUND_CONDITIONS;

const BOUND_NAMES = Object.keys(BOUND_CONDITIONS) as BoundName[];

/** The filters of events by date. */
export const DATE_FILTERS = [...BOUND_NAMES, 'during'] as const;

/** Each of these filters turns off the default window. */
const WINDOW_FILTERS = ['starts_before', 'starts_after', 'ends_before', 'ends_after', 'during'] as const;

const DEFAULT_WINDOW_MONTHS = 24;

type WindowBounds = { [Name in BoundName]?: DateBound | undefined };

/** A condition on the start or end of an event. `>` for the end also selects an event without duration at that instant. */
export interface TimeCondition {
  readonly column: 'starts_at' | 'ends_at';
  readonly operator: '>=' | '<=' | '<' | '>';
  readonly epochSeconds: number;
  /**
   * All-day events last from the start of their first day to the end of their last day in `TIMEZONE`. With `<` and
   * `<=`, that first or last day must be before this one; with `>` and `>=`, it must not. `undefined`: every day is before it.
   */
  readonly day: LocalDateTime | undefined;
}

export interface EventWindow {
  readonly conditions: readonly TimeCondition[];
  /** The period of `during`, in epoch seconds. `end` is exclusive. An empty period has `start >= end`. */
  readonly period?: { readonly start: number; readonly end: number };
  /** Parameters for the URLs of the list: the same window without relative dates. */
  readonly parameters: Readonly<Record<string, string | boolean>>;
  /** When the same request gets another window. */
  readonly expires: readonly ExpiryTrigger[];
}

/** Resolves the time window of a request (rules 7.2 to 7.5 and 7.8). With `include`, it has parameters only. */
export function resolveEventWindow(
  query: EventSelection,
  reference: ReferenceTime,
  strategy?: EventWindowStrategy,
): EventWindow {
  const { zone } = reference;
  const { include, during, strict_dates: isStrict } = query;
  const defaults = include ? {} : defaultBounds(query, reference, strategy);
  const bounds = BOUND_NAMES.flatMap((name) => {
    const bound = query[name] ?? defaults[name];
    return bound ? [{ name, bound, epochSeconds: resolveBoundEpochSeconds(name, bound, isStrict, zone) }] : [];
  });
  const hasNow = bounds.some(({ bound }) => bound.kind === 'now');
  // In the URLs, "now" is an instant, which means a whole day without strict_dates. So all bounds become exact instants.
  const isMadeExact = hasNow && !isStrict;
  const parameters = bounds.map(({ name, bound, epochSeconds }) => {
    if (isMadeExact) return [name, formatInZone(epochSeconds, zone)];
    return [name, bound.kind === 'local' ? bound.local : formatInZone(bound.epochSeconds, zone)];
  });
  return {
    ...(include ? { conditions: [] } : windowConditions(bounds, during, zone)),
    parameters: {
      ...Object.fromEntries(parameters),
      ...(during ? { during: formatPeriod(during) } : {}),
      ...(isMadeExact ? { strict_dates: true } : {}),
    },
    expires: include ? [] : windowExpiry([...bounds.map(({ bound }) => bound), ...(during ? [during] : [])]),
  };
}

/** The conditions of a period of `during`. */
export interface PeriodWindow extends Required<Pick<EventWindow, 'period'>> {
  readonly startsBefore: TimeCondition;
  readonly endsAfter: TimeCondition;
}

function windowExpiry(values: readonly (DateBound | Period)[]): readonly ExpiryTrigger[] {
  if (values.some((value) => 'kind' in value && value.kind === 'now')) return ['immediately'];
  return values.some(({ relative }) => relative) ? ['midnight'] : [];
}

function windowConditions(
  bounds: readonly { readonly name: BoundName; readonly epochSeconds: number }[],
  during: Period | undefined,
  zone: string,
): Pick<EventWindow, 'conditions' | 'period'> {
  const conditions = bounds.map(({ name, epochSeconds }) => timeCondition(BOUND_CONDITIONS[name], epochSeconds, zone));
  if (!during) return { conditions };
  const { startsBefore, endsAfter, period } = periodWindow(during, zone);
  return { conditions: [...conditions, startsBefore, endsAfter], period };
}

export function periodWindow({ first, last }: Omit<Period, 'relative'>, zone: string): PeriodWindow {
  const period = { start: startOfDayEpoch(first, zone), end: endOfDayEpoch(last, zone) + 1 };
  return {
    startsBefore: timeCondition(BOUND_CONDITIONS.starts_before, period.end, zone),
    endsAfter: timeCondition(BOUND_CONDITIONS.ends_after, period.start, zone),
    period,
  };
}

const formatPeriod = ({ first, last }: Period): string => (first === last ? first : `${first}/${last}`);

/** Finds the day that separates all-day events. A clock change at midnight can make two days overlap, so four days are tried. */
function timeCondition(
  condition: Pick<TimeCondition, 'column' | 'operator'>,
  epochSeconds: number,
  zone: string,
): TimeCondition {
  const { column, operator } = condition;
  const boundOf = column === 'starts_at' ? startOfDayEpoch : endOfDayEpoch;
  const isEqualAfter = operator === '>=' || operator === '<';
  const local = epochToLocal(epochSeconds, zone);
  const day = [-1, 0, 1, 2]
    .map((days) => addDaysToDate(local, days))
    .find((each) => each && boundOf(each, zone) >= epochSeconds + (isEqualAfter ? 0 : 1));
  return { ...condition, epochSeconds, day };
}

/** The defaults of `start_date` and `end_date`: from today to 24 months after today or a later `start_date`. */
function defaultBounds(
  query: EventSelection,
  reference: ReferenceTime,
  strategy: EventWindowStrategy | undefined,
): WindowBounds {
  if (WINDOW_FILTERS.some((name) => query[name]) || namesUnpublished(query)) return {};
  if (strategy) return defaultBoundsFromStrategy(strategy, reference, query);
  const { nowMs, zone } = reference;
  const today = epochToLocal(nowMs / 1000, zone);
  const start = query.start_date ? localDateTimeOf(query.start_date, zone) : today;
  const day = (local: LocalDateTime) => ({ kind: 'local', local, dateOnly: true, relative: true }) as const;
  return {
    start_date: day(`${today.slice(0, 10)} 00:00:00`),
    end_date: day(endOfDay(addMonthsToDate(start > today ? start : today, DEFAULT_WINDOW_MONTHS))),
  };
}

/** Whether a list selects events that are neither public nor scheduled. Such lists also contain past events. */
const namesUnpublished = ({ status }: EventSelection): boolean =>
  !!status?.some((each) => each !== 'publish' && each !== 'future');

/** @throws {Error} if the strategy of an extension returns a text that is not a date */
function defaultBoundsFromStrategy(
  strategy: EventWindowStrategy,
  reference: ReferenceTime,
  { start_date: from }: EventSelection,
): WindowBounds {
  const { start, end } = strategy.defaultWindow();
  const until = parseStrategyBound(end, reference);
  // A default end before the requested start would make the list empty.
  const isPast = from && until && localDateTimeOf(from, reference.zone) > localDateTimeOf(until, reference.zone);
  return { start_date: parseStrategyBound(start, reference), end_date: isPast ? undefined : until };
}

function parseStrategyBound(text: string | undefined, reference: ReferenceTime): DateBound | undefined {
  if (text === undefined) return undefined;
  const bound = toDateBound(text, reference);
  if (!bound) throw new Error(`defaultWindow() of an extension returned "${text}", which is not a date.`);
  // A strategy may return another date tomorrow.
  return { ...bound, relative: true };
}

/** Days are whole without `strict_dates`. "now" is never extended to a day. */
function resolveBoundEpochSeconds(name: BoundName, bound: DateBound, isStrict: boolean, zone: string): number {
  if (bound.kind === 'now') return bound.epochSeconds;
  if (isStrict) return resolveEpochSeconds(bound, zone);
  const day = localDateTimeOf(bound, zone);
  return name === 'start_date' ? startOfDayEpoch(day, zone) : endOfDayEpoch(day, zone);
}

const localDateTimeOf = (bound: DateBound, zone: string): LocalDateTime =>
  bound.kind === 'local' ? bound.local : epochToLocal(bound.epochSeconds, zone);

const formatInZone = (epochSeconds: number, zone: string): string =>
  formatWithOffset(epochToLocal(epochSeconds, zone), epochSeconds);
