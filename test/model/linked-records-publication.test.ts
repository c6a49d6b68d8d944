import { beforeEach, expect, it } from 'vitest';
import { uniqueName } from '../support/records/kinds.js';
import { casesByRunMode } from '../support/run/run-mode.js';
import { cartesianProduct } from '../support/languages/languages.js';
import { diffAllWithModel, diffWalk, diffWithModel } from './compare.js';
import { REQUIRED_FIELDS } from './generators/fields.js';
import { newEvent, newPublication } from './publishing.js';
import { recordsOf } from './records.js';
import type { KindName, Publication, User, VenueOrOrganizer, VenueOrOrganizerKind } from './records.js';
import { parametersOf, type Fields, type ModelRequest } from './requests.js';
import { ACTIVE_STATUSES, STATUSES } from './rights.js';
import { storeRecords } from './store.js';
import { setNow, useModel } from './use-model.js';

const HOUR_SECONDS = 3600;
const NOW = Date.parse('2026-03-02T12:00:00Z') / 1000;
const [PAST, FUTURE] = ['2020-01-01 10:00:00', '2999-01-01 10:00:00'];
const [PAST_INSTANT, FUTURE_INSTANT] = [Date.parse(`${PAST}Z`) / 1000, Date.parse(`${FUTURE}Z`) / 1000];
const KINDS = ['venue', 'organizer'] as const;

const { calendar, state } = useModel(NOW, { roles: ['administrator', 'author', 'contributor', 'anonymous'] });
beforeEach(async () => {
  setNow(calendar, state, NOW);
  state.records = [];
  await storeRecords(calendar.databaseUrl, []);
});

const userOf = (role: User['role']) => state.users.find((user) => user.role === role) as User;

function requestOf(role: User['role'], verb: ModelRequest['verb'], kind: KindName, id = 0): ModelRequest {
  const context = { state, user: userOf(role), language: 'en', isExplicit: true, source: 'query' } as const;
  return { ...context, ...parametersOf({}), verb, kind, address: { id }, fields: {} };
}

let newLists = 0;

/**
 * New venues or organizers in an event request: every status, each without a date, with null, a past and a future date. `future` has a date,
 * because it is invalid without one. The short form has half of them, the other half in the next event.
 */
function newRecords(kind: VenueOrOrganizerKind): readonly Fields[] {
  newLists += 1;
  const records = [undefined, ...ACTIVE_STATUSES].flatMap((status) =>
    (status === 'future' ? [PAST, FUTURE] : [undefined, null, PAST, FUTURE]).map((date) => ({
      [kind]: uniqueName('Sala'),
      status,
      [kind === 'venue' ? 'date' : 'date_utc']: date,
    })),
  );
  return casesByRunMode(records, (_record, index) => (index + Math.floor(newLists / 2)) % 2 === 0);
}

/**
 * Compares the events for anonymous callers, and the lists of venues and organizers: now for an administrator, in the
 * far future for anonymous callers.
 */
async function diffAll(): Promise<string[]> {
  const reads = recordsOf(state, 'event').map(({ id }) => requestOf('anonymous', 'read', 'event', id));
  const differences = await diffAllWithModel(calendar, reads);
  const diffLists = async (role: User['role'], status: readonly string[]) => {
    for (const kind of KINDS) {
      const list = { ...requestOf(role, 'list', kind), ...parametersOf({ per_page: 50, status }) };
      differences.push(...(await diffWalk(calendar, list)));
    }
  };
  await diffLists('administrator', [...STATUSES]);
  setNow(calendar, state, FUTURE_INSTANT + HOUR_SECONDS);
  await diffLists('anonymous', ['publish']);
  return differences;
}

it.each([undefined, ...ACTIVE_STATUSES])(
  'venues and organizers created with an event of status %s follow its publication, or have their own status and date (6.8, 8.7)',
  async (status) => {
    const differences: string[] = [];
    for (const date_utc of [undefined, PAST, FUTURE]) {
      const links = { venue: newRecords('venue'), organizer: newRecords('organizer') };
      const fields = { ...REQUIRED_FIELDS.event, status, date_utc, ...links };
      differences.push(
        ...(await diffWithModel(calendar, { ...requestOf('administrator', 'create', 'event'), fields })),
      );
    }
    expect([...differences, ...(await diffAll())]).toEqual([]);
  },
);

let lastId = 1_000_000;

