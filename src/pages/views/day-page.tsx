import type { VNode } from 'preact';
import type { EventView } from '../../events/dto/event.view.js';
import { CalendarPage, type CalendarPageProps } from './calendar-page.js';
import { EventItem } from './event-item.js';

interface DayPageProps extends CalendarPageProps {
  readonly events: readonly EventView[];
  readonly total: number;
  /** Address of the next page. */
  readonly nextUrl: string | undefined;
}

/** The events of a day as a list. */
export function DayPage({ events, total, nextUrl, ...props }: DayPageProps): VNode {
  const { page, period } = props;
  return (
    <CalendarPage {...props}>
      <section class="day" aria-current={period.first === page.today ? 'date' : undefined}>
        <h2>{total === 0 ? page.text('nothing') : page.text('results', { count: total })}</h2>
        {events.map((event) => (
          <EventItem page={page} event={event} day={period.first} />
        ))}
      </section>
      {nextUrl && (
        <p class="more">
          <a href={nextUrl} rel="next">
            {page.text('more_events')}
          </a>
        </p>
      )}
    </CalendarPage>
  );
}
