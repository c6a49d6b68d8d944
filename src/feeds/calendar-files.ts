import { readFileSync } from 'node:fs';
import { versions } from 'node:process';
import { Injectable } from '@nestjs/common';
import type { ReadEventQuery } from '../events/dto/event-password.query.js';
import type { EventView } from '../events/dto/event.view.js';
import type { EventSelection } from '../events/dto/list-events.query.js';
import type { EventListSummary } from '../events/event-list-summary.js';
import { EventsService } from '../events/events.service.js';
import { StreamLimiter } from '../http/limits/stream-limiter.js';
import { TextResponse, type TextStream } from '../http/request/text-response.js';
import { entityTag } from '../kernel/context/entity-tags.js';
import type { RecordKey } from '../kernel/context/record-kind.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { parseDateBound } from '../kernel/time/date-bound.js';
import { isRepeatedTime } from '../kernel/time/unique-time.js';
import { ReadScopeFactory } from '../records/crud/read-scope.js';
import { hasDateFilter } from './date-filters.js';
import type { CalendarFeedQuery } from './dto/calendar-feed.query.js';
import { FeedSettings } from './feed-settings.js';
import { CALENDAR_END, calendarStart } from './ical/calendar-lines.js';
import { eventComponent, type EventComponentOptions } from './ical/event-component.js';
import { timeZoneUsesOf } from './ical/event-times.js';
import { timeZoneComponent } from './ical/time-zone-component.js';
import { timeZoneOfEmptyCalendar, timeZoneUses, type TimeZoneUses } from './ical/time-zone-uses.js';

/** Longer files count against `FEED_STREAMS`. */
const MAX_UNLIMITED_EVENTS = 1000;

/** Number of events that take about a millisecond to write. */
const EVENTS_PER_PART = 10;

/** `DESCRIPTION` of an event in the file of a list, in UTF-16 code units. */
const MAX_LISTED_DESCRIPTION_LENGTH = 8000;

/** Number of days that an event stays in a file without a date filter after its end. */
const PAST_DAYS = 31;

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Events as calendar files (RFC 5545). */
@Injectable()
export class CalendarFiles {
  constructor(
    private readonly events: EventsService,
    private readonly settings: FeedSettings,
    private readonly streams: StreamLimiter,
    private readonly scopes: ReadScopeFactory,
  ) {}

  /**
   * A file of all events that meet the filters, written while the client reads it.
   * @param url of the file, to which clients subscribe
   */
  async list(context: RequestContext, query: CalendarFeedQuery, url: string): Promise<TextResponse> {
    const selection = this.selectionOf(query);
    const [summary, uuid] = await Promise.all([this.events.summarize(context, selection), this.settings.uuid()]);
    const timeZones = await this.timeZonesOf(context, selection, summary);
    const start = this.startOf(context, url, timeZones);
    const text: TextStream = () =>
      this.write(start, this.events.walk(context, selection), {
        uuid,
        timeZones,
        pageUrl: this.settings.pageUrlFor(context),
        maxDescriptionLength: MAX_LISTED_DESCRIPTION_LENGTH,
        isStyled: query.styled,
      });
    const isLong = summary.total > MAX_UNLIMITED_EVENTS;
    const headers = { ...fileHeaders('events'), ETag: this.tagOf(context, start, summary) };
    return new TextResponse(isLong ? this.streams.limit(text) : text, headers, summary.expires);
  }

  /**
   * A file of one event, with its complete description.
   * @throws {ApiError} `event_not_found`, `event_in_trash`, `translation_not_found`, `event_password_required`
   */
  async get(context: RequestContext, key: RecordKey, query: ReadEventQuery, url: string): Promise<TextResponse> {
    const event = await this.events.get(context, key, query);
    const timeZones = timeZoneUsesOf([event]);
    const component = eventComponent(event, {
      uuid: await this.settings.uuid(),
      timeZones,
      pageUrl: this.settings.pageUrlFor(context),
      maxDescriptionLength: Infinity,
      isStyled: true,
    });
    const text = this.startOf(context, url, timeZones) + component + CALENDAR_END;
    return new TextResponse(text, { ...fileHeaders(event.slug), 'Content-Language': event.ml_language });
  }

