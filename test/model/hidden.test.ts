import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import fc from 'fast-check';
import { casesByRunMode } from '../support/run/run-mode.js';
import { mapConcurrently } from '../support/map-concurrently.js';
import { send, type HttpRequest } from './compare.js';
import { reducedEvent } from './filters.js';
import { calendars } from './generators/calendars.js';
import { FILTER_MIX, listRequests } from './generators/list-requests.js';
import { PATHS, plainText } from './records.js';
import type { AnyRecord, EventRecord, KindName, ModelContext, User } from './records.js';
import { toHttpRequest, type ModelRequest } from './requests.js';
import { canRead, canReadIgnoringTrash, isProtected } from './rights.js';
import { SEED, RUN_FACTOR } from './run-options.js';
import { slugsOf } from './translations.js';
import { storeRecords } from './store.js';
import { useModel } from './use-model.js';

const NOW = Date.parse('2026-03-02T12:00:00Z') / 1000;
const KINDS = Object.keys(PATHS) as KindName[];

const { calendar, state } = useModel(NOW);
beforeAll(() => {
  const plan = { users: state.users, referenceTimes: [{ now: NOW, zone: 'UTC' }], events: 40 } as const;
  state.records = fc.sample(calendars(plan), { seed: SEED, numRuns: 1 })[0] ?? [];
});

/** The records that a caller can read, without the links and texts that the caller cannot see. */
function visibleRecords(context: ModelContext): AnyRecord[] {
  const readable = <RecordType extends AnyRecord>(linked: readonly RecordType[]) =>
    linked.filter((linkedRecord) => canRead(context, linkedRecord));
  return state.records.flatMap((record): AnyRecord[] => {
    if (!canReadIgnoringTrash(context, record)) return [];
    if (record.kind !== 'event') return [record];
    if (isWithheld(context, record)) return [reducedEvent(record)];
    const [parent = null] = readable(record.parent ? [record.parent] : []);
    return [{ ...record, parent, venue: readable(record.venue), organizer: readable(record.organizer) }];
  });
}

/** Whether a caller cannot read a record, or only its reduced form. */
const isWithheld = (context: ModelContext, record: AnyRecord) =>
  !canRead(context, record) || isProtected(context, record);

/** List URLs that reference a record of a kind. The id is appended. */
const REFERENCES: Partial<Record<KindName, readonly string[]>> = {
  event: [
    'events?include=',
    'events?post_parent=',
    'venues?event=',
    'organizers?event=',
    'categories?hide_empty=false&event=',
    'tags?hide_empty=false&post=',
  ],
  venue: ['venues?include=', 'events?venue='],
  organizer: ['organizers?include=', 'events?organizer='],
};

/** Lists that contain an event, or a record linked to it, only if the caller can see the links, flags and texts of the event. */
function listsBy({ id, texts, parent, ...event }: EventRecord): string[] {
  const descriptions = Object.entries(texts).map(
    ([language, { description }]) => `ml_language=${language}&search=${encodeURIComponent(plainText(description))}`,
  );
  const links = (['venue', 'organizer', 'categories', 'tags'] as const).flatMap((name) =>
    event[name].map((linked) => `${name}=${linked.id}`),
  );
  const filters = [
    ...links,
    ...descriptions,
    'featured=true',
    'ticketed=true',
    'geoloc=true',
    'attendance_mode=offline,online,mixed',
  ];
  if (parent) filters.push(`post_parent=${parent.id}`);
  return [
    ...filters.map((filter) => `events?include=${id}&${filter}`),
    ...[...event.venue, ...event.organizer].map(
      (linkedRecord) => `${PATHS[linkedRecord.kind]}?has_events=true&include=${linkedRecord.id}`,
    ),
  ];
}

/** Reads of a record that a caller cannot read in full, references to it, and writes that are rejected. */
function requestsOn(context: ModelContext, record: AnyRecord): HttpRequest[] {
  const { kind, id, former } = record;
  const [path, token] = [PATHS[kind], context.user.token ?? null];
  const slugs = new Set([...slugsOf(record), ...former]);
  const addresses = [`${path}/${id}`, ...[...slugs].map((slug) => `${path}/by-slug/${slug}`)];
  // A password for a readable event would count as an attempt.
  const password = canReadIgnoringTrash(context, record) ? '' : '&password=x';
  const reads = [...addresses, ...addresses.map((address) => `${address}?ml_language=es&ml_fallback=none${password}`)];
  const lists = (REFERENCES[kind] ?? []).map((list) => `${list}${id}`);
  if (record.kind === 'event') lists.push(...listsBy(record));
  const link = { title: '', [kind === 'event' ? 'post_parent' : kind]: id };
  return [
    ...[...reads, ...lists].map((target) => ({ method: 'GET', path: target, options: { token } })),
    { method: 'PATCH', path: `${path}/${id}`, options: { token, json: { description: 'New' } } },
    { method: 'DELETE', path: `${path}/${id}`, options: { token } },
    { method: 'POST', path: 'events', options: { token, json: link } },
  ];
}

/** Lists of every kind. In the full form, each filter is in at least one request. */
const listsFor = (user: User): HttpRequest[] =>
  KINDS.flatMap((kind) =>
    Array.from({ length: 8 * RUN_FACTOR }, (_request, index) => {
      const requests = listRequests(state, kind, FILTER_MIX, { users: [user], parameterIndex: SEED + index });
      return toHttpRequest(fc.sample(requests, { seed: SEED + index, numRuns: 1 })[0] as ModelRequest);
    }),
  );

/** Headers that differ between two responses to the same request. */
const VOLATILE_HEADERS = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);

const responsesTo = (requests: readonly HttpRequest[]) =>
  mapConcurrently(requests, async (request) => {
    const { status, headers, text } = await send(calendar, request);
    return { ...request, status, headers: [...headers].filter(([name]) => !VOLATILE_HEADERS.has(name)), text };
  });

/** The short form leaves out the subscriber and the author: other roles have the same rights to read. */
const ROLES = casesByRunMode(
  ['anonymous', 'subscriber', 'contributor', 'author'] as const,
  (role) => role === 'anonymous' || role === 'contributor',
);

it.each(ROLES)(
  'responses to %s are the same bytes whether or not the database has records that the role cannot read (7.1, 8.5, 8.14)',
  async (role) => {
    const user = state.users.find((candidate) => candidate.role === role) as User;
    const context = { state, user, language: 'en', isExplicit: true } as const;
    const withheld = state.records.filter((record) => isWithheld(context, record));
    expect(withheld.length).toBeGreaterThan(10);
    // In the short form, a quarter of the records, others for each role and seed.
    const requested = casesByRunMode(withheld, (_record, index) => (index + SEED + ROLES.indexOf(role)) % 4 === 0);
    const requests = [...requested.flatMap((record) => requestsOn(context, record)), ...listsFor(user)];
    await storeRecords(calendar.databaseUrl, visibleRecords(context));
    const responsesWithout = await responsesTo(requests);
    await storeRecords(calendar.databaseUrl, state.records);
    const responsesWith = await responsesTo(requests);
    const differences = responsesWithout.flatMap((response, index) =>
      isDeepStrictEqual(response, responsesWith[index]) ? [] : [{ without: response, with: responsesWith[index] }],
    );
    expect(differences.slice(0, 3), `MODEL_SEED=${SEED}`).toEqual([]);
  },
  RUN_FACTOR * 60_000,
);
