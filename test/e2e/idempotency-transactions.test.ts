import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import pg from 'pg';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import type { ErrorCode } from '../../src/kernel/errors/error-codes.js';
import { EventPasswords } from '../../src/events/event-passwords.js';
import { redactStringLiterals } from '../../src/observability/tracing/redact-string-literals.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';
import {
  countRows,
  query,
  waitForBlockedSession,
  withRolledBackTransaction,
} from '../support/database/database-session.js';
import {
  summarize,
  newKey,
  newTag,
  sendWithKey,
  sendTwice,
  TAGS_PATH,
  type Write,
} from '../support/requests/idempotent-writes.js';
import { createRecord, uniqueName } from '../support/records/kinds.js';
import { ADMIN_HEADERS, rawRequest, type RawResponse } from '../support/requests/raw-request.js';
import { upcomingDates } from '../support/records/records.js';
import { recordStatements } from '../support/database/statements.js';

const EVENTS = '/calendar/events/v1/events';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

const send = (key: string, write: Write) => sendWithKey(calendar.origin, key, write);
const alter = (statement: string) => query(calendar.databaseUrl, statement);
const rows = (table: string, condition?: string) => countRows(calendar.databaseUrl, table, condition);

/** Makes inserts into a table fail with an SQLSTATE. */
const raising = (state: string, table: string, unless = 'if true then') =>
  alter(`create or replace function raising() returns trigger language plpgsql as $$
      begin ${unless} raise sqlstate '${state}'; end if; return new; end $$;
    create trigger raising before insert on ${table} for each row execute function raising()`);

/** Statements of a request, without clock reads and change notifications. */
async function textsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts = (await recordStatements(work)).map(({ text }) => text);
  return texts.filter((text) => !text.includes('calendar_notices') && !/^select now|pg_notify/.test(text.trim()));
}

describe('Statements of a write', () => {
  it('a key adds its statements and a savepoint, and a replay runs only the statements of the key (12.3)', async () => {
    const plain = {
      method: 'POST',
      path: TAGS_PATH,
      headers: { ...ADMIN_HEADERS, 'Content-Type': 'application/json' },
    };
    const body = () => JSON.stringify({ name: uniqueName('Tag') });
    await rawRequest(calendar.origin, { ...plain, body: body() });
    const without = await textsOf(() => rawRequest(calendar.origin, { ...plain, body: body() }));
    const [key, write] = [newKey(), newTag()];
    const first = await textsOf(() => send(key, write));
    const again = await textsOf(() => send(key, write));
    const ofKeys = /idempotency_keys|pg_try_advisory_xact_lock|savepoint|set constraints|release/;
    expect(without.filter((text) => ofKeys.test(text))).toEqual([]);
    const more = first.filter((text) => ofKeys.test(text)).map((text) => ofKeys.exec(text)?.[0]);
    expect(more).toEqual([
      'pg_try_advisory_xact_lock',
      'idempotency_keys',
      'savepoint',
      'set constraints',
      'set constraints',
      'release',
      'idempotency_keys',
    ]);
    expect(first.filter((text) => !ofKeys.test(text)).map(redactStringLiterals)).toEqual(
      without.map(redactStringLiterals),
    );
    expect(again.map((text) => /begin|rollback|idempotency_keys|pg_try_\w+|users/.exec(text)?.[0])).toEqual([
      'users',
      'begin',
      'pg_try_advisory_xact_lock',
      'idempotency_keys',
      'rollback',
    ]);
  });
});

