import type { VNode } from 'preact';
import type { EventView } from '../../events/dto/event.view.js';
import type { Language } from '../../kernel/language/languages.js';
import { dayOf, formatDate, formatDays, lastsSeveralDays } from '../dates.js';
import type { PageContext } from '../page-context.js';
import { RecordImage } from './record-image.js';

interface EventProps {
  readonly page: PageContext;
  readonly event: EventView;
}

/** An event in a list. @param day the day below whose heading it stands */
export const EventItem = ({ page, event, day }: EventProps & { readonly day: string }): VNode => (
  <article class={event.featured ? 'event is-featured' : 'event'}>
    <p class="event-time">
      <EventTime page={page} event={event} day={day} />
    </p>
    <div class="event-text">
      <h3 lang={languageAttribute(event, page)}>
        <a href={page.urls.record('event', event.slug)} aria-label={accessibleName(page, event)}>
          {event.title}
        </a>
      </h3>
      <EventStatusLabel page={page} event={event} />
      <p class="event-place">{placeOf(event)}</p>
      {event.categories.length > 0 && (
        <ul class="terms">
          {event.categories.map((category) => (
            <li lang={languageAttribute(category, page)}>{category.name}</li>
          ))}
        </ul>
      )}
    </div>
    {event.image && <RecordImage page={page} image={event.image} className="event-thumbnail" isDecorative />}
  </article>
);

/** A cancelled, postponed or rescheduled event says so in words. */
export const EventStatusLabel = ({ page, event }: EventProps): VNode | null =>
  event.event_status === 'scheduled' ? null : (
    <p class={`event-status is-${event.event_status}`}>{page.text(`status.${event.event_status}`)}</p>
  );

/** The time of an event below the heading of a day. */
function EventTime({ page, event, day }: EventProps & { readonly day: string }): VNode {
  const { language, text } = page;
  const { start_date, end_date, all_day } = event;
  const hasStarted = dayOf(start_date) < day;
  if (hasStarted || (lastsSeveralDays(event) && all_day))
    return (
      <time datetime={dayOf(end_date)}>{text('until', { date: formatDate(language, 'shortDay', end_date) })}</time>
    );
  if (all_day) return <>{text('all_day')}</>;
  return (
    <>
      <time datetime={event.starts_at}>{formatDate(language, 'time', start_date)}</time>
      {start_date !== end_date && <span class="event-end">{formatDate(language, 'time', end_date)}</span>}
    </>
  );
}

/** Title, date and time: links to events may be read out of their context. */
export function accessibleName({ language, text }: PageContext, event: EventView): string {
  const { title, start_date, end_date, all_day } = event;
  const days = lastsSeveralDays(event)
    ? formatDays(language, start_date, end_date)
    : formatDate(language, 'day', start_date);
  const time = all_day ? text('all_day') : formatDate(language, 'time', start_date);
  return `${title}, ${days}, ${time}`;
}

/** Venue and city. An online event without a venue is online. */
export function placeOf({ venue }: EventView): string {
  return venue.map(({ venue: name, city }) => [name, city].filter(Boolean).join(', ')).join(' · ');
}

/** The language of a record's texts, if it is not that of the page. */
export const languageAttribute = (
  record: { readonly ml_language: Language },
  page: PageContext,
): Language | undefined => (record.ml_language === page.language ? undefined : record.ml_language);
