import type { EventOrder, EventQuery } from './queries.js';
import type { WorldEvent } from './worlds.js';
import { servedOf, type Language } from '../languages.js';

type Compare = (one: WorldEvent, other: WorldEvent) => number;

/** 3.5, 7.1, 7.2: events in the order of a query; what stands alike, by id in the same direction. */
export function inOrder(events: readonly WorldEvent[], query: EventQuery, byDefault: Language): WorldEvent[] {
  const { orderby = 'start_date', order } = query;
  const compare = comparing(query, byDefault)[orderby];
  const ascending = events.toSorted((one, other) => compare(one, other) || one.id - other.id);
  return order?.means === 'desc' ? ascending.toReversed() : ascending;
}

function comparing({ language }: EventQuery, byDefault: Language): Record<EventOrder, Compare> {
  const asked = language?.asked ?? byDefault;
  const { compare } = new Intl.Collator(asked);
  const title = ({ texts }: WorldEvent) =>
    texts[servedOf(asked, Object.keys(texts) as Language[], byDefault)]?.title ?? '';
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
