import {
  isTerm,
  servedLanguageOf,
  servedTextsOf,
  type AnyRecord,
  type EventRecord,
  type PublishedRecord,
} from './records.js';
import type { ModelRequest } from './requests.js';
import { slugIn } from './slugs.js';
import { countOf } from './views.js';

type Compare = (one: AnyRecord, other: AnyRecord) => number;

/** 3.5, 7.2, 7.10, 7.11: ascending orders, by name. */
export function compareRecords(request: ModelRequest): Readonly<Record<string, Compare>> {
  const byTitle = byText(request, (record) => servedTextsOf(request, record).title);
  const counts = new Map<AnyRecord, number>();
  const count = (record: AnyRecord) => {
    const cached = counts.get(record) ?? (isTerm(record) ? countOf(request, record) : 0);
    counts.set(record, cached);
    return cached;
  };
  return {
    start_date: byNumber((record) => (record as EventRecord).startsAt),
    end_date: byNumber((record) => (record as EventRecord).endsAt),
    // Records without a publication date come last.
    date: byNumber((record) => (record as PublishedRecord).publishedAt ?? Number.MAX_SAFE_INTEGER),
    modified: byNumber((record) => (record as PublishedRecord).modifiedAt),
    title: byTitle,
    name: byTitle,
    slug: byText(request, (record) => slugIn(record, servedLanguageOf(request, record))),
    description: byText(request, (record) => servedTextsOf(request, record).description),
    count: byNumber(count),
    include: byNumber(({ id }) => request.query.include?.indexOf(id) ?? 0),
    id: () => 0,
  };
}

const byNumber =
  (value: (record: AnyRecord) => number): Compare =>
  (one, other) =>
    value(one) - value(other);

function byText({ language }: ModelRequest, text: (record: AnyRecord) => string): Compare {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return (one, other) => compare(text(one), text(other));
}
