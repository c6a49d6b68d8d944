import type { VNode } from 'preact';
import type { EventView } from '../../events/dto/event.view.js';
import { dayOf, endsWithinADay, formatDate, formatDays, lastsSeveralDays } from '../dates.js';
import type { PageContext } from '../page-context.js';

interface EventWhenProps {
  readonly page: PageContext;
  readonly event: EventView;
}

/** Date and time of an event, the former date of one that was moved, and its time zone if it is not that of the site. */
export function EventWhen({ page, event }: EventWhenProps): VNode {
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

function DateAndTime({ page: { language, text }, event }: EventWhenProps): VNode {
  const { all_day, start_date, end_date, starts_at, ends_at } = event;
  const isLong = lastsSeveralDays(event) && (all_day || !endsWithinADay(event));
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
