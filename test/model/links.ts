import { findByNameAndPlace, findLinkedTerms, nameOf, type TermInput } from './names.js';
import { folded, PATHS, recordsOf, reject } from './records.js';
import type {
  EventRecord,
  PublishedRecord,
  Term,
  TermKind,
  VenueOrOrganizer,
  VenueOrOrganizerKind,
} from './records.js';
import { followEvent, isPublished, newPublication, parseUtc, type EventBefore } from './publishing.js';
import type { ModelRequest } from './requests.js';
import { assertAllowed, canEditTerms, isVisible, statusOnCreate, type ActiveStatus } from './rights.js';
import { createTexts, derivedSlug } from './translations.js';
import { listOf } from './validation.js';

/** Writes the links of an event, then the publication of the linked records. */
export function writeLinks(request: ModelRequest, event: EventRecord, before: EventBefore): void {
  const { fields, state } = request;
  const created = new Set<PublishedRecord>([
    ...linkVenuesOrOrganizers(request, event, 'venue'),
    ...linkVenuesOrOrganizers(request, event, 'organizer'),
  ]);
  const invalid = (['category', 'tag'] as const).filter((kind) => !linkTerms(request, event, kind));
  reject(invalid.map((kind) => PATHS[kind]));
  if (fields['post_parent'] !== undefined) {
    event.parent = recordsOf(state, 'event').find(({ id }) => id === fields['post_parent']) ?? null;
  }
  followEvent(request, event, before, { created });
}

/**
 * 6.9: links terms in the order given, each once. New terms are created at the top level.
 * @returns false if a slug is unknown, or the name of several categories is ambiguous
 */
function linkTerms(request: ModelRequest, event: EventRecord, kind: TermKind): boolean {
  const parameter = PATHS[kind];
  if (request.fields[parameter] === undefined) return true;
  const items = listOf(request.fields[parameter]) as TermInput[];
  const found = findLinkedTerms(request, kind, items);
  if (!found) return false;
  const unknown = items.filter((_item, index) => found[index]?.length === 0);
  assertAllowed(request, unknown.length === 0 || canEditTerms(request), parameter);
  const created = createTerms(request, kind, unknown);
  event[parameter] = [...new Set(items.map((item, index) => (found[index]?.[0] ?? created.get(item)) as Term))];
  return true;
}

/** 6.9: the same new name creates one term. Terms are created in the order of their slugs. */
function createTerms(request: ModelRequest, kind: TermKind, unknown: readonly TermInput[]): Map<TermInput, Term> {
  const groups: { name: string; slug: string; items: TermInput[] }[] = [];
  for (const item of unknown) {
    const name = nameOf(item) ?? '';
    const sameTerm =
      groups.find((group) => group.name === name) ??
      groups.find(({ slug }) => typeof item === 'string' && slug === item) ??
      groups.find((group) => folded(group.name) === folded(name));
    if (sameTerm) sameTerm.items.push(item);
    else groups.push({ name, slug: derivedSlug(kind, name), items: [item] });
  }
  const sorted = groups.toSorted((one, other) => Number(one.slug > other.slug) - Number(one.slug < other.slug));
  return new Map(
    sorted.flatMap(({ name, items }) => {
      const term: Term = { kind, id: 0, texts: {}, former: [], parent: null };
      request.state.records.push(term);
      createTexts(request, term, { name });
      return items.map((item) => [item, term] as const);
    }),
  );
}

/** 6.8: links venues or organizers; returns those that were created. */
function linkVenuesOrOrganizers(
  request: ModelRequest,
  event: EventRecord,
  kind: VenueOrOrganizerKind,
): VenueOrOrganizer[] {
  if (request.fields[kind] === undefined) return [];
  const existing = new Set(recordsOf(request.state, kind));
  const inputRecords = [
    ...new Set(listOf(request.fields[kind]).map((item) => findOrCreate(request, event, kind, item))),
  ];
  event[kind] = mergeLinks(event[kind], (linked) => isVisible(request, linked), inputRecords);
  return event[kind].filter((record) => !existing.has(record));
}

/** 6.2: links that the caller cannot see keep their place. */
function mergeLinks(
  before: readonly VenueOrOrganizer[],
  isVisibleLink: (linked: VenueOrOrganizer) => boolean,
  inputRecords: readonly VenueOrOrganizer[],
): VenueOrOrganizer[] {
  const remaining = [...inputRecords];
  const merged = before.flatMap((linked) => (isVisibleLink(linked) ? remaining.splice(0, 1) : [linked]));
  return [...merged, ...remaining];
}

function findOrCreate(
  request: ModelRequest,
  event: EventRecord,
  kind: VenueOrOrganizerKind,
  item: unknown,
): VenueOrOrganizer {
  const records = recordsOf(request.state, kind);
  if (typeof item === 'number') return records.find(({ id }) => id === item) as VenueOrOrganizer;
  const input = item as InlineRecord;
  const visible = records.filter((record) => isVisible(request, record));
  const found = findByNameAndPlace(request, visible, String(input[kind]), input);
  return found ?? create(request, event, kind, input);
}

/** A new venue or organizer inside an event request. */
type InlineRecord = Readonly<Record<string, string | null | undefined>>;

/**
 * 6.8: the status is the requested one, otherwise `publish` if the event is published or scheduled, otherwise `draft`. A published record
 * without a requested date has the date of the event if that is published or scheduled, otherwise the current time.
 */
function create(
  request: ModelRequest,
  event: EventRecord,
  kind: VenueOrOrganizerKind,
  { [kind]: name, status: requestedStatus, date, date_utc = date, ...fields }: InlineRecord,
): VenueOrOrganizer {
  const isEventPublished = isPublished(request, event);
  const status = statusOnCreate(request, (requestedStatus ?? (isEventPublished ? 'publish' : 'draft')) as ActiveStatus);
  const record: VenueOrOrganizer = {
    ...newPublication(request),
    kind,
    fields: fields as VenueOrOrganizer['fields'],
    status,
  };
  if (date_utc) record.publishedAt = parseUtc(date_utc);
  else if (status === 'publish') record.publishedAt = isEventPublished ? event.publishedAt : request.state.now;
  request.state.records.push(record);
  createTexts(request, record, { [kind]: name });
  return record;
}
