import { folded, languagesOf, recordsOf } from './records.js';
import type {
  EventRecord,
  ModelContext,
  PublishedRecord,
  Term,
  TermKind,
  VenueOrOrganizer,
  VenueOrOrganizerKind,
} from './records.js';
import { isPublished, newPublication, parseUtc, publishLinked } from './publishing.js';
import type { ModelRequest } from './requests.js';
import { assertAllowed, canEditTerms, isVisible, statusOnCreate, type ActiveStatus } from './rights.js';
import { findBySlug } from './slugs.js';
import { createTexts } from './translations.js';
import { listOf } from './validation.js';

/** Writes the links of an event. `isPublishing` is true if the event becomes published or scheduled. */
export function writeLinks(request: ModelRequest, event: EventRecord, isPublishing: boolean): void {
  const { fields, state } = request;
  const created = new Set<PublishedRecord>([
    ...linkVenuesOrOrganizers(request, event, 'venue'),
    ...linkVenuesOrOrganizers(request, event, 'organizer'),
  ]);
  if (fields['categories'] !== undefined) event.categories = linkTerms(request, 'category', fields['categories']);
  if (fields['tags'] !== undefined) event.tags = linkTerms(request, 'tag', fields['tags']);
  if (fields['post_parent'] !== undefined) {
    event.parent = recordsOf(state, 'event').find(({ id }) => id === fields['post_parent']) ?? null;
  }
  if (isPublishing) publishLinked(request, event, created);
}

/** 6.9: terms in the order given, each once. New terms are created at the top level. */
function linkTerms(request: ModelRequest, kind: TermKind, input: unknown): Term[] {
  const termsOfKind = () => recordsOf(request.state, kind);
  const find = (text: string) =>
    (findBySlug(request.state, kind, text) as Term | undefined) ?? findByName(request, termsOfKind(), text);
  const terms = listOf(input).map((item) =>
    typeof item === 'number'
      ? termsOfKind().find(({ id }) => id === item)
      : (find(String(item)) ?? createLinkedTerm(request, kind, String(item))),
  );
  return [...new Set(terms as Term[])];
}

function createLinkedTerm(request: ModelRequest, kind: TermKind, name: string): Term {
  assertAllowed(request, canEditTerms(request));
  const term: Term = { kind, id: 0, texts: {}, former: [], parent: null };
  request.state.records.push(term);
  createTexts(request, term, { name });
  return term;
}

/** 3.6: a name in the requested language wins, then the lowest id. */
function findByName<RecordType extends VenueOrOrganizer | Term>(
  { language }: ModelContext,
  records: readonly RecordType[],
  name: string,
): RecordType | undefined {
  const matches = (record: RecordType, titleLanguage = language) =>
    record.texts[titleLanguage] !== undefined && folded(record.texts[titleLanguage].title) === folded(name);
  return (
    records.find((record) => matches(record)) ??
    records.find((record) => languagesOf(record).some((recordLanguage) => matches(record, recordLanguage)))
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
  return findByName(request, visible, String(input[kind])) ?? create(request, event, kind, input);
}

/** A new venue or organizer inside an event request. */
type InlineRecord = Readonly<Record<string, string | null | undefined>>;

/**
 * The status is the requested one, otherwise `publish` if the event is published, otherwise `draft`. The date is the requested
 * one, otherwise that of the event if both are published.
 */
function create(
  request: ModelRequest,
  event: EventRecord,
  kind: VenueOrOrganizerKind,
  { [kind]: name, status: requestedStatus, date, date_utc = date }: InlineRecord,
): VenueOrOrganizer {
  const isEventPublished = isPublished(request, event);
  const status = statusOnCreate(request, (requestedStatus ?? (isEventPublished ? 'publish' : 'draft')) as ActiveStatus);
  const record: VenueOrOrganizer = { ...newPublication(request), kind, fields: {}, status };
  if (date_utc) record.publishedAt = parseUtc(date_utc);
  else if (status === 'publish') record.publishedAt = isEventPublished ? event.publishedAt : request.state.now;
  request.state.records.push(record);
  createTexts(request, record, { [kind]: name });
  return record;
}
