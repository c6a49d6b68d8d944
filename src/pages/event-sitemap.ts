import { Injectable } from '@nestjs/common';
import type { EventList } from '../events/dto/event.view.js';
import type { EventSelection } from '../events/dto/list-events.query.js';
import { EventsService } from '../events/events.service.js';
import { createFieldSelection } from '../kernel/context/field-selection.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { parseDateBound, type DateBound } from '../kernel/time/date-bound.js';
import { ReadScopeFactory } from '../records/crud/read-scope.js';
import { RECORDS_PER_PART, type SitemapRecord } from './sitemap-record.js';
import type { SitemapQuery } from './sitemap.query.js';

/** Starts of events in epoch seconds: from `from` to before `to`. */
interface StartRange {
  readonly from: number;
  readonly to: number;
}

/** The events of the sitemap: coming ones, and those of the last 12 months. A part has those that start in a period. */
@Injectable()
export class EventSitemap {
  constructor(
    private readonly events: EventsService,
    private readonly scopes: ReadScopeFactory,
  ) {}

  /** Queries of the parts. The period of all events is halved until none has too many. */
  async queries(context: RequestContext): Promise<string[]> {
    const [first, last] = await Promise.all([this.firstOf(context), this.firstOf(context, { order: 'desc' })]);
    const [from, lastStart] = [first, last].map(({ events: [event] }) => event && startOf(event.starts_at));
    if (from === undefined || lastStart === undefined) return [];
    const boundaries = await this.split(context, { from, to: lastStart + 1 }, first.total);
    return [undefined, ...boundaries].map((start, index) => queryOf(start, boundaries[index]));
  }

  /** The events of a part in batches, without those that ask for a password. */
  async *walk(context: RequestContext, { start_date, starts_before }: SitemapQuery): AsyncGenerator<SitemapRecord[]> {
    const selection = { ...this.selection, start_date, starts_before };
    const events = this.events.walk({ ...context, fields: FIELDS }, selection);
    for await (const batch of events) yield Array.from(batch).filter((event) => !event.password_protected);
  }

  /** Instants between the parts of a period. Events that start in the same second stay together. */
  private async split(context: RequestContext, { from, to }: StartRange, total: number): Promise<number[]> {
    if (total <= RECORDS_PER_PART || to - from < 2) return [];
    const middle = Math.floor((from + to) / 2);
    const range = { start_date: instant(from), starts_before: instant(middle) };
    const { total: before } = await this.firstOf(context, range);
    const earlier = await this.split(context, { from, to: middle }, before);
    const later = await this.split(context, { from: middle, to }, total - before);
    return [...earlier, ...(before > 0 && before < total ? [middle] : []), ...later];
  }

  private firstOf(context: RequestContext, changes: Partial<EventSelection> = {}): Promise<EventList> {
    return this.events.list({ ...context, fields: FIELDS }, { ...this.selection, ...changes, page: 1, per_page: 1 });
  }

  private get selection(): EventSelection {
    const ends_after = parseDateBound('-12 months', this.scopes.referenceTime) as DateBound;
    return { ...SELECTION, ends_after };
  }
}

/** Members of events that are read. Without linked records, this is faster. */
const FIELDS = createFieldSelection(['ml_translations', 'modified_utc', 'password_protected', 'starts_at']);

const SELECTION = {
  ml_fallback: 'record',
  strict_dates: true,
  geoloc_radius: 0,
  orderby: 'start_date',
  order: 'asc',
} as const;

const instant = (epochSeconds: number): DateBound => ({ kind: 'instant', epochSeconds });

const startOf = (startsAt: string): number => Date.parse(startsAt) / 1000;

/** The first part has no start, and the last one no end, so that none changes when an event is added before or after all others. */
function queryOf(start: number | undefined, end: number | undefined): string {
  const bounds = { start_date: start, starts_before: end };
  const parameters = Object.entries(bounds).flatMap(([name, seconds]) =>
    seconds === undefined ? [] : [`${name}=${new Date(seconds * 1000).toISOString().replace('.000', '')}`],
  );
  return parameters.length > 0 ? `?${parameters.join('&')}` : '';
}