  /** Without a date filter, events stay for a month after their end: clients delete events that a new file lacks. */
  private selectionOf(query: CalendarFeedQuery): EventSelection {
    const selection = { ...query, orderby: 'start_date', order: 'asc' } as const;
    const dayBefore = parseDateBound(`-${PAST_DAYS + 1} days`, this.scopes.referenceTime);
    return hasDateFilter(query) || !dayBefore
      ? selection
      : { ...selection, ends_after: dayBefore, strict_dates: false };
  }

  /**
   * The zones that the file describes. Times that occur twice at a clock change are written in UTC. If the first or
   * last time of a zone is such a time, it is unknown whether any event is written with the zone. Only in this rare
   * case, events are read to find out.
   */
  private async timeZonesOf(
    context: RequestContext,
    selection: EventSelection,
    { total, zones }: EventListSummary,
  ): Promise<TimeZoneUses> {
    if (total === 0) return timeZoneOfEmptyCalendar(this.settings.timezone);
    const uses = timeZoneUses(zones);
    const uncertain = new Map(
      [...uses].filter(([zone, { first, last }]) => isRepeatedTime(first, zone) || isRepeatedTime(last, zone)),
    );
    if (uncertain.size === 0) return uses;
    for await (const batch of this.events.walk(context, selection)) {
      for (const zone of timeZoneUsesOf(batch).keys()) uncertain.delete(zone);
      if (uncertain.size === 0) break;
    }
    return new Map([...uses].filter(([zone]) => !uncertain.has(zone)));
  }

  private startOf({ language }: RequestContext, source: string, timeZones: TimeZoneUses): string {
    const { timezone, refreshInterval } = this.settings;
    const name = this.settings.nameIn(language.requested);
    const components = Array.from(timeZones, ([zone, use]) => timeZoneComponent(zone, use));
    return calendarStart({ name, timezone, source, refreshInterval }) + components.join('');
  }

  /**
   * The tag depends on the events, the text before them, the caller, the settings, and the versions of the service and
   * of its time zone data: on everything that the text depends on, except strategies of extensions.
   */
  private tagOf({ principal }: RequestContext, start: string, { revision }: EventListSummary): string {
    const { eventSettings } = this.settings;
    return entityTag(
      [version, versions['tz'], eventSettings, principal.role, principal.id, revision, start].join('\n'),
    );
  }

  private async *write(
    start: string,
    batches: AsyncIterable<Iterable<EventView>>,
    options: EventComponentOptions,
  ): AsyncGenerator<string, void> {
    let text = start;
    for await (const batch of batches) {
      const events = batch[Symbol.iterator]();
      const writePart = () => this.streams.runPart(() => componentsOf(events, options));
      for (let part = await writePart(); part !== ''; part = await writePart()) {
        // The first chunk has an event, so that an error before it becomes a problem response.
        yield text + part;
        text = '';
      }
    }
    yield text + CALENDAR_END;
  }
}

/** The components of the next events. Empty after the last event. */
function componentsOf(events: Iterator<EventView>, options: EventComponentOptions): string {
  let text = '';
  for (let count = 0; count < EVENTS_PER_PART; count += 1) {
    const next = events.next();
    if (next.done) break;
    text += eventComponent(next.value, options);
  }
  return text;
}

/**
 * Type and name of a file.
 * @param name a slug: letters, digits and dashes
 * @see https://www.rfc-editor.org/rfc/rfc6266
 */
function fileHeaders(name: string) {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_');
  const encoded = ascii === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}.ics`;
  return {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': `inline; filename="${ascii}.ics"${encoded}`,
  };
}
