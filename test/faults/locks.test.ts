import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { inTransaction } from '../support/database-session.js';
import { startAskers } from '../support/faults/askers.js';
import { expectAtMostInFull, inForm, report } from '../support/faults/form.js';
import { settle } from '../support/faults/ledger.js';
import { startMeasuredService, type MeasuredService } from '../support/faults/measured-service.js';
import { Counting, isDone, isDoneOrUnavailable } from '../support/faults/tally.js';
import { askTimed, type Question } from '../support/faults/timed-request.js';
import { startWriters } from '../support/faults/writers.js';
import { eventually } from '../support/log-lines.js';
import { AS_ADMINISTRATOR, rawRequest } from '../support/raw-request.js';
import { endServiceProcesses } from '../support/service-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const ROOT = '/calendar/events/v1';
/** How long a table is locked, in milliseconds. */
const LOCKED = inForm(2_500, 20_000);
/** Over how many milliseconds clients begin: what is tried is a lock, not two hundred requests at the same moment. */
const SPREAD = inForm(500, 4_000);
/** Requests under way at once; of them those under a key, and those with a password. */
const AT_ONCE = inForm(60, 200);
const KEYED = inForm(12, 64);
const SECRET = 4;

let database: TestDatabase;
let service: MeasuredService;
beforeEach(async () => {
  database = await createTestDatabase();
  service = await startMeasuredService({ DATABASE_URL: database.url, CACHE_BYTES: '0' });
});
afterEach(async () => {
  await endServiceProcesses();
  await database.drop();
});

const DATES = { start_date: '2030-05-01 19:00:00', end_date: '2030-05-01 21:00:00' };

async function create(path: string, body: object): Promise<number> {
  const headers = { ...AS_ADMINISTRATOR, 'Content-Type': 'application/json' };
  const asked = { method: 'POST', path: `${ROOT}/${path}`, headers, body: JSON.stringify(body) };
  const answer = await rawRequest(service.origin, asked);
  expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
  return Number(answer.body['id']);
}

/** What needs the database: some of it one of the tables, some another; and what has a password checked, which takes a processor its time. */
async function databaseQuestions(): Promise<{ readonly questions: Question[]; readonly secrets: Question[] }> {
  const closed = await create('events', { ...DATES, title: 'Closed', password: 'Setze jutges' });
  const open = await create('events', { ...DATES, title: 'Open', tags: ['Everywhere'] });
  const organizer = await create('organizers', { organizer: 'Ateneu' });
  const read = ['events?per_page=5', `events/${open}`, 'tags', 'venues', `organizers/${organizer}`, 'organizers'];
  const write = { method: 'PATCH', headers: AS_ADMINISTRATOR };
  const questions = [
    ...read.map((path) => ({ path: `${ROOT}/${path}` })),
    { ...write, path: `${ROOT}/events/${open}`, body: { featured: true } },
    { ...write, path: `${ROOT}/organizers/${organizer}`, body: { phone: '972 00 00 00' } },
  ];
  const secrets = [
    { path: `${ROOT}/events/${closed}?password=Setze%20jutges` },
    { path: `${ROOT}/events/${closed}`, headers: { 'X-Event-Password': 'Setze%20jutges' } },
  ];
  return { questions, secrets };
}

const FREE = ['/calendar/events/v1', '/calendar/events/v1/doc', '/health/live'].map((path) => ({ path }));
/** Probes that a machine may spoil which does much else. */
const SPOILED = inForm(2, 0);
const PROBES = ['/health/live', '/health/ready'].map((path) => ({ path }));

/** Holds a table so that nobody may read it either. */
const lock = (table: string): Promise<void> =>
  inTransaction(database.url, async (session) => {
    await session.query(`lock table ${table} in access exclusive mode`);
    await setTimeout(LOCKED);
  });

/** Waits until all is well: every question is answered, one after the other, and nobody waits for a connection. */
async function untilWell(questions: readonly Question[]): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  for (const question of questions) {
    await eventually(async () => (isDone(await askTimed(service.origin, agent, question)) ? true : undefined));
  }
  agent.destroy();
  const awaited = async () => (await service.metrics()).get('calendar_database_connections_awaited');
  await eventually(async () => ((await awaited()) === 0 ? true : undefined));
}

/** Has everything been done a few times, by every connection: a process that has just started takes longer for all that it does. */
async function warmUp(questions: readonly Question[]): Promise<void> {
  const asked = new Counting(isDone);
  const askers = startAskers(service.origin, [...questions, ...FREE], { ways: 16, pause: 5, onAnswer: asked.add });
  const writers = startWriters(service.origin, { ways: 8 });
  await writers.reach(inForm(20, 200));
  await Promise.all([writers.stop(), askers.stop()]);
  expect(asked.wrong).toEqual([]);
}

/** Clients who ask everything there is, some of them under a key, and what they were answered. */
function startLoad(questions: readonly Question[], secrets: readonly Question[]) {
  const [asked, keyed] = [new Counting(isDoneOrUnavailable), new Counting(isDone)];
  const [free, probes] = [new Counting(isDone), new Counting((answer) => isDone(answer) || answer.status === 503)];
  const ways = AT_ONCE - KEYED - SECRET - FREE.length - 1;
  const askers = [
    startAskers(service.origin, questions, { ways, pause: 250, spread: SPREAD, onAnswer: asked.add }),
    startAskers(service.origin, secrets, { ways: SECRET, pause: 250, onAnswer: asked.add }),
    startAskers(service.origin, FREE, { ways: FREE.length, pause: 250, onAnswer: free.add }),
    startAskers(service.origin, PROBES, { ways: 1, pause: 50, onAnswer: probes.add }),
  ];
  const writers = startWriters(service.origin, { ways: KEYED, keyed: true, spread: SPREAD, onAnswer: keyed.addTaken });
  const stop = async () => {
    const [ledger] = await Promise.all([writers.stop(), ...askers.map((each) => each.stop())]);
    return ledger;
  };
  return { asked, keyed, free, probes, stop };
}

describe('a table that somebody locks', () => {
  it.each(inForm(['events'], ['events', 'tags']))(
    '12.4 is waited for by nobody longer than documented, and what does without it is not: %s',
    async (table) => {
      const { questions, secrets } = await databaseQuestions();
      const all = [...questions, ...secrets];
      await warmUp(all);
      const locked = lock(table);
      const { asked, keyed, free, probes, stop } = startLoad(questions, secrets);
      await locked.catch(() => undefined);
      const ledger = await stop();
      await untilWell(all);
      const settled = await settle(database.url, ledger);
      report(`${table} locked`, {
        at_once: AT_ONCE,
        asked: asked.asked + free.asked + probes.asked,
        unavailable: asked.unavailable,
        keyed: keyed.asked,
        keyed_unavailable: keyed.unavailable,
        ...settled,
        not_ready: probes.unavailable,
        longest_ms: asked.longest,
        longest_keyed_ms: keyed.longest,
        longest_free_ms: free.longest,
        longest_probe_ms: probes.longest,
        probes_p99_ms: probes.within(0.99),
      });
      expect([asked.wrong, keyed.wrong, free.wrong, probes.wrong]).toEqual([[], [], [], []]);
      expect(probes.unavailable).toBeLessThanOrEqual(SPOILED);
      expect(asked.unavailable + keyed.unavailable).toBeGreaterThan(0);
      expect(settled).toMatchObject({ lost: 0, doubled: 0, unknown: 0 });
      expectAtMostInFull(3500, { asked: asked.longest, keyed: keyed.longest, free: free.longest });
      expectAtMostInFull(100, { probes: probes.longest });
    },
  );
});
