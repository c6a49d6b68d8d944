import type { EventOrder, EventQuery } from './queries.js';
import type { DatasetEvent } from './dataset.js';
import { servedLanguage, type Language } from '../languages.js';

type Compare = (one: DatasetEvent, other: DatasetEvent) => number;

/** 3.5, 7.1, 7.2: events in the order of a query; what stands alike, by id in the same direction. */
export function sortEvents(
  events: readonly DatasetEvent[],
  query: EventQuery,
  defaultLanguage: Language,
): DatasetEvent[] {
  const { orderby = 'start_date', order } = query;
  const compare = comparators(query, defaultLanguage)[orderby];
  const ascending = events.toSorted((one, other) => compare(one, other) || one.id - other.id);
  return order?.means === 'desc' ? ascending.toReversed() : ascending;
}

function comparators({ language }: EventQuery, defaultLanguage: Language): Record<EventOrder, Compare> {
  const requested = language?.asked ?? defaultLanguage;
  const { compare } = new Intl.Collator(requested);
  const title = ({ texts }: DatasetEvent) =>
    texts[servedLanguage(requested, Object.keys(texts) as Language[], defaultLanguage)]?.title ?? '';
  return {
    start_date: (one, other) => one.startsAt - other.startsAt,
    end_date: (one, other) => one.endsAt - other.endsAt,
    title: (one, other) => compare(title(one), title(other)),
    date: (one, other) => byNumber(one.publishedAt ?? Infinity, other.publishedAt ?? Infinity),
    modified: (one, other) => one.modifiedAt - other.modifiedAt,
    id: () => 0,
  };
}

/** What was never published comes behind what was, whose difference would be none. */
const byNumber = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1);
