import { checkFields, checkStored, listOf } from './checks.js';
import { linkPlaces } from './linked-places.js';
import { linkTerms } from './linked-terms.js';
import { momentOf, publishAgain, publishLinked, publishNew, unpublished } from './publishing.js';
import { recordAt } from './reads.js';
import type { Asked } from './requests.js';
import { demand, mayCreate, mayEdit, mayEditSome } from './rights.js';
import { createTexts, updateTexts } from './texts.js';
import { changeTerm, newTermAt } from './terms.js';
import { allOf, isTerm, type AnyRecord, type EventRecord, type PublishedRecord } from './world.js';

/** 6.1: gives the new record, without an id. */
export function create(asked: Asked): AnyRecord {
  const { kind } = asked;
  if (kind === 'category' || kind === 'tag') return newTermAt(asked, kind);
  demand(asked, mayCreate(asked));
  checkFields(asked);
  const record = empty(asked);
  asked.world.records.push(record);
  writeFacts(asked, record);
  publishNew(asked, record, asked.fields);
  createTexts(asked, record, asked.fields);
  if (record.kind === 'event') writeLinks(asked, record, record.status === 'publish');
  return record;
}

/** 6.1, 8.4, 8.5: what changes nothing is no change. */
export function update(asked: Asked): AnyRecord {
  if (asked.kind === 'category' || asked.kind === 'tag') return changeTerm(asked);
  demand(asked, mayEditSome(asked));
  checkFields(asked);
  const record = recordAt(asked);
  if (isTerm(record)) return record;
  demand(asked, mayEdit(asked, record));
  checkStored(asked, record);
  const before = factsOf(record);
  writeFacts(asked, record);
  const isPublishing = publishAgain(asked, record, asked.fields);
  updateTexts(asked, record, asked.fields);
  if (record.kind === 'event') writeLinks(asked, record, isPublishing);
  if (factsOf(record) !== before) record.modifiedAt = asked.world.now;
  return record;
}

function empty(asked: Asked): PublishedRecord {
  const { kind } = asked;
  const record = unpublished(asked);
  if (kind === 'venue' || kind === 'organizer') return { ...record, kind };
  const links = { venue: [], organizer: [], categories: [], tags: [], parent: null };
  const facts = { startsAt: 0, endsAt: 0, hidden: false, featured: false };
  return { ...record, ...links, ...facts, password: null, passwordsSet: 0, wrongPasswords: 0, kind: 'event' };
}

function writeFacts({ fields, kind, address }: Asked, record: PublishedRecord): void {
  if (fields['author'] !== undefined) record.author = Number(fields['author']);
  if (fields['website'] !== undefined) record.website = fields['website'] as string | null;
  if (record.kind !== 'event') return;
  const { start_date: start, end_date: end, hide_from_listings: hidden, featured, password } = fields;
  if (start !== undefined) record.startsAt = momentOf(start);
  if (end !== undefined) record.endsAt = momentOf(end);
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

function writeLinks(asked: Asked, event: EventRecord, isPublishing: boolean): void {
  const { fields, world } = asked;
  const fresh = new Set([...linkPlaces(asked, event, 'venue'), ...linkPlaces(asked, event, 'organizer')]);
  if (fields['categories'] !== undefined) event.categories = linkTerms(asked, 'category', listOf(fields['categories']));
  if (fields['tags'] !== undefined) event.tags = linkTerms(asked, 'tag', listOf(fields['tags']));
  if (fields['post_parent'] !== undefined) {
    event.parent = allOf(world, 'event').find(({ id }) => id === fields['post_parent']) ?? null;
  }
  if (isPublishing) publishLinked(asked, event, fresh);
}

/** All of a record that its own writes change. */
export function factsOf({ modifiedAt: _modifiedAt, former: _former, ...record }: PublishedRecord): string {
  return JSON.stringify({ ...record, wrongPasswords: 0 }, (key, value: unknown) =>
    key !== '' && typeof value === 'object' && value !== null && 'kind' in value ? (value as AnyRecord).id : value,
  );
}
