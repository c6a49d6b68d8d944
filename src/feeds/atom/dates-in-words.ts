import { zoneOrStoredOffset } from '../../kernel/time/local-time.js';
import { timeZoneAbbreviation } from '../../kernel/time/time-zone-abbreviation.js';
import { wallClock, wallClockFormat } from '../../kernel/time/wall-clock-format.js';
import type { EventView } from '../../events/dto/event.view.js';

const DAY = { dateStyle: 'full' } as const;
const DAY_AND_TIME = { dateStyle: 'full', timeStyle: 'short' } as const;

/**
 * Start and end of an event in words, in the language of its texts. What both have in common is written once.
 * @example datesInWords(event) // 'Monday, March 8, 2027, 7:00 – 9:00 PM (CET)', all-day: 'Monday, March 8, 2027'
 */
export function datesInWords(event: EventView): string {
  const { all_day: allDay, start_date, end_date, ml_language } = event;
  const format = wallClockFormat(ml_language, allDay ? DAY : DAY_AND_TIME);
  const [start, end] = [wallClock(start_date), wallClock(end_date)];
  // In the hour that a clock change repeats, an event can end at an earlier time of day than it starts.
  const range = end < start ? `${format.format(start)} – ${format.format(end)}` : format.formatRange(start, end);
  return allDay ? range : `${range} (${zoneAbbreviations(event)})`;
}

/** The abbreviation of the zone at the start, and at the end if the clock changes in between: `CET – CEST`. */
function zoneAbbreviations({ timezone, start_date, starts_at, ends_at, timezone_abbr }: EventView): string {
  const [start, end] = [Date.parse(starts_at) / 1000, Date.parse(ends_at) / 1000];
  const atEnd = timeZoneAbbreviation(zoneOrStoredOffset(timezone, start_date, start), end);
  return atEnd === timezone_abbr ? timezone_abbr : `${timezone_abbr} – ${atEnd}`;
}
