import type { IdRanges } from './hidden-records.js';
import { pathAndQueryOf } from '../../support/records/records.js';
import { mapConcurrently } from '../../support/map-concurrently.js';
import type { TestResponse, TestCalendar } from '../../support/calendar/test-calendar.js';

export interface ReaderRequest {
  readonly method: string;
  readonly path: string;
  readonly json?: object;
}

export interface RequestTargets {
  readonly idRanges: Readonly<Record<'events' | 'venues' | 'organizers', IdRanges>>;
  /** Maximum number of categories and tags. */
  readonly terms: number;
  readonly words: readonly string[];
}

const upTo = (last: number) => Array.from({ length: last }, (_each, index) => index + 1);
const ORDERS = ['asc', 'desc'];
const LANGUAGES = [
  'ml_language=ca',
  'ml_language=es&ml_fallback=none',
  'ml_has_translation=ca',
  'ml_missing_translation=ca',
];
const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'draft,trash', 'publish,private'];
const ALL_DATES = 'starts_after=2000-01-01';

/** All requests of a reader who may not write hidden records. */
export function readerRequests({ idRanges, terms, words }: RequestTargets): ReaderRequest[] {
  const reads = [
    ...general(),
    ...eventRequests(idRanges, terms),
    ...venueAndOrganizerRequests(idRanges),
    ...termRequests(idRanges, terms),
    ...searches(words),
  ];
  const singles = (['events', 'venues', 'organizers'] as const).flatMap((path) =>
    singleRecordRequests(path, idRanges[path].hidden, words),
  );
  return [...reads.map((path) => ({ method: 'GET', path })), ...singles, ...referencingWrites(idRanges)];
}

const general = (): string[] => [
  '',
  'doc',
  '?context=help',
  'events/none',
  'nothing',
  'events?page=7000',
  'venues?page=9',
];

function listsOf(path: string, orders: readonly string[], extra: string): string[] {
  const ordered = orders.flatMap((orderby) => ORDERS.map((order) => `orderby=${orderby}&order=${order}&per_page=2`));
  return ['', 'per_page=1', 'per_page=3&page=2', ...ordered, ...LANGUAGES].map((each) => `${path}?${each}&${extra}`);
}

function eventRequests({ events, venues, organizers }: RequestTargets['idRanges'], terms: number): string[] {
  const filters = [
    ...upTo(venues.trashed).map((id) => `venue=${id}`),
    ...upTo(organizers.trashed).map((id) => `organizer=${id}`),
    ...upTo(terms).flatMap((id) => [`categories=${id}`, `tags=${id}`]),
    ...upTo(events.trashed).map((id) => `post_parent=${id}`),
    ...['featured', 'ticketed', 'geoloc'].flatMap((name) => [`${name}=true`, `${name}=false`]),
    'geoloc_lat=0.5&geoloc_lng=0.5&geoloc_radius=500',
    ...STATUSES.map((status) => `status=${status}`),
    'hide_from_listings=true',
    'categories=lonely-category,shows',
    `include=${upTo(events.unlisted).join()}`,
    'ends_after=now&strict_dates=true',
    'start_date=2000-01-01&end_date=2200-01-01',
  ];
  const orders = ['start_date', 'end_date', 'title', 'date', 'modified', 'id'];
  return [
    ...listsOf('events', orders, ''),
    ...listsOf('events', orders, ALL_DATES),
    ...filters.map((each) => `events?${each}`),
  ];
}

function venueAndOrganizerRequests(reach: RequestTargets['idRanges']): string[] {
  return (['venues', 'organizers'] as const).flatMap((path) => {
    const filters = [
      ...upTo(reach.events.trashed).map((id) => `event=${id}`),
      ...['has_events', 'only_with_upcoming'].flatMap((name) => [`${name}=true`, `${name}=false`]),
      ...STATUSES.map((status) => `status=${status}`),
      `include=${upTo(reach[path].unlisted).join()}`,
    ];
    const orders = ['date', 'name', 'modified', 'id'];
    return [...listsOf(path, orders, ''), ...filters.map((each) => `${path}?${each}`)];
  });
}

function termRequests({ events }: RequestTargets['idRanges'], terms: number): string[] {
  return ['categories', 'tags'].flatMap((path) => {
    const filters = [
      ...upTo(events.trashed).flatMap((id) => [`event=${id}&hide_empty=false`, `post=${id}`]),
      ...upTo(terms).flatMap((id) => [`include=${id}&hide_empty=false`, `parent=${id}&hide_empty=false`]),
      'exclude=1',
      'slug=lonely-tag&hide_empty=false',
    ];
    const orders = ['name', 'id', 'slug', 'count', 'description'];
    const lists = [...listsOf(path, orders, ''), ...listsOf(path, orders, 'hide_empty=false')];
    return [...lists, ...filters.map((each) => `${path}?${each}`), ...upTo(terms).map((id) => `${path}/${id}`)];
  });
}

const searches = (words: readonly string[]): string[] =>
  [...words, 'night', 'guarded', 'lonely', 'zq', 'example', 'p'].flatMap((word) =>
    ['events', 'venues', 'organizers', 'categories', 'tags'].map(
      (path) => `${path}?search=${word}&hide_empty=false&${ALL_DATES}`,
    ),
  );

/** Reads of single records, and writes that are rejected because the record belongs to another user or is hidden. */
function singleRecordRequests(path: string, last: number, slugs: readonly string[]): ReaderRequest[] {
  const addresses = [...upTo(last).map((id) => `${path}/${id}`), ...slugs.map((slug) => `${path}/by-slug/${slug}`)];
  return addresses.flatMap((address) => [
    { method: 'GET', path: address },
    { method: 'GET', path: `${address}?ml_language=ca&ml_fallback=none&password=no` },
    { method: 'PATCH', path: address, json: { description: 'Not mine' } },
    { method: 'DELETE', path: address },
  ]);
}

/** Writes that reference ids. The empty title makes each of them invalid. */
function referencingWrites({ events, venues, organizers }: RequestTargets['idRanges']): ReaderRequest[] {
  const named = [
    ...upTo(venues.trashed).map((id) => ({ venue: [id] })),
    ...upTo(organizers.trashed).map((id) => ({ organizer: [id] })),
    ...upTo(events.trashed).map((id) => ({ post_parent: id })),
    ...upTo(events.trashed + venues.trashed + organizers.trashed).map((image) => ({ image })),
  ];
  return named.map((json) => ({ method: 'POST', path: 'events', json: { title: '', ...json } }));
}

const VOLATILE_HEADERS = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);

/** Responses by request: status, headers and body, including up to eleven next pages. */
export async function responsesTo(
  calendar: TestCalendar,
  token: string | null,
  questions: readonly ReaderRequest[],
): Promise<Map<string, string>> {
  const responses = await mapConcurrently(questions, async ({ method, path, json }) => {
    const pages: string[] = [];
    for (let next: string | null = path; next !== null && pages.length < 12;) {
      const answer: TestResponse = await calendar.request(method, next, { token, json });
      const { status, headers, text, body } = answer;
      const shown = [...headers].filter(([name]) => !VOLATILE_HEADERS.has(name)).map((header) => header.join(': '));
      pages.push([status, ...shown, text].join('\n'));
      const following = body['next_rest_url'];
      next = typeof following === 'string' ? pathAndQueryOf(following) : null;
    }
    return [`${method} ${path} ${JSON.stringify(json ?? '')}`, pages.join('\n')] as const;
  });
  return new Map(responses);
}

/** Requests with different responses. */
export const diffResponses = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] =>
  [...one].filter(([question, answer]) => other.get(question) !== answer).map(([question]) => question);
