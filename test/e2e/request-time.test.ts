import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RequestTimeouts } from '../../src/http/limits/request-deadline.js';
import { withRolledBackTransaction, query, waitForBlockedSession } from '../support/database/database-session.js';
import { onlyInFullRun } from '../support/run/run-mode.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';
import { exchange, openSocket } from '../support/requests/raw-socket.js';

describe('Request time', () => {
  const TAGS = '/calendar/events/v1/tags';
  const HEADERS = `Host: a.example\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n`;
  const POST = `POST ${TAGS} HTTP/1.1\r\n${HEADERS}Content-Type: application/json\r\nContent-Length: 20\r\n\r\n`;

  /** Advisory lock on which inserts wait. */
  const LOCK_KEY = 4711;

  let calendar: TestCalendar;
  const unhandled: unknown[] = [];
  const logged: unknown[] = [];
  const recordUnhandled = (reason: unknown) => void unhandled.push(reason);
  beforeAll(async () => {
    calendar = await startTestCalendar({}, { requestMs: 800 });
    const log = (...parts: unknown[]) => void logged.push(parts[0]);
    calendar.application.useLogger({ log, warn: log, error: log });
    process.on('unhandledRejection', recordUnhandled);
  });
  afterAll(async () => {
    process.off('unhandledRejection', recordUnhandled);
    await calendar.close();
  });

  const tagNames = async () =>
    (await query<{ name: string }>(calendar.databaseUrl, 'select name from tag_translations')).map(({ name }) => name);

  /** Blocks inserts of tags on an advisory lock that the tests hold, either in the statement or at commit. */
  async function blockInserts(when: 'statement' | 'commit'): Promise<void> {
    await query(
      calendar.databaseUrl,
      `create or replace function wait_for_test() returns trigger language plpgsql as $$
       begin perform pg_advisory_xact_lock(${LOCK_KEY}); return null; end $$;
     drop trigger if exists wait_for_test on tags;
     create constraint trigger wait_for_test after insert on tags
       deferrable initially ${when === 'commit' ? 'deferred' : 'immediate'} for each row execute function wait_for_test()`,
    );
  }

  describe('Request timeout', () => {
    it('is 15 s, and 600 s for a stream (12.4)', () => {
      expect({ ...new RequestTimeouts() }).toEqual({ requestMs: 15_000, streamMs: 600_000 });
    });

    it.each([
      ['its head', [`GET ${TAGS} HTTP/1.1\r\nHost: a.ex`]],
      ['its body', [POST, '{"name":']],
      ['its body, which is ignored', [`DELETE ${TAGS}/1 HTTP/1.1\r\n${HEADERS}Content-Length: 20\r\n\r\n{`]],
    ])(
      'a request that does not finish sending %s is 408 and closes the connection (12.4)',
      async (_description, pieces) => {
        const [response, ...others] = await exchange(calendar.origin, ...pieces);
        expect([response?.status, JSON.parse(response?.text ?? '')]).toMatchObject([
          408,
          { code: 'request_timeout', status: 408 },
        ]);
        expect(response?.headers).toMatchObject({ connection: 'close', 'cache-control': 'no-store' });
        expect(others).toEqual([]);
      },
    );

    onlyInFullRun(() => {
      it('does not apply to an idle connection between requests (12.4)', async () => {
        const socket = await openSocket(calendar.origin);
        for (const method of ['GET', 'HEAD', 'GET']) {
          socket.write(`${method} ${TAGS} HTTP/1.1\r\nHost: a.example\r\n\r\n`);
          const [chunk] = (await once(socket, 'data')) as [Buffer];
          expect(chunk.toString()).toMatch(/^HTTP\/1\.1 200 .*\r\nKeep-Alive: timeout=65\r\n/s);
          await setTimeout(1300);
        }
        socket.destroy();
      });
    });

    it('a write that waits for the database too long is 503, and nothing is written afterwards (12.4)', async () => {
      await blockInserts('statement');
      const response = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
        await session.query(`select pg_advisory_xact_lock(${LOCK_KEY})`);
        const creating = calendar.request('POST', 'tags', { json: { name: 'Never' } });
        await waitForBlockedSession(session);
        return creating;
      });
      expect([response.status, response.body['code'], response.headers.get('Retry-After')]).toEqual([
        503,
        'unavailable',
        '1',
      ]);
      await waitUntilIdle();
      expect(await tagNames()).not.toContain('Never');
      expect(unhandled).toEqual([]);
      const requestId = response.headers.get('X-Request-Id');
      const msg = 'Request deadline exceeded';
      expect(logged).toEqual([{ msg, requestId, method: 'POST', route: '/calendar/events/v1/tags' }]);
      expect((await calendar.request('POST', 'tags', { json: { name: 'Later' } })).status).toBe(201);
    });

    it('a write with an Idempotency-Key that waits for the database too long is 503, and a retry is carried out (12.3, 12.4)', async () => {
      await blockInserts('statement');
      const create = () =>
        calendar.request('POST', 'tags', { json: { name: 'Retried' }, headers: { 'Idempotency-Key': 'late' } });
      const late = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
        await session.query(`select pg_advisory_xact_lock(${LOCK_KEY})`);
        const creating = create();
        await waitForBlockedSession(session);
        return creating;
      });
      await waitUntilIdle();
      expect([late.status, (await tagNames()).includes('Retried')]).toEqual([503, false]);
      const retry = await create();
      expect([retry.status, retry.headers.get('Idempotency-Replayed')]).toEqual([201, null]);
    });

    it('a request is not aborted once its commit has started, and returns its result (12.4)', async () => {
      await blockInserts('commit');
      let hasEarlyResponse = false;
      const creating = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
        await session.query(`select pg_advisory_xact_lock(${LOCK_KEY})`);
        const response = calendar.request('POST', 'tags', { json: { name: 'Committed' } });
        void response.finally(() => (hasEarlyResponse = true));
        await waitForBlockedSession(session);
        // Longer than the request timeout.
        await session.query('select pg_sleep(1.2)');
        expect(hasEarlyResponse).toBe(false);
        return { response };
      });
      const { status, body } = await creating.response;
      expect([status, body['name']]).toEqual([201, 'Committed']);
      expect(logged.at(-1)).toMatchObject({ msg: 'Request deadline exceeded, waiting for commit' });
      expect(await tagNames()).toContain('Committed');
    });
  });

  /** Waits until the service runs no statement. */
  async function waitUntilIdle(): Promise<void> {
    for (;;) {
      const [row] = await query<{ busy: boolean }>(
        calendar.databaseUrl,
        `select exists (select from pg_stat_activity where datname = current_database() and state <> 'idle'
         and application_name = 'calendar-events-service') as busy`,
      );
      if (!row?.busy) return;
    }
  }
});
