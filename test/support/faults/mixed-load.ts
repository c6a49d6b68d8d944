import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { startRequestLoop } from './request-loop.js';
import { HOSTILE_REQUESTS } from './hostile-requests.js';
import { sendTimed, type RequestSpec, type TimedResponse } from './timed-request.js';

const ROOT = '/calendar/events/v1';
/** How long a client waits before its next question, and where it was told to try again, in milliseconds. */
const [DELAY_MS, RETRY_DELAY_MS] = [20, 100];
const DATES = { start_date: '2030-05-01 19:00:00', end_date: '2030-05-01 21:00:00' };

/** Headers of users by role, and none for those without credentials. */
export type Credentials = Readonly<
  Record<'editor' | 'author' | 'subscriber' | 'nobody', Readonly<Record<string, string>>>
>;

export interface MixedLoadOptions {
  readonly credentials: Credentials;
  /** Hears of what is asked in good faith. */
  readonly onResponse: (answer: TimedResponse) => void;
  /** Hears of what is not. */
  readonly onHostileResponse: (answer: TimedResponse) => void;
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

type SendRequest = (question: RequestSpec) => Promise<TimedResponse>;

/**
 * Has clients of several roles read lists, and make, read, change and delete events of their own; and two who send what no client
 * should. No event stays. There has to be a tag `Everywhere`.
 */
export function startMixedLoad(origin: string, { credentials, onResponse, onHostileResponse }: MixedLoadOptions) {
  const state = { isStopping: false };
  const agent = new Agent({ keepAlive: true });
  const reportingTo =
    (tell: (answer: TimedResponse) => void): SendRequest =>
    async (question) => {
      const answer = await sendTimed(origin, agent, question);
      tell(answer);
      return answer;
    };
  const untilStopped = async (once: (round: number) => Promise<void>) => {
    for (let round = 0; !state.isStopping; round += 1) {
      await once(round);
      await setTimeout(DELAY_MS);
    }
  };
  const [ask, askHostile] = [reportingTo(onResponse), reportingTo(onHostileResponse)];
  const readers = startRequestLoop(origin, readsOf(credentials), { concurrency: 8, delayMs: DELAY_MS, onResponse });
  const writers = (['editor', 'author', 'editor', 'author'] as const).map((role) =>
    untilStopped((round) => runEventLifecycle(ask, role, credentials, round)),
  );
  const hostile = [0, HOSTILE_REQUESTS.length >> 1].map((first) =>
    untilStopped((round) => sendHostileRequest(askHostile, credentials, first + round)),
  );
  const stop = async () => {
    state.isStopping = true;
    await Promise.all([readers.stop(), ...writers, ...hostile]).finally(() => agent.destroy());
  };
  return { stop };
}

const readsOf = (credentials: Credentials): RequestSpec[] =>
  Object.values(credentials).flatMap((headers) =>
    LISTS.map((path) => ({ path: path ? `${ROOT}/${path}` : ROOT, headers })),
  );

/** The life of an event, from its creation, every other time under a key, to its end. */
async function runEventLifecycle(ask: SendRequest, role: 'editor' | 'author', credentials: Credentials, round: number) {
  const headers = credentials[role];
  const withKey = round % 2 === 0 ? { ...headers, 'Idempotency-Key': randomUUID() } : headers;
  const venue = role === 'editor' ? { venue: { venue: 'Ateneu', geo_lat: 41.98, geo_lng: 2.82 } } : {};
  const body = { ...DATES, title: `Mixed ${randomUUID()}`, tags: ['Everywhere'], ...venue };
  const create = { name: 'create', method: 'POST', path: `${ROOT}/events`, headers: withKey, body };
  const created = await ask(create);
  if (created.status !== 201) return;
  const path = `${ROOT}/events/${idOf(created)}`;
  await ask({ name: 'read', path, headers });
  await ask({ name: 'translate', method: 'PATCH', path, headers, body: { ml_language: 'ca', title: 'Mesclat' } });
  await ask({ name: 'read in Catalan', path: `/ca${path}` });
  await ask({ name: 'trash', method: 'DELETE', path, headers });
  await remove(ask, path, credentials);
}

/** What nobody should send; what succeeds all the same is undone. */
async function sendHostileRequest(ask: SendRequest, credentials: Credentials, round: number): Promise<void> {
  const question = HOSTILE_REQUESTS[round % HOSTILE_REQUESTS.length];
  if (!question) return;
  const answer = await ask(question);
  if (answer.status === 201) await remove(ask, `${question.path}/${idOf(answer)}`, credentials);
}

/** Deletes for good, however often it takes. */
async function remove(ask: SendRequest, path: string, { editor }: Credentials): Promise<void> {
  for (;;) {
    const question = { name: 'delete', method: 'DELETE', path: `${path}?force=true`, headers: editor };
    if ((await ask(question)).status !== 503) return;
    await setTimeout(RETRY_DELAY_MS);
  }
}

const idOf = ({ text }: TimedResponse): string => String((JSON.parse(text) as { id: number }).id);
