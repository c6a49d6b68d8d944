import { writeLinks } from './links.js';
import {
  eventBefore,
  isPublic,
  lacksDate,
  newEvent,
  newPublication,
  parseUtc,
  publishOnCreate,
  publishOnUpdate,
  touchEvents,
} from './publishing.js';
import { findReadable } from './reads.js';
import { folded, isTerm, isTermKind, languagesOf, ProblemError, recordsOf, reject } from './records.js';
import type { AnyRecord, EventRecord, PublishedRecord, Term, TermKind } from './records.js';
import type { ModelRequest } from './requests.js';
import { assertAllowed, canCreate, canEdit, canEditAny, canEditTerms } from './rights.js';
import { createTexts, updateTexts } from './translations.js';
import { validateAgainstRecord, validateFields } from './validation.js';

/** 6.1: returns the new record, without an id. */
export function create(request: ModelRequest): AnyRecord {
  if (isTermKind(request.kind)) return createTerm(request, request.kind);
  assertAllowed(request, canCreate(request));
  validateFields(request);
  reject([], lacksDate(request, request.fields) ? ['date'] : []);
  const record = newRecord(request);
  request.state.records.push(record);
  applyFields(request, record);
  publishOnCreate(request, record, request.fields);
  createTexts(request, record, request.fields);
  if (record.kind === 'event') writeLinks(request, record, { date: null, linked: new Set() });
  return record;
}

/** 6.1, 8.4, 8.5: an update without a change keeps `modifiedAt`. */
export function update(request: ModelRequest): AnyRecord {
  if (isTermKind(request.kind)) return updateTerm(request);
  assertAllowed(request, canEditAny(request));
  validateFields(request);
  const record = findReadable(request);
  if (isTerm(record)) return record;
  assertAllowed(request, canEdit(request, record));
  validateAgainstRecord(request, record);
  const snapshot = snapshotOf(record);
  const wasPublic = isPublic(request, record);
  const before = record.kind === 'event' ? eventBefore(record) : undefined;
  applyFields(request, record);
  publishOnUpdate(request, record, request.fields);
  updateTexts(request, record, request.fields);
  if (record.kind === 'event' && before) writeLinks(request, record, before);
  if (snapshotOf(record) !== snapshot) record.modifiedAt = request.state.now;
  touchEvents(request, record, wasPublic);
  return record;
}

function newRecord(request: ModelRequest): PublishedRecord {
  const { kind } = request;
  const record = newPublication(request);
  if (kind === 'venue' || kind === 'organizer') return { ...record, kind, fields: {} };
  return newEvent(record);
}

function applyFields({ fields }: ModelRequest, record: PublishedRecord): void {
  if (fields['author'] !== undefined) record.author = Number(fields['author']);
  if (fields['website'] !== undefined) record.website = fields['website'] as string | null;
  if (record.kind !== 'event') return;
  const { start_date: start, end_date: end, hide_from_listings: hidden, featured, ticketed, password } = fields;
  if (start !== undefined) record.startsAt = parseUtc(start);
  if (end !== undefined) record.endsAt = parseUtc(end);
  if (hidden !== undefined) record.hidden = hidden === true;
  if (featured !== undefined) record.featured = featured === true;
  if (ticketed !== undefined) record.ticketed = ticketed === true;
  if (password !== undefined) setPassword(record, password as string | null);
}

/** 8.12: a password is never compared with the stored one, so each password in a write counts as a change. */
function setPassword(event: EventRecord, password: string | null): void {
  event.password = password;
  if (password !== null) event.passwordsSet += 1;
}

/** Snapshot of everything that a write can change in a record. */
function snapshotOf({ modifiedAt: _modifiedAt, former: _former, ...record }: PublishedRecord): string {
  return JSON.stringify({ ...record, wrongPasswords: 0 }, (key, value: unknown) =>
    key !== '' && typeof value === 'object' && value !== null && 'kind' in value ? (value as AnyRecord).id : value,
  );
}

export function createTerm(request: ModelRequest, kind: TermKind): Term {
  assertAllowed(request, canEditTerms(request));
  validateFields(request);
  const term: Term = { kind, id: 0, texts: {}, former: [], parent: parentOf(request) };
  request.state.records.push(term);
  createTexts(request, term, request.fields);
  assertUniqueName(request, term);
  return term;
}

function updateTerm(request: ModelRequest): Term {
  assertAllowed(request, canEditTerms(request));
  validateFields(request);
  const term = findReadable(request) as Term;
  validateAgainstRecord(request, term);
  if (request.fields['parent'] !== undefined && term.kind === 'category') term.parent = parentOf(request);
  updateTexts(request, term, request.fields);
  assertUniqueName(request, term);
  return term;
}

const parentOf = ({ state, fields, kind }: ModelRequest): Term | null =>
  (kind === 'category' && recordsOf(state, 'category').find(({ id }) => id === fields['parent'])) || null;

/** 6.12: siblings have different names in each language. */
function assertUniqueName({ state }: ModelRequest, term: Term): void {
  const siblings = recordsOf(state, term.kind).filter((sibling) => sibling !== term && sibling.parent === term.parent);
  const hasSameName = (other: Term) =>
    languagesOf(term).some(
      (language) =>
        other.texts[language] && folded(other.texts[language].title) === folded(term.texts[language]?.title ?? ''),
    );
  if (siblings.some(hasSameName)) throw new ProblemError(409, 'term_exists');
}

/** 6.12, 8.10: the children move up. Rejects the request if that would create duplicate names. */
export function removeTerm(request: ModelRequest, term: Term): void {
  const { state } = request;
  const children = recordsOf(state, term.kind).filter(({ parent }) => parent === term);
  state.records = state.records.filter((record) => record !== term);
  for (const child of children) child.parent = term.parent;
  for (const child of children) assertUniqueName(request, child);
  for (const event of recordsOf(state, 'event')) {
    if (event.categories.includes(term) || event.tags.includes(term)) event.modifiedAt = state.now;
    event.categories = event.categories.filter((category) => category !== term);
    event.tags = event.tags.filter((tag) => tag !== term);
  }
}
