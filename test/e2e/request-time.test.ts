import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RequestTimeouts } from '../../src/http/limits/request-deadline.js';
import { withRolledBackTransaction, query, waitForBlockedSession } from '../support/database/database-session.js';
import { createRecord } from '../support/records/kinds.js';
import { eventually } from '../support/processes/log-lines.js';
import { startInProcessCalendar, type InProcessCalendar } from '../support/calendar/in-process-calendar.js';
import { parseResponses, exchange, openSocket, readUntilClose } from '../support/requests/raw-socket.js';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';

const TAGS = '/calendar/events/v1/tags';
const HEAD = `Host: a.example\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n`;
const POST = `POST ${TAGS} HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 20\r\n\r\n`;

let calendar: InProcessCalendar;
const unhandled: unknown[] = [];
const logged: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);
beforeAll(async () => {
  calendar = await startInProcessCalendar({}, { requestMs: 800 });
  const log = (...parts: unknown[]) => void logged.push(parts[0]);
  calendar.application.useLogger({ log, warn: log, error: log });
  process.on('unhandledRejection', note);
});
afterAll(async () => {
  process.off('unhandledRejection', note);
  await calendar.close();
});

const namesOf = async () =>
  (await query<{ name: string }>(calendar.databaseUrl, 'select name from tag_translations')).map(({ name }) => name);

/** Makes inserts of tags wait, in the statement or when they are committed, for a lock that the tests hold. */
async function makeWait(when: 'statement' | 'commit'): Promise<void> {
  await query(
    calendar.databaseUrl,
    `create or replace function wait_for_test() returns trigger language plpgsql as $$
       begin perform pg_advisory_xact_lock(4711); return null; end $$;
     drop trigger if exists wait_for_test on tags;
     create constraint trigger wait_for_test after insert on tags
       deferrable initially ${when === 'commit' ? 'deferred' : 'immediate'} for each row execute function wait_for_test()`,
  );
}

describe('a request that was refused at once', () => {
  it('12.4 gets no second answer when the rest of it does not come', async () => {
    const head = `POST /calendar/events/v1/nothing HTTP/1.1\r\n${HEAD}Content-Length: 20\r\n\r\n{`;
    expect((await exchange(calendar.origin, head)).map(({ status }) => status)).toEqual([404]);
  });

  it('12.4 does nothing before all of it has come, though nobody looks at its body', async () => {
    const { id } = await createRecord(calendar, 'tags');
    const head = `DELETE ${TAGS}/${id} HTTP/1.1\r\n${HEAD}Content-Length: 20\r\n\r\n{`;
    expect((await exchange(calendar.origin, head)).map(({ status }) => status)).toEqual([408]);
    expect((await calendar.request('GET', `tags/${id}`)).status).toBe(200);
  });
});

describe('the time of a request', () => {
  it('is 15 s (12.4)', () => {
    expect({ ...new RequestTimeouts() }).toEqual({ requestMs: 15_000 });
  });

  it.each([
    ['its head', [`GET ${TAGS} HTTP/1.1\r\nHost: a.ex`]],
    ['its body', [POST, '{"name":']],
  ])('12.4 is up where it has not come as a whole: %s', async (_what, pieces) => {
    const [answer, ...others] = await exchange(calendar.origin, ...pieces);
    expect([answer?.status, JSON.parse(answer?.text ?? '')]).toMatchObject([
      408,
      { code: 'request_timeout', status: 408 },
    ]);
    expect(answer?.headers).toMatchObject({ connection: 'close', 'cache-control': 'no-store' });
    expect(others).toEqual([]);
  });

  it('12.4 says nothing to a connection on which nothing came', async () => {
    expect(await exchange(calendar.origin)).toEqual([]);
  });

  it('12.4 is up while the database is waited for: unavailable, and nothing is written afterwards', async () => {
    await makeWait('statement');
    const answer = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query('select pg_advisory_xact_lock(4711)');
      const creating = calendar.request('POST', 'tags', { json: { name: 'Never' } });
      await waitForBlockedSession(session);
      return creating;
    });
    expect([answer.status, answer.body['code'], answer.headers.get('Retry-After')]).toEqual([503, 'unavailable', '1']);
    await untilIdle();
    expect(await namesOf()).not.toContain('Never');
    expect(unhandled).toEqual([]);
    const requestId = answer.headers.get('X-Request-Id');
    const msg = 'Request deadline exceeded';
    expect(logged).toEqual([{ msg, requestId, method: 'POST', route: '/calendar/events/v1/tags' }]);
    expect((await calendar.request('POST', 'tags', { json: { name: 'Later' } })).status).toBe(201);
  });

  it('12.3 12.4 is up for a keyed write, which is neither stored nor reported as a failure of the service', async () => {
    await makeWait('statement');
    logged.length = 0;
    const { status } = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query('select pg_advisory_xact_lock(4711)');
      const headers = { 'Idempotency-Key': 'late' };
      const creating = calendar.request('POST', 'tags', { json: { name: 'Late' }, headers });
      await waitForBlockedSession(session);
      return creating;
    });
    expect(status).toBe(503);
    await untilIdle();
    expect(await namesOf()).not.toContain('Late');
    expect(logged).toMatchObject([{ msg: 'Request deadline exceeded' }]);
  });

  it('12.4 does not end what is being committed: its outcome is told', async () => {
    await makeWait('commit');
    let isAnsweredEarly = false;
    const creating = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query('select pg_advisory_xact_lock(4711)');
      const answer = calendar.request('POST', 'tags', { json: { name: 'Committed' } });
      void answer.finally(() => (isAnsweredEarly = true));
      await waitForBlockedSession(session);
      // Two of its times.
      await session.query('select pg_sleep(1.7)');
      expect(isAnsweredEarly).toBe(false);
      return { answer };
    });
    const { status, body } = await creating.answer;
    expect([status, body['name']]).toEqual([201, 'Committed']);
    expect(logged.at(-1)).toMatchObject({ msg: 'Request deadline exceeded, waiting for commit' });
    expect(await namesOf()).toContain('Committed');
  });
});

