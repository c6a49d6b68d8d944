import type { EventView } from '../events/dto/event.view.js';
import type { ExpiryTrigger } from '../kernel/context/expiry-trigger.js';
import type { EventPhase } from './views/event-page.js';

/** A day with a clock change, the longest. */
const LONGEST_DAY_MS = 25 * 3_600_000;

type Period = Pick<EventView, 'starts_at' | 'ends_at'>;

export function eventPhase({ starts_at, ends_at }: Period, nowMs: number): EventPhase {
  if (Date.parse(ends_at) <= nowMs) return 'past';
  return Date.parse(starts_at) <= nowMs ? 'running' : 'coming';
}

/** When the page of an event changes without a write. No trigger knows its start: it is not cached on the day before. */
export function phaseExpiry({ starts_at }: Period, nowMs: number): readonly ExpiryTrigger[] {
  const untilStart = Date.parse(starts_at) - nowMs;
  return untilStart > 0 && untilStart <= LONGEST_DAY_MS ? ['immediately'] : ['midnight', 'next-end'];
}
