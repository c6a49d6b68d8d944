import type { VNode } from 'preact';
import type { EventView } from '../../events/dto/event.view.js';
import { isFree } from '../../feeds/json-ld/offers.js';
import { languageName, type Language } from '../../kernel/language/languages.js';
import { dayOf, formatDate, formatDays, lastDayOf, needsEndDay, startDayIn } from '../dates.js';
import { languageAttribute, type PageContext, type Props } from '../page-context.js';
import { RecordImage } from './record-parts.js';

export type EventProps = Props<{ event: EventView }>;

/** Title, date and time, because screen readers list links without their context. */
export const accessibleName = (page: PageContext, event: EventView): string =>
  `${event.title}, ${eventDate(page, event)}`;

/** A link to the page of an event. Its accessible name has date and time. */
export const EventLink = ({ page, event }: EventProps): VNode => (
  <a
    href={page.recordUrl('event', event.slug)}
    aria-label={accessibleName(page, event)}
    lang={languageAttribute(event, page)}
  >
    {event.title}
  </a>
);

/** An event in a list. @param day the day of the heading above it */
export function EventItem({ page, event, day }: EventProps & { day: string }): VNode {
  const { featured, event_status, image, cost } = event;
  const classes = ['event', featured && 'is-featured', event_status === 'cancelled' && 'is-cancelled'];
  return (
    <article class={classes.filter(Boolean).join(' ')}>
      <p class="event-time">
        <EventTime page={page} event={event} day={day} />
      </p>
      <div class="event-text">
        <h3 lang={languageAttribute(event, page)}>
          <EventLink page={page} event={event} />
        </h3>
        <EventMarks page={page} event={event} />
        <div class="event-facts">
          <EventPlace page={page} event={event} />
          {cost && <p class={isFree(event) ? 'event-cost is-free' : 'event-cost'}>{cost}</p>}
        </div>
        <FallbackNote page={page} record={event} />
      </div>
      {image && <RecordImage page={page} image={image} className="event-thumbnail" isDecorative />}
    </article>
  );
}

/** Status, “featured” and categories, in words. */
const EventMarks = ({ page, event }: EventProps): VNode => (
  <div class="event-marks">
    <EventStatusLabel page={page} event={event} />
    {event.featured && <p class="featured">{page.text('featured')}</p>}
    {event.categories.length > 0 && (
      <ul class="terms">
        {event.categories.map((category) => (
          <li lang={languageAttribute(category, page)}>{category.name}</li>
        ))}
      </ul>
    )}
  </div>
);

/** Label of a cancelled, postponed or rescheduled event. */
export const EventStatusLabel = ({ page, event }: EventProps): VNode | null =>
  event.event_status === 'scheduled' ? null : (
    <p class={`event-status is-${event.event_status}`}>{page.text(`status.${event.event_status}`)}</p>
  );

/** Says that texts are not available in the language of the page. */
export const FallbackNote = ({ page, record }: Props<{ record: { ml_language: Language } }>): VNode | null =>
  record.ml_language === page.language ? null : (
    <p class="fallback-note">{page.text('text_in', { language: languageName(record.ml_language, page.language) })}</p>
  );

/** Venues with their cities, and whether the event is online. */
function EventPlace({ page, event: { venue: venues, attendance_mode } }: EventProps): VNode | null {
  if (attendance_mode === 'online') return <p class="event-place">{page.text('online')}</p>;
  if (venues.length === 0) return null;
  return (
    <p class="event-place">
      {venues.map((venue, index) => (
        <>
          {index > 0 && ' · '}
          <span lang={languageAttribute(venue, page)}>{venue.venue}</span>
          {venue.city && `, ${venue.city}`}
        </>
      ))}
      {attendance_mode === 'mixed' && ` · ${page.text('also_online')}`}
    </p>
  );
}

/** @param day the day of the heading above the event */
type EventTimeProps = EventProps & { day: string };

