import { listCondition } from './filters.js';
import { findTerms, type TermInput } from './names.js';
import {
  isTerm,
  isTermKind,
  PATHS,
  ProblemError,
  recordsOf,
  reject,
  servedLanguageOf,
  servedTextsOf,
} from './records.js';
import type { AnyRecord, EventRecord, KindName, PublishedRecord, TermKind } from './records.js';
import type { ModelRequest } from './requests.js';
import { assertAllowed, canEditAll, canEditAny, canRead, STATUSES } from './rights.js';
import { countOf, recordView, type View } from './views.js';
import { slugIn } from './translations.js';

const MAX_PER_PAGE = 50;

/** 5.6, 5.9: a page of a list. The URLs of the neighbouring pages are replaced by booleans. */
export function listResponse(request: ModelRequest): View {
  const { page = 1, per_page: requestedSize = 12 } = request.query;
  const per_page = Math.min(MAX_PER_PAGE, requestedSize);
  const all = listRecords(request);
  const pageRecords = all.slice((page - 1) * per_page, page * per_page);
  if (pageRecords.length === 0 && all.length > 0) throw new ProblemError(404, 'page_not_found');
  const total_pages = Math.ceil(all.length / per_page);
  return {
    [PATHS[request.kind]]: pageRecords.map((record) => recordView(request, record)),
    page,
    per_page,
    total: all.length,
    total_pages,
    next_rest_url: page < total_pages,
    previous_rest_url: page > 1 && total_pages > 0,
  };
}

/** All records of a list, in order. */
export function listRecords(request: ModelRequest): AnyRecord[] {
  assertListAllowed(request);
  const isListed = listCondition(request);
  const comparisons = comparisonsOf(request);
  const { orderby = defaultOrder(request.kind), order } = request.query;
  const isDescending =
    order === undefined
      ? !isTermKind(request.kind) && request.kind !== 'event' && ['date', 'modified'].includes(orderby)
      : order === 'desc';
  const sorted = recordsOf<KindName>(request.state, request.kind)
    .filter(isListed)
    .toSorted((one, other) => comparisons[orderby]?.(one, other) || one.id - other.id);
  return isDescending ? sorted.toReversed() : sorted;
}

/** 7.2, 7.10, 7.11 */
const defaultOrder = (kind: KindName): string => (kind === 'event' ? 'start_date' : isTermKind(kind) ? 'name' : 'date');

/** 6.14, 7.1, 7.9, 8.4, 8.11 */
function assertListAllowed(request: ModelRequest): void {
  const { status = [], hide_from_listings: hidden = 'false', page = 1, geoloc, near } = request.query;
  assertAllowed(
    request,
    canEditAny(request) || status.every((value) => value === 'publish' || !STATUSES.has(value)),
    'status',
  );
  assertAllowed(request, canEditAll(request) || hidden === 'false', 'hide_from_listings');
  reject([
    ...(status.every((value) => STATUSES.has(value)) ? [] : ['status']),
    ...(page > 0 ? [] : ['page']),
    ...(near && geoloc === false ? ['geoloc'] : []),
    ...unknownReferences(request),
  ]);
}

/** 7.1, 7.11: parameters that reference an unknown record, or one that the caller cannot read. */
function unknownReferences(request: ModelRequest): string[] {
  const { kind, query } = request;
  const isUnknown = (referencedKind: KindName, id: number) => {
    const record = recordsOf<KindName>(request.state, referencedKind).find((candidate) => candidate.id === id);
    return !record || !canRead(request, record);
  };
  const isUnknownTerm = (referencedKind: TermKind, item: TermInput) =>
    findTerms(request, referencedKind, item).length === 0;
  const unknown = {
    venue: query.venue?.some((id) => isUnknown('venue', id)),
    organizer: query.organizer?.some((id) => isUnknown('organizer', id)),
    categories: query.categories?.some((name) => isUnknownTerm('category', name)),
    tags: query.tags?.some((name) => isUnknownTerm('tag', name)),
    author: query.author?.some((id) => !request.state.users.some((user) => user.id === id)),
    post_parent: query.post_parent !== undefined && isUnknown('event', query.post_parent),
    event: query.event !== undefined && isUnknown('event', query.event),
    post: query.event === undefined && query.post !== undefined && isUnknown('event', query.post),
    parent: kind === 'category' && !!query.parent && isUnknown('category', query.parent),
    include: isTermKind(kind) && query.include?.some((id) => isUnknown(kind, id)),
  };
  return Object.entries(unknown).flatMap(([name, isInvalid]) => (isInvalid ? [name] : []));
}

type Compare = (one: AnyRecord, other: AnyRecord) => number;

/** 3.5, 7.2, 7.10, 7.11: comparisons for an ascending order, by value of `orderby`. */
function comparisonsOf(request: ModelRequest): Readonly<Record<string, Compare>> {
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
