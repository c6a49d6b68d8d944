import { describe, expect, it } from 'vitest';
import { createUser, USERS_PATH } from '../support/accounts/accounts.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import {
  countRows,
  query,
  waitForBlockedSession,
  withRolledBackTransaction,
} from '../support/database/database-session.js';
import { createRecord } from '../support/records/kinds.js';
import { repeatParallel } from '../support/records/links.js';
import { upcomingDates } from '../support/records/records.js';
import {
  summarize,
  newKey,
  newTag,
  replayedParts,
  sendWithKey,
  sendTwice,
  TAGS_PATH,
  type Write,
} from '../support/requests/idempotent-writes.js';
import { ADMIN_HEADERS } from '../support/requests/raw-request.js';

const calendar = useTestCalendar();

const send = (key: string, write: Write) => sendWithKey(calendar.origin, key, write);
const runSql = (statement: string) => query(calendar.databaseUrl, statement);
const count = (table: string, condition?: string) => countRows(calendar.databaseUrl, table, condition);

/** Makes inserts into a table fail with an SQLSTATE while a condition is met. */
const failInserts = (state: string, table: string, condition = 'true') =>
  runSql(`create or replace function raising() returns trigger language plpgsql as $$
      begin if ${condition} then raise sqlstate '${state}'; end if; return new; end $$;
    create trigger raising before insert on ${table} for each row execute function raising()`);

describe('Write with an idempotency key', () => {
  it('is executed once by 32 concurrent requests, with the same response for all (12.3)', async () => {
    const [key, write] = [newKey(), newTag('Once')];
    const responses = await repeatParallel(32, async () => {
      let response = await send(key, write);
      while (summarize(response) === '409 request_in_progress') response = await send(key, write);
      return response;
    });
    expect(responses.map(summarize).toSorted()).toEqual(['201', ...Array<string>(31).fill('201 again')]);
    expect(new Set(responses.map((each) => JSON.stringify(replayedParts(each)))).size).toBe(1);
    expect(await count('tag_translations', `name = 'Once'`)).toBe(1);
  });

  it('is retried after two deadlocks, and stored once (12.3, 12.4)', async () => {
    await runSql('create sequence attempts');
    await failInserts('40P01', 'tags', `nextval('attempts') < 3`);
    const write = newTag('Retried');
    expect(await sendTwice(calendar.origin, newKey(), write)).toEqual(['201', '201 again']);
    expect(await count('tag_translations', `name = 'Retried'`)).toBe(1);
    await runSql('drop trigger raising on tags');
  });

  it('is not stored if a statement fails, and its key is released (12.3)', async () => {
    const [key, write] = [newKey(), newTag('Failed')];
    await failInserts('57014', 'audit_entries');
    expect(summarize(await send(key, write))).toBe('503 unavailable');
    await runSql('drop trigger raising on audit_entries');
    expect([await count('tag_translations', `name = 'Failed'`), await sendTwice(calendar.origin, key, write)]).toEqual([
      0,
      ['201', '201 again'],
    ]);
  });

  it('is 409 if a deferred constraint fails at commit, and this response is stored (12.3)', async () => {
    await runSql(`create function refusing() returns trigger language plpgsql as $$ begin raise sqlstate '23503'; end $$;
      create constraint trigger refusing after insert on tags
        deferrable initially deferred for each row execute function refusing()`);
    expect(await sendTwice(calendar.origin, newKey(), newTag())).toEqual(['409 conflict', '409 conflict again']);
    await runSql('drop trigger refusing on tags');
  });

  it('is completed if the client disconnects, and replayed for a retry (12.3)', async () => {
    const [key, write] = [newKey(), newTag('Abandoned')];
    await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query('lock table tags in share mode');
      const disconnection = new AbortController();
      const headers = { ...ADMIN_HEADERS, 'Content-Type': 'application/json', 'Idempotency-Key': key };
      const body = JSON.stringify(write.json);
      const sent = fetch(calendar.origin + TAGS_PATH, { method: 'POST', headers, body, signal: disconnection.signal });
      await waitForBlockedSession(session);
      expect(summarize(await send(key, write))).toBe('409 request_in_progress');
      disconnection.abort();
      await expect(sent).rejects.toThrow('aborted');
    });
    let response = await send(key, write);
    while (response.status === 409) response = await send(key, write);
    expect([summarize(response), await count('tag_translations', `name = 'Abandoned'`)]).toEqual(['201 again', 1]);
  });

  it('counts every wrong password, in repeated and in concurrent requests (12.3, 8.13)', async () => {
    const { id } = await createRecord(calendar, 'events', { ...upcomingDates(), password: 'Sesam' });
    const guess = { method: 'DELETE', path: `/calendar/events/v1/events/${id}?password=wrong` };
    const key = newKey();
    const alone = [summarize(await send(key, guess)), summarize(await send(key, guess))];
    const together = await repeatParallel(8, async () => summarize(await send(newKey(), guess)));
    expect([...alone, ...together]).toEqual(Array<string>(10).fill('403 event_password_required'));
    const right = { ...guess, path: `/calendar/events/v1/events/${id}?password=Sesam` };
    expect([summarize(await send(key, guess)), summarize(await send(key, right))]).toEqual(
      Array<string>(2).fill('429 too_many_requests'),
    );
    // The 429 is not stored: the same key succeeds after the attempts are deleted.
    await runSql('delete from password_attempts');
    expect(await sendTwice(calendar.origin, key, right)).toEqual(['200', '200 again']);
  });

  it('that deletes the calling user gets its response; a retry is 401 (12.3)', async () => {
    const { id, token } = await createUser(calendar, 'administrator');
    const headers = { Authorization: `Bearer ${token}` };
    const removal = { method: 'DELETE', path: `${USERS_PATH}/${id}`, headers };
    expect(await sendTwice(calendar.origin, newKey(), removal)).toEqual(['200', '401 invalid_credentials']);
  });

  it('has its key deleted by housekeeping after 24 hours, not before (12.3)', async () => {
    await repeatParallel(6, () => send(newKey(), newTag()));
    const kept = await count('idempotency_keys');
    await runSql(`update idempotency_keys set created_at = now() - interval '23 hours 59 minutes'`);
    await calendar.runHousekeeping();
    expect(await count('idempotency_keys')).toBe(kept);
    await runSql(`update idempotency_keys set created_at = created_at - interval '2 minutes'`);
    await calendar.runHousekeeping();
    expect([kept > 5, await count('idempotency_keys')]).toEqual([true, 0]);
  });

  it('is 409 without waiting while the write runs again after its key expired (12.3)', async () => {
    const [key, write] = [newKey(), newTag()];
    const attempt = async () => summarize(await send(key, write));
    expect(await attempt()).toBe('201');
    await runSql(`update idempotency_keys set created_at = created_at - interval '2 days'`);
    const retry = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query('lock table tags in share mode');
      await session.query('lock table tag_translations in access exclusive mode');
      const sent = attempt();
      await waitForBlockedSession(session);
      expect(await attempt()).toBe('409 request_in_progress');
      return { sent };
    });
    expect(await retry.sent).toBe('409 term_exists');
  });
});