/** Waits until no statement of the service is under way. */
async function untilIdle(): Promise<void> {
  for (;;) {
    const [row] = await query<{ busy: boolean }>(
      calendar.databaseUrl,
      `select exists (select from pg_stat_activity where datname = current_database() and state <> 'idle'
         and application_name = 'calendar-events-service') as busy`,
    );
    if (!row?.busy) return;
  }
}

const READ = `GET /calendar/events/v1/venues?per_page=50 HTTP/1.1\r\nHost: a.example\r\n\r\n`;

describe('an answer that nobody takes', () => {
  it('12.4 is broken off, and others are not', async () => {
    for (let index = 0; index < 5; index += 1) await createRecord(calendar, 'venues');
    await query(calendar.databaseUrl, `update venue_translations set description = repeat('a', 1200000)`);
    // The first answer of that length takes the longest to make.
    await eventually(takeWhole);
    const untaken = await eventually(leaveLying);
    const { status, headers } = parseResponses(untaken)[0] ?? {};
    expect([status, untaken.length < Number(headers?.['content-length'])]).toEqual([200, true]);
  });

  it('12.4 keeps the connection of one that takes its answers, for longer than a request may take', async () => {
    const socket = await openSocket(calendar.origin);
    for (const method of ['GET', 'HEAD', 'GET']) {
      socket.write(`${method} ${TAGS} HTTP/1.1\r\nHost: a.example\r\n\r\n`);
      const [part] = (await once(socket, 'data')) as [Buffer];
      expect(part.toString()).toMatch(/^HTTP\/1\.1 200 .*\r\nKeep-Alive: timeout=65\r\n/s);
      await setTimeout(1300);
    }
    socket.destroy();
  });
});

/** How long the answer is for a client that takes it; undefined where a busy machine has not made it in the time of a request. */
async function takeWhole(): Promise<number | undefined> {
  const patient = await openSocket(calendar.origin);
  const taken = readUntilClose(patient);
  patient.write(READ.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  const [{ status, text } = { status: 0, text: '' }] = parseResponses(await taken);
  return status === 503 ? undefined : text.length;
}

/** What is left of the answer for a client that takes nothing before its end, while another takes it whole; undefined as above. */
async function leaveLying(): Promise<string | undefined> {
  const asked = once(calendar.application.getHttpServer(), 'request') as Promise<[IncomingMessage, ServerResponse]>;
  const socket = await openSocket(calendar.origin);
  socket.pause();
  socket.write(READ);
  const [, response] = await asked;
  const ended = once(response, 'close');
  expect(await eventually(takeWhole)).toBeGreaterThan(5_000_000);
  await ended;
  if (response.statusCode === 503) {
    socket.destroy();
    return undefined;
  }
  const received = readUntilClose(socket);
  socket.resume();
  return received;
}
