import { parameterError } from '../kernel/errors/api-error.js';
import { epochToLocal, isSupportedInstant, type LocalDateTime } from '../kernel/time/local-time.js';
import { resolveEpochSeconds, type ParsedDateTime } from '../kernel/time/parse-date-time.js';

/** Whether an event takes place as announced. */
export const EVENT_STATUSES = ['scheduled', 'cancelled', 'postponed', 'rescheduled'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** Whether an event takes place at its venues, online, or both. */
export const ATTENDANCE_MODES = ['offline', 'online', 'mixed'] as const;
export type AttendanceMode = (typeof ATTENDANCE_MODES)[number];

export const DEFAULT_EVENT_STATUS = 'scheduled' satisfies EventStatus;
export const DEFAULT_ATTENDANCE_MODE = 'offline' satisfies AttendanceMode;

interface EventStatusInput {
  readonly event_status?: EventStatus | null | undefined;
  readonly attendance_mode?: AttendanceMode | null | undefined;
  readonly online_url?: string | null | undefined;
  readonly previous_start_date?: ParsedDateTime | null | undefined;
  readonly start_date?: ParsedDateTime | undefined;
}

interface EventStatusColumns {
  startsAt: Date;
  eventStatus?: EventStatus;
  attendanceMode?: AttendanceMode;
  onlineUrl?: string | null | undefined;
  previousStartLocal?: LocalDateTime | null | undefined;
}

/**
 * Writes status, attendance and former start of an event, after its schedule. If the input reschedules the event without naming the former
 * start, the start before the write is stored.
 * @param startBefore start before the write. `undefined` for a new event
 * @param zone zone of the event after the write
 * @throws {ApiError} `invalid_parameter` if the former start is out of range
 */
export function applyEventStatus(
  event: EventStatusColumns,
  input: EventStatusInput,
  startBefore: Date | undefined,
  zone: string,
): void {
  if (input.event_status !== undefined) event.eventStatus = input.event_status ?? DEFAULT_EVENT_STATUS;
  if (input.attendance_mode !== undefined) event.attendanceMode = input.attendance_mode ?? DEFAULT_ATTENDANCE_MODE;
  if (input.online_url !== undefined) event.onlineUrl = input.online_url;
  const sent = input.previous_start_date;
  if (sent !== undefined) event.previousStartLocal = sent && previousStart(sent, event.previousStartLocal, zone);
  else if (startBefore && isRescheduled(event, input, startBefore))
    event.previousStartLocal = epochToLocal(startBefore.getTime() / 1000, zone);
}

const isRescheduled = ({ startsAt }: EventStatusColumns, input: EventStatusInput, startBefore: Date): boolean =>
  input.event_status === 'rescheduled' &&
  input.start_date !== undefined &&
  startsAt.getTime() !== startBefore.getTime();

/** A former start that a read served stays as it is, even if the event has moved to a zone that skips it. */
function previousStart(date: ParsedDateTime, stored: LocalDateTime | null | undefined, zone: string): LocalDateTime {
  if (date.kind === 'local' && date.local === stored) return stored;
  const epochSeconds = resolveEpochSeconds(date, zone);
  if (!isSupportedInstant(epochSeconds)) throw parameterError({ previous_start_date: { key: 'validation.date_time' } });
  return epochToLocal(epochSeconds, zone);
}
