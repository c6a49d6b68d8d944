import type { ExpiryTrigger } from '../kernel/context/expiry-trigger.js';
import type { EventWindowStrategy } from '../records/extension-points/strategy-types.js';
import type { DateBound } from '../kernel/time/date-bound.js';
import {
  endOfDay,
  endOfDayEpoch,
  epochToLocal,
  addMonths,
  startOfDayEpoch,
  formatWithOffset,
  type LocalDateTime,
} from '../kernel/time/local-time.js';
import { resolveInstant } from '../kernel/time/parse-date-time.js';
import type { ReferenceTime } from '../kernel/time/parse-relative-date-time.js';
import { INVALID_VALUE, toDateBound } from '../kernel/schema/coercion.js';
import type { ListEventsQuery } from './dto/list-events.query.js';

/** What each bound asks of an event. */
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
const BEFORE_AFTER_BOUNDS = ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const;

/** How far the default window reaches. */
const DEFAULT_WINDOW_MONTHS = 24;

type WindowBounds = Partial<Record<BoundName, DateBound>>;

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
  /** When the same request means another window. */
  readonly expires: readonly ExpiryTrigger[];
}

/** The time that a request is about, by the rules 7.2 to 7.5 and 7.8 of the interface. */
export function resolveEventWindow(
  query: ListEventsQuery,
  reference: ReferenceTime,
  strategy?: EventWindowStrategy,
): EventWindow {
  const requestedBounds = Object.fromEntries(
    BOUND_NAMES.flatMap((name) => (query[name] ? [[name, query[name]]] : [])),
  ) as WindowBounds;
  const bounds = query.include ? requestedBounds : { ...defaultBounds(query, reference, strategy), ...requestedBounds };
  const entries = Object.entries(bounds) as [BoundName, DateBound][];
  const isExact = query.strict_dates || entries.some(([, { kind }]) => kind === 'now');
  const instants = entries.map(
    ([name, bound]) => [name, resolveBoundInstant(name, bound, query.strict_dates, reference.zone)] as const,
  );
  return {
    conditions: query.include
      ? []
      : instants.map(([name, epochSeconds]) => ({ ...BOUND_CONDITIONS[name], epochSeconds })),
    parameters:
      isExact && !query.strict_dates
        ? exactEventWindowParameters(instants, reference.zone)
        : eventWindowParameters(entries, reference.zone),
    expires: query.include ? [] : windowExpiry(entries),
  };
}

/** Today, and two years from then; or from where the list is to start, if that is later. */
function defaultBounds(
  query: ListEventsQuery,
  reference: ReferenceTime,
  strategy: EventWindowStrategy | undefined,
): WindowBounds {
  if (BEFORE_AFTER_BOUNDS.some((name) => query[name])) return {};
  if (strategy) return defaultBoundsFromStrategy(strategy, reference, query);
  const { nowMs, zone } = reference;
  const today = epochToLocal(nowMs / 1000, zone);
  const start = query.start_date ? localDateTimeOf(query.start_date, zone) : today;
  const day = (local: LocalDateTime) => ({ kind: 'local', local, dateOnly: true, relative: true }) as const;
  return {
    start_date: day(`${today.slice(0, 10)} 00:00:00`),
    end_date: day(endOfDay(addMonths(start > today ? start : today, DEFAULT_WINDOW_MONTHS))),
  };
}

/** @throws {Error} where an extension gives what is no date, which is a mistake of its own */
function defaultBoundsFromStrategy(
  strategy: EventWindowStrategy,
  reference: ReferenceTime,
  { start_date: from }: ListEventsQuery,
): WindowBounds {
  const { start, end } = strategy.defaultWindow();
  const definedBounds = Object.entries({ start_date: start, end_date: end }).filter(([, text]) => text !== undefined);
  const bounds = Object.fromEntries(
    definedBounds.map(([name, text]) => [name, parseStrategyBound(text, reference)]),
  ) as WindowBounds;
  const { end_date: until, ...others } = bounds;
  // Whoever asks for what comes later is not to find nothing.
  const isPastWindow = from && until && localDateTimeOf(from, reference.zone) > localDateTimeOf(until, reference.zone);
  return isPastWindow ? others : bounds;
}

function parseStrategyBound(text: unknown, reference: ReferenceTime): DateBound {
  const bound = toDateBound(text, reference);
  if (bound === INVALID_VALUE)
    throw new Error(`The default window of an extension begins or ends with no date: ${String(text)}`);
  // Whatever it says today, it may say something else tomorrow.
  return { ...(bound as DateBound), relative: true };
}

/** Days are whole unless they are to be taken strictly; `now` is never made wider. */
function resolveBoundInstant(name: BoundName, bound: DateBound, isStrict: boolean, zone: string): number {
  if (bound.kind === 'now') return bound.epochSeconds;
  if (isStrict) return resolveInstant(bound, zone);
  const day = localDateTimeOf(bound, zone);
  return name === 'start_date' ? startOfDayEpoch(day, zone) : endOfDayEpoch(day, zone);
}

const localDateTimeOf = (bound: DateBound, zone: string): LocalDateTime =>
  bound.kind === 'local' ? bound.local : epochToLocal(bound.epochSeconds, zone);

const formatInZone = (epochSeconds: number, zone: string): string =>
  formatWithOffset(epochToLocal(epochSeconds, zone), epochSeconds);

function eventWindowParameters(
  bounds: readonly (readonly [BoundName, DateBound])[],
  zone: string,
): Record<string, string> {
  const text = (bound: DateBound) => (bound.kind === 'local' ? bound.local : formatInZone(bound.epochSeconds, zone));
  return Object.fromEntries(bounds.map(([name, bound]) => [name, text(bound)]));
}

/** A moment would be made a whole day of where days are: so all bounds are written down as they came out. */
function exactEventWindowParameters(
  instants: readonly (readonly [BoundName, number])[],
  zone: string,
): Record<string, string | boolean> {
  const texts = instants.map(([name, epochSeconds]) => [name, formatInZone(epochSeconds, zone)] as const);
  return { ...Object.fromEntries(texts), strict_dates: true };
}

function windowExpiry(bounds: readonly (readonly [BoundName, DateBound])[]): readonly ExpiryTrigger[] {
  if (bounds.some(([, { kind }]) => kind === 'now')) return ['immediately'];
  return bounds.some(([, { relative }]) => relative) ? ['midnight'] : [];
}
