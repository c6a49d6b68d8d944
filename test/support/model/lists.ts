import { STATUSES } from './validation.js';
import { isListed, findReferenced } from './list-filters.js';
import type { ModelRequest } from './requests.js';
import { assertAllowed, canEditAny, canRead, canEditAll } from './rights.js';
import type { View } from './record-views.js';
import { recordView } from './record-view.js';
import { recordsOf, isTerm, PATHS, ProblemError, servedTextsOf, type AnyRecord, type KindName } from './model-state.js';

/** 5.6, 5.9: a page of a list. */
export function listResponse(request: ModelRequest): View {
  const { page = '1', per_page = '12' } = request.query;
  const all = listRecords(request);
  const size = Math.min(50, Number(per_page));
  const shown = all.slice((Number(page) - 1) * size, Number(page) * size);
  if (shown.length === 0 && all.length > 0) throw new ProblemError(404, 'page_not_found');
  return {
    [PATHS[request.kind]]: shown.map((record) => recordView(request, record)),
    page: Number(page),
    per_page: size,
    total: all.length,
    total_pages: Math.ceil(all.length / size),
  };
}

/** All that a list holds, in its order. */
export function listRecords(request: ModelRequest): AnyRecord[] {
  assertListAllowed(request);
  return recordsOf(request.state, request.kind)
    .filter((record) => isListed(request, record))
    .toSorted((one, other) => compare(request, one, other));
}

/** 6.14, 7.1, 8.4, 8.11 */
function assertListAllowed(request: ModelRequest): void {
  const { status = '', hide_from_listings: hidden = 'false' } = request.query;
  const statuses = request.kind === 'category' || request.kind === 'tag' ? [] : status.split(',').filter(Boolean);
  assertAllowed(request, canEditAny(request) || statuses.every((each) => each === 'publish' || !STATUSES.has(each)));
  assertAllowed(request, request.kind !== 'event' || canEditAll(request) || hidden === 'false');
  const wrong = [
    ...(statuses.every((each) => STATUSES.has(each)) ? [] : ['status']),
    ...Object.entries(REFERENCE_PARAMETERS).flatMap(([name, kind]) => (isFound(request, name, kind) ? [] : [name])),
  ];
  if (wrong.length > 0) throw new ProblemError(400, 'invalid_parameter', wrong);
}

/** Filters that name a record. */
const REFERENCE_PARAMETERS: Record<string, KindName> = {
  venue: 'venue',
  organizer: 'organizer',
  categories: 'category',
  tags: 'tag',
  post_parent: 'event',
  parent: 'category',
  event: 'event',
};

function isFound(request: ModelRequest, name: string, kind: KindName): boolean {
  const sent = request.query[name];
  if (sent === undefined) return true;
  const record = findReferenced(request, kind, sent);
  return record !== undefined && canRead(request, record);
}

/** 7.1, 7.2, 7.10, 7.11: by default; what was never published counts as published last. */
function compare(request: ModelRequest, one: AnyRecord, other: AnyRecord): number {
  if (one.kind === 'event' && other.kind === 'event') return one.startsAt - other.startsAt || one.id - other.id;
  if (isTerm(one) || isTerm(other)) {
    const [name, another] = [servedTextsOf(request, one).title, servedTextsOf(request, other).title];
    return new Intl.Collator(request.language).compare(name, another) || one.id - other.id;
  }
  const [date, another] = [one.publishedAt ?? Infinity, other.publishedAt ?? Infinity];
  return date === another ? other.id - one.id : another > date ? 1 : -1;
}
