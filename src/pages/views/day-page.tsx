import type { VNode } from 'preact';
import type { EventView } from '../../events/dto/event.view.js';
import { formatNumber } from '../dates.js';
import { CalendarPage, NoEvents, type CalendarPageProps } from './calendar-page.js';
import { EventItem } from './event-item.js';

interface DayPageProps extends CalendarPageProps {
  readonly events: readonly EventView[];
  readonly total: number;
  /** Address of the next page. */
  readonly nextUrl: string | undefined;
}

/** The events of a day as a list. */
export function DayPage({ total, nextUrl, ...props }: DayPageProps): VNode {
  const { page, period, events } = props;
  const { language, text } = page;
  return (
    <CalendarPage {...props}>
      {total === 0 && <NoEvents page={page} />}
      {total > 0 && (
        <section class="day-events" aria-current={period.first === page.today ? 'date' : undefined}>
          <h2 class="result-count">{text('results', { count: total, total: formatNumber(language, total) })}</h2>
          {events.map((event) => (
            <EventItem page={page} event={event} day={period.first} />
          ))}
        </section>
      )}
      {nextUrl && (
        <nav class="paging" aria-label={text('pages')}>
          <a href={nextUrl} rel="next" data-loaded={text('more_loaded')}>
            {text('more_events')}
          </a>
        </nav>
      )}
    </CalendarPage>
  );
}
