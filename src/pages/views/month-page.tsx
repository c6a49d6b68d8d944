import type { VNode } from 'preact';
import type { EventDay } from '../../events/event-days.js';
import type { CalendarPeriod } from '../calendar-period.js';
import { dayOf, formatDate, startDayIn } from '../dates.js';
import type { Props } from '../page-context.js';
import { CalendarPage, OtherEvents, type CalendarPageProps } from './calendar-page.js';
import { EventLink, EventStatusLabel, type EventProps } from './event-item.js';

/** A month as a table of whole weeks, with the first events of each day. */
export function MonthPage({ days, ...props }: CalendarPageProps & { days: readonly EventDay[] }): VNode {
  const { language, text } = props.page;
  const caption = text('events_in', { period: formatDate(language, 'month', props.period.first) });
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => days.slice(week * 7, week * 7 + 7));
  return (
    <CalendarPage {...props}>
      <table class="month">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {weeks[0]?.map(({ day }) => (
              <th scope="col">{formatDate(language, 'weekday', day)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr>
              {week.map((day) => (
                <Cell page={props.page} period={props.period} {...day} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </CalendarPage>
  );
}

function Cell({ page, period, day, total, events }: Props<{ period: CalendarPeriod } & EventDay>): VNode {
  const { language, today } = page;
  const classes = [!day.startsWith(period.name) && 'is-other-month', total === 0 && 'is-empty'].filter(Boolean);
  return (
    <td
      class={classes.length > 0 ? classes.join(' ') : undefined}
      aria-current={day === today ? 'date' : undefined}
      data-weekday={formatDate(language, 'weekday', day)}
    >
      <time datetime={day}>{Number(day.slice(8))}</time>
      {events.length > 0 && (
        <ul>
          {events.map((event) => (
            <CellEvent page={page} event={event} day={day} />
          ))}
        </ul>
      )}
      <OtherEvents page={page} day={{ day, total, events }} />
    </td>
  );
}

/** An event in a cell. The time is part of the link's accessible name. */
const CellEvent = ({ page, event, day }: EventProps & { day: string }): VNode => (
  <li class={startDayIn(page.site.timezone, event) < day ? 'is-running' : undefined}>
    {!event.all_day && dayOf(event.start_date) === day && (
      <span class="event-start" aria-hidden="true">
        {formatDate(page.language, 'time', event.start_date)}{' '}
      </span>
    )}
    <EventLink page={page} event={event} />
    <EventStatusLabel page={page} event={event} />
  </li>
);
