import type { Freshness } from '../kernel/context/freshness.js';
import type { WindowStrategy } from '../records/extension-points/strategy-types.js';
import type { DateBound } from '../kernel/time/date-bound.js';
import {
  endOfDay,
  endOfDayEpoch,
  epochToLocal,
  monthsLater,
  startOfDayEpoch,
  withOffset,
  type LocalDateTime,
} from '../kernel/time/local-time.js';
import { resolveInstant } from '../kernel/time/parse-date-time.js';
import type { RelativeTo } from '../kernel/time/parse-relative-date-time.js';
import { REFUSED, toDateBound } from '../kernel/schema/coercion.js';
import type { ListEventsQuery } from './dto/list-events.query.js';

/** What each bound asks of an event. */
const BOUNDS = {
  start_date: { column: 'starts_at', operator: '>=' },
  end_date: { column: 'ends_at', operator: '<=' },
  starts_before: { column: 'starts_at', operator: '<' },
  starts_after: { column: 'starts_at', operator: '>' },
  ends_before: { column: 'ends_at', operator: '<' },
  ends_after: { column: 'ends_at', operator: '>' },
} as const;
type BoundName = keyof typeof BOUNDS;

const NAMES = Object.keys(BOUNDS) as BoundName[];
const RELATIVE_BOUNDS = ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const;

/** How far the default window reaches. */
const MONTHS = 24;

type Bounds = Partial<Record<BoundName, DateBound>>;

/** One condition on the time of an event. */
export interface TimeCondition {
  readonly column: 'starts_at' | 'ends_at';
  readonly operator: '>=' | '<=' | '<' | '>';
  readonly epochSeconds: number;
}

/** The time that a list of events is about. */
export interface EventWindow {
  readonly conditions: readonly TimeCondition[];
  /** The parameters that say the same whenever they are sent. */
  readonly parameters: Readonly<Record<string, string | boolean>>;
  /** Until when the request means this: `now` is over at once, `today` at midnight. */
  readonly holds: 'always' | 'today' | 'now';
}

/** The time that a request is about, by the rules 7.2 to 7.5 and 7.8 of the interface. */
export function eventWindow(query: ListEventsQuery, present: RelativeTo, strategy?: WindowStrategy): EventWindow {
  const given = Object.fromEntries(NAMES.flatMap((name) => (query[name] ? [[name, query[name]]] : []))) as Bounds;
  const bounds = query.include ? given : { ...defaultBounds(query, present, strategy), ...given };
  const found = Object.entries(bounds) as [BoundName, DateBound][];
  const isExact = query.strict_dates || found.some(([, { kind }]) => kind === 'now');
  const instants = found.map(
    ([name, bound]) => [name, instantOf(name, bound, query.strict_dates, present.zone)] as const,
  );
  return {
    conditions: query.include ? [] : instants.map(([name, epochSeconds]) => ({ ...BOUNDS[name], epochSeconds })),
    parameters: isExact && !query.strict_dates ? exactly(instants, present.zone) : asGiven(found, present.zone),
    holds: query.include ? 'always' : howLong(found),
  };
}

/** Says of an answer that it is about a window how long it stays right. */
export function limitFreshness(freshness: Freshness, { holds }: EventWindow): void {
  if (holds === 'now') freshness.never();
  if (holds === 'today') freshness.untilMidnight();
}

/** Today, and two years from then; or from where the list is to start, if that is later. */
function defaultBounds(query: ListEventsQuery, present: RelativeTo, strategy: WindowStrategy | undefined): Bounds {
  if (RELATIVE_BOUNDS.some((name) => query[name])) return {};
  if (strategy) return boundsOf(strategy, present, query);
  const { nowMs, zone } = present;
  const today = epochToLocal(nowMs / 1000, zone);
  const start = query.start_date ? localOf(query.start_date, zone) : today;
  const day = (local: LocalDateTime) => ({ kind: 'local', local, dateOnly: true, relative: true }) as const;
  return {
    start_date: day(`${today.slice(0, 10)} 00:00:00`),
    end_date: day(endOfDay(monthsLater(start > today ? start : today, MONTHS))),
  };
}

/** @throws {Error} where an extension gives what is no date, which is a mistake of its own */
function boundsOf(strategy: WindowStrategy, present: RelativeTo, { start_date: from }: ListEventsQuery): Bounds {
  const { start, end } = strategy.defaultWindow();
  const given = Object.entries({ start_date: start, end_date: end }).filter(([, text]) => text !== undefined);
  const bounds = Object.fromEntries(given.map(([name, text]) => [name, boundOf(text, present)])) as Bounds;
  const { end_date: until, ...others } = bounds;
  // Whoever asks for what comes later is not to find nothing.
  const isOver = from && until && localOf(from, present.zone) > localOf(until, present.zone);
  return isOver ? others : bounds;
}

function boundOf(text: unknown, present: RelativeTo): DateBound {
  const bound = toDateBound(text, present);
  if (bound === REFUSED)
    throw new Error(`The default window of an extension begins or ends with no date: ${String(text)}`);
  // Whatever it says today, it may say something else tomorrow.
  return { ...(bound as DateBound), relative: true };
}

/** Days are whole unless they are to be taken strictly; `now` is never made wider. */
function instantOf(name: BoundName, bound: DateBound, isStrict: boolean, zone: string): number {
  if (bound.kind === 'now') return bound.epochSeconds;
  if (isStrict) return resolveInstant(bound, zone);
  const day = localOf(bound, zone);
  return name === 'start_date' ? startOfDayEpoch(day, zone) : endOfDayEpoch(day, zone);
}

const localOf = (bound: DateBound, zone: string): LocalDateTime =>
  bound.kind === 'local' ? bound.local : epochToLocal(bound.epochSeconds, zone);

const written = (epochSeconds: number, zone: string): string =>
  withOffset(epochToLocal(epochSeconds, zone), epochSeconds);

function asGiven(bounds: readonly (readonly [BoundName, DateBound])[], zone: string): Record<string, string> {
  const text = (bound: DateBound) => (bound.kind === 'local' ? bound.local : written(bound.epochSeconds, zone));
  return Object.fromEntries(bounds.map(([name, bound]) => [name, text(bound)]));
}

/** A moment would be made a whole day of where days are: so all bounds are written down as they came out. */
function exactly(instants: readonly (readonly [BoundName, number])[], zone: string): Record<string, string | boolean> {
  const texts = instants.map(([name, epochSeconds]) => [name, written(epochSeconds, zone)] as const);
  return { ...Object.fromEntries(texts), strict_dates: true };
}

function howLong(bounds: readonly (readonly [BoundName, DateBound])[]): EventWindow['holds'] {
  if (bounds.some(([, { kind }]) => kind === 'now')) return 'now';
  return bounds.some(([, { relative }]) => relative) ? 'today' : 'always';
}
