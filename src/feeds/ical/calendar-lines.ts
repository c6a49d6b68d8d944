import { fixedOffsetMinutes } from '../../kernel/time/time-zone.js';
import { contentLine, textLine } from './content-line.js';

/** Product identifier of this service. It has no version, so that an update does not change every feed. */
const PRODUCT = '-//calendar-events-service//EN';

/** The properties of a calendar. */
export interface CalendarProperties {
  /** Name that clients show. */
  readonly name: string;
  /** Time zone of the service. */
  readonly timezone: string;
  /** Address of the feed, as clients should subscribe to it. */
  readonly source: string;
  /** How often clients should read the feed: a duration of ISO 8601, such as `PT1H`. */
  readonly refreshInterval: string;
}

/**
 * The beginning of a calendar, before its components. It has no `METHOD`, which would make some clients ask for each event.
 * @see https://www.rfc-editor.org/rfc/rfc7986#section-5
 */
export function calendarStart({ name, timezone, source, refreshInterval }: CalendarProperties): string {
  return [
    contentLine('BEGIN', 'VCALENDAR'),
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', PRODUCT),
    contentLine('CALSCALE', 'GREGORIAN'),
    textLine('NAME', name),
    textLine('X-WR-CALNAME', name),
    fixedOffsetMinutes(timezone) === undefined ? textLine('X-WR-TIMEZONE', timezone) : '',
    contentLine('SOURCE', source, { VALUE: 'URI' }),
    contentLine('REFRESH-INTERVAL', refreshInterval, { VALUE: 'DURATION' }),
    contentLine('X-PUBLISHED-TTL', refreshInterval),
  ].join('');
}

/** The end of a calendar. A file without it is incomplete. */
export const CALENDAR_END = contentLine('END', 'VCALENDAR');
