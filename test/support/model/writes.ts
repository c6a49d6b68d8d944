import { validateFields, validateAgainstRecord, listOf } from './validation.js';
import { linkVenuesOrOrganizers } from './link-venues-or-organizers.js';
import { linkTerms } from './link-terms.js';
import { parseMoment, publishOnUpdate, publishLinked, publishOnCreate, newPublication } from './publishing.js';
import { findReadable } from './reads.js';
import type { ModelRequest } from './requests.js';
import { assertAllowed, canCreate, canEdit, canEditAny } from './rights.js';
import { createTexts, updateTexts } from './translations.js';
import { updateTerm, createTerm } from './terms.js';
import { recordsOf, isTerm, type AnyRecord, type EventRecord, type PublishedRecord } from './model-state.js';

/** 6.1: gives the new record, without an id. */
export function create(request: ModelRequest): AnyRecord {
  const { kind } = request;
  if (kind === 'category' || kind === 'tag') return createTerm(request, kind);
  assertAllowed(request, canCreate(request));
  validateFields(request);
  const record = newRecord(request);
  request.state.records.push(record);
  applyFields(request, record);
  publishOnCreate(request, record, request.fields);
  createTexts(request, record, request.fields);
  if (record.kind === 'event') writeLinks(request, record, record.status === 'publish');
  return record;
}

/** 6.1, 8.4, 8.5: what changes nothing is no change. */
export function update(request: ModelRequest): AnyRecord {
  if (request.kind === 'category' || request.kind === 'tag') return updateTerm(request);
  assertAllowed(request, canEditAny(request));
  validateFields(request);
  const record = findReadable(request);
  if (isTerm(record)) return record;
  assertAllowed(request, canEdit(request, record));
  validateAgainstRecord(request, record);
  const before = snapshotOf(record);
  applyFields(request, record);
  const isPublishing = publishOnUpdate(request, record, request.fields);
  updateTexts(request, record, request.fields);
  if (record.kind === 'event') writeLinks(request, record, isPublishing);
  if (snapshotOf(record) !== before) record.modifiedAt = request.state.now;
  return record;
}

function newRecord(request: ModelRequest): PublishedRecord {
  const { kind } = request;
  const record = newPublication(request);
  if (kind === 'venue' || kind === 'organizer') return { ...record, kind };
  const links = { venue: [], organizer: [], categories: [], tags: [], parent: null };
  const facts = { startsAt: 0, endsAt: 0, hidden: false, featured: false };
  return { ...record, ...links, ...facts, password: null, passwordsSet: 0, wrongPasswords: 0, kind: 'event' };
}

function applyFields({ fields, kind, address }: ModelRequest, record: PublishedRecord): void {
  if (fields['author'] !== undefined) record.author = Number(fields['author']);
  if (fields['website'] !== undefined) record.website = fields['website'] as string | null;
  if (record.kind !== 'event') return;
  const { start_date: start, end_date: end, hide_from_listings: hidden, featured, password } = fields;
  if (start !== undefined) record.startsAt = parseMoment(start);
  if (end !== undefined) record.endsAt = parseMoment(end);
  if (hidden !== undefined) record.hidden = hidden === true;
  if (featured !== undefined) record.featured = featured === true;
  // 8.12: by slug there is no such parameter.
  if (password !== undefined && kind === 'event' && 'id' in address) setPassword(record, password as string | null);
}

/** 8.12: what is sent is never compared, so it is a new one, whatever it says. */
function setPassword(event: EventRecord, password: string | null): void {
  event.password = password;
  if (password !== null) event.passwordsSet += 1;
}

function writeLinks(request: ModelRequest, event: EventRecord, isPublishing: boolean): void {
  const { fields, state } = request;
  const fresh = new Set([
    ...linkVenuesOrOrganizers(request, event, 'venue'),
    ...linkVenuesOrOrganizers(request, event, 'organizer'),
  ]);
  if (fields['categories'] !== undefined)
    event.categories = linkTerms(request, 'category', listOf(fields['categories']));
  if (fields['tags'] !== undefined) event.tags = linkTerms(request, 'tag', listOf(fields['tags']));
  if (fields['post_parent'] !== undefined) {
    event.parent = recordsOf(state, 'event').find(({ id }) => id === fields['post_parent']) ?? null;
  }
  if (isPublishing) publishLinked(request, event, fresh);
}

/** All of a record that its own writes change. */
export function snapshotOf({ modifiedAt: _modifiedAt, former: _former, ...record }: PublishedRecord): string {
  return JSON.stringify({ ...record, wrongPasswords: 0 }, (key, value: unknown) =>
    key !== '' && typeof value === 'object' && value !== null && 'kind' in value ? (value as AnyRecord).id : value,
  );
}
