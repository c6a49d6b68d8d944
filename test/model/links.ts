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
function linkTerms(request: ModelRequest, kind: TermKind, sent: unknown): Term[] {
  const all = () => recordsOf(request.state, kind);
  const find = (text: string) =>
    (findBySlug(request.state, kind, text) as Term | undefined) ?? findByName(request, all(), text);
  const terms = listOf(sent).map((each) =>
    typeof each === 'number'
      ? all().find(({ id }) => id === each)
      : (find(String(each)) ?? createLinkedTerm(request, kind, String(each))),
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
function findByName<Each extends VenueOrOrganizer | Term>(
  { language }: ModelContext,
  records: readonly Each[],
  name: string,
): Each | undefined {
  const matches = (record: Each, each = language) =>
    record.texts[each] !== undefined && folded(record.texts[each].title) === folded(name);
  return (
    records.find((record) => matches(record)) ??
    records.find((record) => languagesOf(record).some((each) => matches(record, each)))
  );
}

/** 6.8: links venues or organizers; returns those that were created. */
function linkVenuesOrOrganizers(
  request: ModelRequest,
  event: EventRecord,
  kind: VenueOrOrganizerKind,
): VenueOrOrganizer[] {
  if (request.fields[kind] === undefined) return [];
  const known = new Set(recordsOf(request.state, kind));
  const sent = [...new Set(listOf(request.fields[kind]).map((each) => findOrCreate(request, event, kind, each)))];
  event[kind] = mergeLinks(event[kind], (each) => isVisible(request, each), sent);
  return event[kind].filter((each) => !known.has(each));
}

/** 6.2: links that the caller cannot see keep their place. */
function mergeLinks(
  before: readonly VenueOrOrganizer[],
  isShown: (linked: VenueOrOrganizer) => boolean,
  sent: readonly VenueOrOrganizer[],
): VenueOrOrganizer[] {
  const rest = [...sent];
  const kept = before.flatMap((each) => (isShown(each) ? rest.splice(0, 1) : [each]));
  return [...kept, ...rest];
}

function findOrCreate(
  request: ModelRequest,
  event: EventRecord,
  kind: VenueOrOrganizerKind,
  sent: unknown,
): VenueOrOrganizer {
  const all = recordsOf(request.state, kind);
  if (typeof sent === 'number') return all.find(({ id }) => id === sent) as VenueOrOrganizer;
  const input = sent as Inline;
  const visible = all.filter((each) => isVisible(request, each));
  return findByName(request, visible, String(input[kind])) ?? create(request, event, kind, input);
}

/** A new record with an event, as sent. */
type Inline = Readonly<Record<string, string | null | undefined>>;

/**
 * The status is the requested one, otherwise `publish` if the event is published, otherwise `draft`. The date is the requested
 * one, otherwise that of the event if both are published.
 */
function create(
  request: ModelRequest,
  event: EventRecord,
  kind: VenueOrOrganizerKind,
  { [kind]: name, status: sent, date, date_utc = date }: Inline,
): VenueOrOrganizer {
  const withEvent = isPublished(request, event);
  const status = statusOnCreate(request, (sent ?? (withEvent ? 'publish' : 'draft')) as ActiveStatus);
  const record: VenueOrOrganizer = { ...newPublication(request), kind, fields: {}, status };
  if (date_utc) record.publishedAt = parseUtc(date_utc);
  else if (status === 'publish') record.publishedAt = withEvent ? event.publishedAt : request.state.now;
  request.state.records.push(record);
  createTexts(request, record, { [kind]: name });
  return record;
}
