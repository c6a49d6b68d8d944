import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { readCases } from '../hostile/read-cases.js';
import { requestBytes } from '../hostile/request-bytes.js';
import { sendBytes } from '../hostile/run-cases.js';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';
import { sendTimed, startRequestLoop, type RequestSpec, type TimedResponse } from '../support/faults/request-loop.js';

const ROOT = '/calendar/events/v1';
/** Pauses between requests and before a retry, in milliseconds. */
const [DELAY_MS, RETRY_DELAY_MS] = [20, 100];
const DATES = { start_date: '2030-05-01 19:00:00', end_date: '2030-05-01 21:00:00' };

/** Headers by role. */
export type Credentials = Readonly<
  Record<'editor' | 'author' | 'subscriber' | 'anonymous', Readonly<Record<string, string>>>
>;

interface MixedLoadOptions {
  readonly credentials: Credentials;
  /** Called for responses to valid requests. */
  readonly onResponse: (response: TimedResponse) => void;
  /** Called for responses to hostile requests. */
  readonly onHostileResponse: (response: TimedResponse) => void;
}

const LISTS = [
  'events',
  'events?search=mixed&orderby=title&ml_language=ca',
  'events?start_date=2030-01-01&end_date=2030-12-31&tags=everywhere&per_page=5',
  'events?geoloc_lat=41.98&geoloc_lng=2.82&geoloc_radius=50&ends_after=now',
  'events?has_no_meaning=1&featured=true&order=desc&orderby=modified',
  'venues?only_with_upcoming=true',
  'venues?search=ateneu&orderby=name&ml_language=es',
  'organizers?has_events=false',
  'categories?hide_empty=false&orderby=count',
  'tags?orderby=slug',
  'doc?ml_language=ca',
  '',
];

type SendRequest = (request: RequestSpec) => Promise<TimedResponse>;

/**
 * Starts clients of several roles that read lists and create, read, update and delete events, and two hostile clients.
 * All created events are deleted. A tag `Everywhere` must exist.
 */
export function startMixedLoad(origin: string, { credentials, onResponse, onHostileResponse }: MixedLoadOptions) {
  const state = { isStopping: false };
  const agent = new Agent({ keepAlive: true });
  const send: SendRequest = async (request) => {
    const response = await sendTimed(origin, agent, request);
    onResponse(response);
    return response;
  };
  const repeatUntilStopped = async (work: (round: number) => Promise<void>) => {
    for (let round = 0; !state.isStopping; round += 1) {
      await work(round);
      await setTimeout(DELAY_MS);
    }
  };
  const requests = Object.values(credentials).flatMap((headers) =>
    LISTS.map((path) => ({ path: path ? `${ROOT}/${path}` : ROOT, headers })),
  );
  const readers = startRequestLoop(origin, requests, { concurrency: 8, delayMs: DELAY_MS, onResponse });
  const writers = (['editor', 'author', 'editor', 'author'] as const).map((role) =>
    repeatUntilStopped((round) => runEventLifecycle(send, role, credentials, round)),
  );
  const hostileClients = [0, Math.floor(HOSTILE_CASES.length / 2)].map((firstCase) =>
    repeatUntilStopped(async (round) => onHostileResponse(await sendHostileRequest(origin, firstCase + round))),
  );
  const stop = async () => {
    state.isStopping = true;
    await Promise.all([readers.stop(), ...writers, ...hostileClients]).finally(() => agent.destroy());
  };
  return { stop };
}

/** Creates an event (every other time with an Idempotency-Key), reads, translates and deletes it. */
async function runEventLifecycle(
  send: SendRequest,
  role: 'editor' | 'author',
  credentials: Credentials,
  round: number,
) {
  const headers = credentials[role];
  const withKey = round % 2 === 0 ? { ...headers, 'Idempotency-Key': randomUUID() } : headers;
  const venue = role === 'editor' ? { venue: { venue: 'Ateneu', geo_lat: 41.98, geo_lng: 2.82 } } : {};
  const body = { ...DATES, title: `Mixed ${randomUUID()}`, tags: ['Everywhere'], ...venue };
  const request = { name: 'create', method: 'POST', path: `${ROOT}/events`, headers: withKey, body };
  const response = await send(request);
  if (response.status !== 201) return;
  const path = `${ROOT}/events/${String(response.body['id'])}`;
  await send({ name: 'read', path, headers });
  await send({ name: 'translate', method: 'PATCH', path, headers, body: { ml_language: 'ca', title: 'Mesclat' } });
  await send({ name: 'read in Catalan', path: `/ca${path}` });
  await send({ name: 'trash', method: 'DELETE', path, headers });
  const permanentDeletion = {
    name: 'delete',
    method: 'DELETE',
    path: `${path}?force=true`,
    headers: credentials.editor,
  };
  while ((await send(permanentDeletion)).status === 503) await setTimeout(RETRY_DELAY_MS);
}

/** Hostile cases of administrators and anonymous callers that need no fixtures and never create a record. */
const HOSTILE_CASES = readCases().filter(
  ({ status, auth = 'administrator', ...fields }) =>
    auth === 'administrator' && !status.includes(201) && !/\{[a-z_]+\}/.test(JSON.stringify(fields)),
);

async function sendHostileRequest(origin: string, index: number): Promise<TimedResponse> {
  const hostileCase = HOSTILE_CASES[index % HOSTILE_CASES.length];
  if (!hostileCase) throw new Error('There are no hostile cases');
  const bytes = requestBytes(hostileCase, { tokens: { administrator: ADMIN_TOKEN }, fixtures: {} });
  const { status, body, milliseconds } = await sendBytes(origin, bytes);
  const response = { name: hostileCase.name, status, headers: {}, text: body, body: {}, durationMs: milliseconds };
  return { ...response, receivedAt: performance.now(), isRefused: false };
}
