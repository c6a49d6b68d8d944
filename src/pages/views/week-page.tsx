import type { VNode } from 'preact';
import type { EventDay } from '../../events/event-days.js';
import { formatDate } from '../dates.js';
import type { PageContext } from '../page-context.js';
import { CalendarPage, type CalendarPageProps } from './calendar-page.js';
import { EventItem } from './event-item.js';

/** The days of a week as headings with lists. */
export const WeekPage = ({ days, ...props }: CalendarPageProps & { readonly days: readonly EventDay[] }): VNode => (
  <CalendarPage {...props}>
    {days.map((day) => (
      <DaySection page={props.page} {...day} />
    ))}
  </CalendarPage>
);

function DaySection({ page, day, total, events }: { readonly page: PageContext } & EventDay): VNode {
  const { language, text, today, urls } = page;
  const others = total - events.length;
  const date = formatDate(language, 'weekdayAndDay', day);
  return (
    <section class="day" aria-current={day === today ? 'date' : undefined}>
      <h2>
        <time datetime={day}>{day === today ? `${text('today')}, ${date}` : date}</time>
      </h2>
      {total === 0 && <p class="nothing">{text('nothing')}</p>}
      {events.map((event) => (
        <EventItem page={page} event={event} day={day} />
      ))}
      {others > 0 && (
        <p class="more">
          <a href={urls.period('day', day)}>
            {text('more', { count: others })}
            <span class="visually-hidden">{text('on_day', { date })}</span>
          </a>
        </p>
      )}
    </section>
  );
}
