import { offsetInterval } from './zone-offset.js';

/** No clock change skips or repeats more. The largest ones are changes of the date line. */
const MAX_CHANGE_SECONDS = 25 * 3600;

/**
 * Whether the wall-clock time of an instant occurs twice, because a clock change repeats it.
 * @param epochSeconds whole seconds
 * @param zone as returned by `normalizeTimeZone`
 */
export function isRepeatedTime(epochSeconds: number, zone: string): boolean {
  const { from, to, offset } = offsetInterval(epochSeconds, zone);
  const [sinceChange, untilChange] = [epochSeconds - from, to - epochSeconds];
  return (
    (sinceChange < MAX_CHANGE_SECONDS && sinceChange < offsetInterval(from - 1, zone).offset - offset) ||
    (untilChange <= MAX_CHANGE_SECONDS && untilChange <= offset - offsetInterval(to, zone).offset)
  );
}
