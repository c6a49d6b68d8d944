import type { VNode } from 'preact';
import type { EventView } from '../../events/dto/event.view.js';
import { dayOf, formatDate, formatDays, lastDayOf, needsEndDay, startDayIn } from '../dates.js';
import type { PageContext, Props } from '../page-context.js';

export type EventProps = Props<{ event: EventView }>;

/** @param day the day below whose heading the event stands */
type EventTimeProps = EventProps & { day: string };

/** The time of an event below the heading of a day. An event that started on an earlier day shows its end. */
export function EventTime({ page, event, day }: EventTimeProps): VNode {
  const { language, text, site } = page;
  const { starts_at, start_date, end_date, all_day } = event;
  const isLong = needsEndDay(event);
  // In the zone of the event, another day may have begun.
  const isOtherDay = dayOf(start_date) !== day;
  if (startDayIn(site.timezone, event) < day || (all_day && isLong))
    return <EventEnd page={page} event={event} day={day} />;
  if (all_day) return <span>{text('all_day')}</span>;
  return (
    <>
      <time datetime={starts_at}>
        {isOtherDay && `${formatDate(language, 'shortDay', start_date)}, `}
        {formatDate(language, 'time', start_date)}
      </time>{' '}
      {isLong && <EventEnd page={page} event={event} day={day} />}
      {!isLong && start_date !== end_date && <span class="event-end">– {formatDate(language, 'time', end_date)}</span>}
      <OtherZone page={page} event={event} isOtherDay={isOtherDay} />
    </>
  );
}

/** `until 14 Jan`, on the last day `until 20:00`. */
function EventEnd({ page: { language, text }, event, day }: EventTimeProps): VNode {
  const { ends_at, end_date, all_day } = event;
  const lastDay = lastDayOf(event);
  const isLastDay = lastDay === day;
  const datetime = all_day ? dayOf(end_date) : ends_at;
  if (isLastDay && all_day) return <time datetime={datetime}>{text('last_day')}</time>;
  const hour = Number(end_date.slice(11, 13));
  const end = isLastDay
    ? text('until_time', { count: hour, time: formatDate(language, 'time', end_date) })
    : text(untilKey(lastDay), { date: formatDate(language, 'shortDay', lastDay) });
  return (
    <time class="event-end" datetime={datetime}>
      {end}
    </time>
  );
}

/** In Catalan, the first and the eleventh have an elided article: `fins a l’1`, `fins al 2`. */
const untilKey = (day: string): string => (/-(01|11)$/.test(day) ? 'until_1_or_11' : 'until');

/** The zone of an event that is not below its own date, or has no place that tells its zone. */
const OtherZone = ({ page, event, isOtherDay }: EventProps & { isOtherDay: boolean }): VNode | null =>
  (isOtherDay || event.attendance_mode === 'online') && event.timezone !== page.site.timezone ? (
    <abbr class="event-end" title={event.timezone}>
      {event.timezone_abbr}
    </abbr>
  ) : null;

/** Days and start of an event in one line: `28–30 November 2026`, `28 November 2026, 18:00`. */
export function eventDate({ language, text }: PageContext, event: EventView): string {
  const { start_date, all_day } = event;
  const isLong = needsEndDay(event);
  const days = isLong ? formatDays(language, start_date, lastDayOf(event)) : formatDate(language, 'day', start_date);
  if (isLong && all_day) return days;
  return `${days}, ${all_day ? text('all_day') : formatDate(language, 'time', start_date)}`;
}

/** Date and time of an event, the former date of one that was moved, and its time zone if it is not that of the site. */
export function EventWhen({ page, event }: EventProps): VNode {
  const { language, text, site } = page;
  const { timezone, timezone_abbr: abbreviation, all_day, previous_start_date: previous } = event;
  const zone = [timezone.replaceAll('_', ' '), abbreviation === timezone ? '' : `(${abbreviation})`].join(' ').trim();
  return (
    <>
      <p class="event-date">
        <DateAndTime page={page} event={event} />
      </p>
      {!all_day && timezone !== site.timezone && <p>{text('zone', { timezone: zone })}</p>}
      {previous && (
        <p>
          {text('previous_date')}{' '}
          <del>
            {formatDate(language, 'fullDay', previous)}
            {!all_day && `, ${formatDate(language, 'time', previous)}`}
          </del>
        </p>
      )}
    </>
  );
}

function DateAndTime({ page: { language, text }, event }: EventProps): VNode {
  const { all_day, start_date, end_date, starts_at, ends_at } = event;
  const isLong = needsEndDay(event);
  if (all_day && isLong) return <time datetime={dayOf(start_date)}>{formatDays(language, start_date, end_date)}</time>;
  const day = formatDate(language, 'fullDay', start_date);
  if (all_day)
    return (
      <>
        <time datetime={dayOf(start_date)}>{day}</time>, {text('all_day').toLocaleLowerCase(language)}
      </>
    );
  const endDay = isLong ? `${formatDate(language, 'fullDay', end_date)}, ` : '';
  return (
    <>
      <time datetime={starts_at}>
        {day}, {formatDate(language, 'time', start_date)}
      </time>
      {start_date !== end_date && (
        <>
          {isLong ? ' – ' : '–'}
          <time datetime={ends_at}>
            {endDay}
            {formatDate(language, 'time', end_date)}
          </time>
        </>
      )}
    </>
  );
}