/** Start and end of an event. If it started before `day`, or lasts several whole days, only its end. */
export function EventTime({ page, event, day }: EventTimeProps): VNode {
  const { language, text, site } = page;
  const { starts_at, start_date, end_date, all_day } = event;
  const isLong = needsEndDay(event);
  if (startDayIn(site.configuration.TIMEZONE, event) < day || (all_day && isLong))
    return <EventEnd page={page} event={event} day={day} />;
  if (all_day) return <span>{text('all_day')}</span>;
  // The start can be on another day in the zone of the event.
  const isOtherDay = dayOf(start_date) !== day;
  return (
    <>
      <time datetime={starts_at}>
        {isOtherDay && `${formatDate(language, 'shortDay', start_date)}, `}
        {formatDate(language, 'time', start_date)}
      </time>{' '}
      {isLong ? (
        <EventEnd page={page} event={event} day={day} />
      ) : (
        start_date !== end_date && <span class="event-end">– {formatDate(language, 'time', end_date)}</span>
      )}
      {(isOtherDay || event.attendance_mode === 'online') && <OtherZone page={page} event={event} />}
    </>
  );
}

const OtherZone = ({ page, event: { timezone, timezone_abbr } }: EventProps): VNode | null =>
  timezone === page.site.configuration.TIMEZONE ? null : (
    <abbr class="event-end" title={timezone}>
      {timezone_abbr}
    </abbr>
  );

/** `until 14 Jan`, on the last day `until 20:00`. Catalan elides before the first and the eleventh: `fins a l’1`, `fins al 2`. */
function EventEnd({ page: { language, text }, event, day }: EventTimeProps): VNode {
  const { ends_at, end_date, all_day } = event;
  const lastDay = lastDayOf(event);
  const dateKey = /-(01|11)$/.test(lastDay) ? 'until_1_or_11' : 'until';
  const style = Date.parse(lastDay) - Date.parse(day) < 365 * 86_400_000 ? 'shortDay' : 'shortDayAndYear';
  const untilDate = () => text(dateKey, { date: formatDate(language, style, lastDay) });
  const untilTime = () =>
    text('until_time', { count: Number(end_date.slice(11, 13)), time: formatDate(language, 'time', end_date) });
  return (
    <time class="event-end" datetime={all_day ? dayOf(end_date) : ends_at}>
      {lastDay === day && !all_day ? untilTime() : untilDate()}
    </time>
  );
}

/** Days and start of an event in one line: `28–30 November 2026`, `28 November 2026, 18:00`. */
export function eventDate({ language, text }: PageContext, event: EventView): string {
  const { start_date, all_day } = event;
  const isLong = needsEndDay(event);
  const days = isLong ? formatDays(language, start_date, lastDayOf(event)) : formatDate(language, 'day', start_date);
  if (isLong && all_day) return days;
  return `${days}, ${all_day ? text('all_day') : formatDate(language, 'time', start_date)}`;
}

/** Date and time of an event, and its time zone if it differs from `TIMEZONE`. */
export function EventWhen({ page, event }: EventProps): VNode {
  const { all_day, timezone, timezone_abbr: abbreviation } = event;
  const zone = timezone.replaceAll('_', ' ') + (abbreviation === timezone ? '' : ` (${abbreviation})`);
  return (
    <>
      <p class="event-date">
        <time datetime={all_day ? dayOf(event.start_date) : event.starts_at}>{startAndEnd(page, event)}</time>
      </p>
      {!all_day && timezone !== page.site.configuration.TIMEZONE && <p>{page.text('zone', { timezone: zone })}</p>}
    </>
  );
}

/** `Saturday, 28 November 2026, 18:00–20:00` */
function startAndEnd({ language, text }: PageContext, event: EventView): string {
  const { all_day, start_date, end_date } = event;
  const isLong = needsEndDay(event);
  if (all_day && isLong) return formatDays(language, start_date, end_date);
  const start = dateAndTime(language, start_date, all_day);
  if (all_day) return `${start}, ${text('all_day').toLocaleLowerCase(language)}`;
  if (start_date === end_date) return start;
  return isLong
    ? `${start} – ${dateAndTime(language, end_date)}`
    : `${start}–${formatDate(language, 'time', end_date)}`;
}

const dateAndTime = (language: Language, local: string, isAllDay = false): string =>
  formatDate(language, 'fullDay', local) + (isAllDay ? '' : `, ${formatDate(language, 'time', local)}`);
