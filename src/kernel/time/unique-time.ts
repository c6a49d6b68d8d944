import { secondsBetween, type LocalDateTime } from './local-time.js';
import { offsetInterval } from './zone-offset.js';

const EPOCH: LocalDateTime = '1970-01-01 00:00:00';

/**
 * Whether a wall-clock time belongs to an instant and to no other one. False in the hour that a clock change repeats,
 * beyond the years 0001 to 9999 (see `epochToLocal`), and if time zone data other than that of the runtime produced it.
 * @param epochSeconds whole seconds
 * @param zone as returned by `normalizeTimeZone`
 */
export function isUniqueTime(local: LocalDateTime, epochSeconds: number, zone: string): boolean {
  const { offset } = offsetInterval(epochSeconds, zone);
  return secondsBetween(EPOCH, local) === epochSeconds + offset && !isRepeatedTime(epochSeconds, zone);
}

/** Whether the wall-clock time of an instant occurs twice, before and after a clock change. */
export function isRepeatedTime(epochSeconds: number, zone: string): boolean {
  const { from, to, offset } = offsetInterval(epochSeconds, zone);
  const [sinceChange, untilChange] = [epochSeconds - from, to - epochSeconds];
  return (
    (sinceChange < MAX_CHANGE_SECONDS && sinceChange < offsetInterval(from - 1, zone).offset - offset) ||
    (untilChange <= MAX_CHANGE_SECONDS && untilChange <= offset - offsetInterval(to, zone).offset)
  );
}

/** No clock change skips or repeats more. The largest ones are changes of the date line. */
const MAX_CHANGE_SECONDS = 25 * 3600;
