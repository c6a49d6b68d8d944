import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { withRolledBackTransaction, query, waitForBlockedSession } from '../support/database/database-session.js';
import { summarize, newKey, sendWithKey, TAGS_PATH } from '../support/requests/idempotent-writes.js';
import { startInProcessCalendar, type InProcessCalendar } from '../support/calendar/in-process-calendar.js';

let calendar: InProcessCalendar;
beforeAll(async () => {
  calendar = await startInProcessCalendar();
});
afterAll(() => calendar.close());

/** Delays the result of the next statement on idempotency keys until `letGo` is called. */
function holdNextClaim() {
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { query } = pg.Client.prototype as unknown as Record<'query', (...given: unknown[]) => Promise<unknown>>;
  Object.assign(pg.Client.prototype, {
    async query(this: pg.Client, ...given: unknown[]) {
      const result = await query.apply(this, given);
      const [statement] = given as [string | { text: string }];
      if (/idempotency_keys|pg_try_advisory/.test(typeof statement === 'string' ? statement : statement.text)) {
        Object.assign(pg.Client.prototype, { query });
        reached.resolve();
        await gate.promise;
      }
      return result;
    },
  });
  return { reached: reached.promise, letGo: gate.resolve };
}

describe('Retry that overlaps the end of the first request', () => {
  it('replays the response that was stored meanwhile (12.3)', async () => {
    const [key, write] = [newKey(), { method: 'POST', path: TAGS_PATH, json: { name: 'Jazz' } }];
    const send = async () => summarize(await sendWithKey(calendar.origin, key, write));
    const { first, second, letGo } = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query('lock table tags in share mode');
      const sent = send();
      await waitForBlockedSession(session);
      const held = holdNextClaim();
      const later = send();
      await held.reached;
      return { first: sent, second: later, letGo: held.letGo };
    });
    expect(await first).toBe('201');
    letGo();
    expect(await second).toBe('201 again');
    expect(await send()).toBe('201 again');
  });
});

describe('Retry of a completed request', () => {
  it('is replayed while another replay is in progress (12.3)', async () => {
    const [key, write] = [newKey(), { method: 'POST', path: TAGS_PATH, json: { name: 'Blues' } }];
    const send = async () => summarize(await sendWithKey(calendar.origin, key, write));
    expect(await send()).toBe('201');
    const held = holdNextClaim();
    const replay = send();
    await held.reached;
    expect(await send()).toBe('201 again');
    held.letGo();
    expect(await replay).toBe('201 again');
  });

  it('is 409 without waiting while the write runs again after its key expired (12.3)', async () => {
    const [key, write] = [newKey(), { method: 'POST', path: TAGS_PATH, json: { name: 'Swing' } }];
    const send = async () => summarize(await sendWithKey(calendar.origin, key, write));
    expect(await send()).toBe('201');
    await query(calendar.databaseUrl, `update idempotency_keys set created_at = created_at - interval '2 days'`);
    const anew = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query('lock table tags in share mode');
      await session.query('lock table tag_translations in access exclusive mode');
      const sent = send();
      await waitForBlockedSession(session);
      expect(await send()).toBe('409 request_in_progress');
      return { sent };
    });
    expect(await anew.sent).toBe('409 term_exists');
  });
});