describe('Write with an idempotency key', () => {
  it('is retried within its transaction after a deadlock (12.3, 12.4)', async () => {
    await alter('create sequence runs');
    await raising('40P01', 'tags', `if nextval('runs') < 3 then`);
    const write = newTag('Retried');
    expect(await sendTwice(calendar.origin, newKey(), write)).toEqual(['201', '201 again']);
    expect(await rows('tag_translations', `name = 'Retried'`)).toBe(1);
    await alter('drop trigger raising on tags');
  });

  it('is not stored if a statement fails, and its key is released (12.3)', async () => {
    const [key, write] = [newKey(), newTag('Failed')];
    await raising('57014', 'audit_entries');
    expect(summarize(await send(key, write))).toBe('503 unavailable');
    await alter('drop trigger raising on audit_entries');
    expect([await rows('tag_translations', `name = 'Failed'`), await sendTwice(calendar.origin, key, write)]).toEqual([
      0,
      ['201', '201 again'],
    ]);
  });

  it('is 409 if a deferred constraint fails at commit, and this response is stored (12.3)', async () => {
    await alter(`create function refusing() returns trigger language plpgsql as $$ begin raise sqlstate '23503'; end $$;
      create constraint trigger refusing after insert on tags
        deferrable initially deferred for each row execute function refusing()`);
    expect(await sendTwice(calendar.origin, newKey(), newTag())).toEqual(['409 conflict', '409 conflict again']);
    await alter('drop trigger refusing on tags');
  });

  it('returns its error without storing it if a statement aborted the outer transaction (12.3, 9.3)', async () => {
    const [key, write] = [newKey(), await deletionBy('Sesam')];
    const ended = await endingIt('event_not_found', () => send(key, write));
    expect(summarize(ended)).toBe('404 event_not_found');
    expect(await sendTwice(calendar.origin, key, write)).toEqual(['200', '200 again']);
  });

  it('is 500 if an aborted transaction loses the count of a wrong password (12.3, 8.13)', async () => {
    const write = await deletionBy('wrong');
    expect(summarize(await endingIt('event_password_required', () => send(newKey(), write)))).toBe('500 internal');
    expect(await rows('password_attempts', 'cardinality(wrong_attempts) > 0')).toBe(0);
    expect(summarize(await send(newKey(), write))).toBe('403 event_password_required');
    expect(await rows('password_attempts', 'cardinality(wrong_attempts) > 0')).toBe(1);
  });
});

async function deletionBy(password: string): Promise<Write> {
  const { id } = await createRecord(calendar, 'events', { ...upcomingDates(), password: 'Sesam' });
  return { method: 'DELETE', path: `${EVENTS}/${id}?password=${password}` };
}

/** Aborts the transaction with a failing statement when passwords are compared, then throws an error with `code`. */
async function endingIt(code: ErrorCode, work: () => Promise<RawResponse>): Promise<RawResponse> {
  const em = calendar.application.get(EntityManager);
  const { matches: fits } = EventPasswords.prototype;
  EventPasswords.prototype.matches = async function ending(this: EventPasswords, ...given) {
    await fits.apply(this, given);
    await sql`select unknown_function()`.execute(em.getKysely()).catch(() => undefined);
    throw new ApiError(code);
  };
  return work().finally(() => Object.assign(EventPasswords.prototype, { matches: fits }));
}

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

/** Sends a new write with its key, as often as it is called, and returns the summary. */
function sender(): () => Promise<string> {
  const [key, write] = [newKey(), newTag()];
  return async () => summarize(await send(key, write));
}

describe('Retry', () => {
  it('that overlaps the end of the first request replays the response that was stored meanwhile (12.3)', async () => {
    const attempt = sender();
    const { first, second, letGo } = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query('lock table tags in share mode');
      const sent = attempt();
      await waitForBlockedSession(session);
      const held = holdNextClaim();
      const later = attempt();
      await held.reached;
      return { first: sent, second: later, letGo: held.letGo };
    });
    expect(await first).toBe('201');
    letGo();
    expect(await second).toBe('201 again');
    expect(await attempt()).toBe('201 again');
  });

  it('is replayed while another replay is in progress (12.3)', async () => {
    const attempt = sender();
    expect(await attempt()).toBe('201');
    const held = holdNextClaim();
    const replay = attempt();
    await held.reached;
    expect(await attempt()).toBe('201 again');
    held.letGo();
    expect(await replay).toBe('201 again');
  });

  it('is 409 without waiting while the write runs again after its key expired (12.3)', async () => {
    const attempt = sender();
    expect(await attempt()).toBe('201');
    await alter(`update idempotency_keys set created_at = created_at - interval '2 days'`);
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
