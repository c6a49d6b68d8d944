import type { VNode } from 'preact';
import type { EventDay } from '../../events/event-days.js';
import type { PageContext } from '../page-context.js';
import { CalendarPage, OtherEvents, type CalendarPageProps } from './calendar-page.js';
import { EventItem } from './event-item.js';
import { DayHeading } from './list-page.js';

/** The days of a week as headings with lists. */
export const WeekPage = ({ days, ...props }: CalendarPageProps & { readonly days: readonly EventDay[] }): VNode => (
  <CalendarPage {...props} events={days.flatMap(({ events }) => events)}>
    {days.map((day) => (
      <DaySection page={props.page} day={day} />
    ))}
  </CalendarPage>
);

const DaySection = ({ page, day }: { readonly page: PageContext; readonly day: EventDay }): VNode => (
  <section class="day" aria-current={day.day === page.today ? 'date' : undefined}>
    <DayHeading page={page} day={day.day} />
    <div class="day-events">
      {day.total === 0 && <p class="nothing">{page.text('nothing')}</p>}
      {day.events.map((event) => (
        <EventItem page={page} event={event} day={day.day} />
      ))}
      <OtherEvents page={page} day={day} />
    </div>
  </section>
);