/** A stored record of the author. Its id is greater than those that the service assigns. */
function publicationWith(fields: Partial<Publication>): Publication {
  const id = (lastId += 1);
  const texts = { en: { title: `Lloc ${id}`, description: '', excerpt: '', slug: `lloc-${id}` } };
  return {
    ...newPublication(requestOf('author', 'create', 'venue')),
    id,
    texts,
    modifiedAt: NOW - HOUR_SECONDS,
    ...fields,
  };
}

/** Records of the author of an event in every status, some in the trash or scheduled like the event, and unpublished ones of others. */
const storedRecords = (kind: VenueOrOrganizerKind): VenueOrOrganizer[] => {
  const variants: Partial<Publication>[] = [
    { status: 'draft' },
    { status: 'draft', publishedAt: PAST_INSTANT },
    { status: 'draft', trashedAt: NOW - HOUR_SECONDS },
    { status: 'draft', author: userOf('contributor').id },
    { status: 'draft', author: null },
    { status: 'pending' },
    { status: 'pending', author: userOf('contributor').id },
    { status: 'private' },
    { status: 'publish', publishedAt: FUTURE_INSTANT },
    { status: 'publish', publishedAt: FUTURE_INSTANT, trashedAt: NOW - HOUR_SECONDS },
    { status: 'publish', publishedAt: FUTURE_INSTANT + HOUR_SECONDS },
    { status: 'publish', publishedAt: PAST_INSTANT },
  ];
  return variants.map((variant) => ({ ...publicationWith(variant), kind, fields: {} }));
};

const EVENTS: [name: string, event: Partial<Publication>][] = [
  ['dated draft', { status: 'draft', publishedAt: PAST_INSTANT }],
  ['pending', { status: 'pending' }],
  ['private', { status: 'private' }],
  ['published', { status: 'publish', publishedAt: PAST_INSTANT }],
  ['scheduled', { status: 'publish', publishedAt: FUTURE_INSTANT }],
  ['trashed draft', { status: 'draft', trashedAt: NOW - HOUR_SECONDS }],
  ['trashed published', { status: 'publish', publishedAt: PAST_INSTANT, trashedAt: NOW - HOUR_SECONDS }],
];

const CHANGES: readonly Fields[] = [
  { description: 'New' },
  { date_utc: PAST },
  { status: 'publish' },
  { status: 'publish', date_utc: PAST },
  { status: 'future', date_utc: FUTURE },
  { status: 'future', date_utc: '2998-01-01 10:00:00' },
  { date_utc: '3000-01-01 10:00:00' },
  { date_utc: null },
  { status: 'draft' },
  { status: 'trash' },
];

/** An update of a new event with linked records. An administrator also links further records and creates some. */
function updateOf(role: User['role'], publication: Partial<Publication>, fields: Fields): ModelRequest {
  const [venue, organizer, added] = [storedRecords('venue'), storedRecords('organizer'), storedRecords('venue')];
  const times = { startsAt: NOW, endsAt: NOW + HOUR_SECONDS };
  const event = { ...newEvent(publicationWith(publication)), ...times, venue, organizer };
  state.records.push(...venue, ...organizer, ...added, event);
  const linkableIds = [...venue, ...added].filter(({ trashedAt }) => trashedAt === null).map(({ id }) => id);
  const links = role === 'administrator' ? { venue: linkableIds, organizer: newRecords('organizer') } : {};
  return { ...requestOf(role, 'update', 'event', event.id), fields: { ...fields, ...links } };
}

it.each(EVENTS)(
  'venues and organizers of a %s event are published with it, and follow its date until that has passed (6.2, 6.8, 8.8, 8.9)',
  async (name, publication) => {
    // The short form has a fifth of the changes of each event, so that every change is made to at least one event.
    const eventIndex = EVENTS.findIndex(([eventName]) => eventName === name);
    const changes = cartesianProduct(CHANGES, ['author', 'administrator'] as const);
    const tested = casesByRunMode(changes, (_change, index) => (eventIndex + index) % 5 === 0);
    const requests = tested.map(([fields, role]) => updateOf(role, publication, fields));
    await storeRecords(calendar.databaseUrl, state.records);
    const differences: string[] = [];
    for (const request of requests) differences.push(...(await diffWithModel(calendar, request)));
    expect([...differences, ...(await diffAll())]).toEqual([]);
  },
);
