import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Changes } from '../../src/common/cache/changes.js';
import { Housekeeping } from '../../src/common/housekeeping/housekeeping.js';
import { Deadline } from '../../src/common/http/deadline.js';
import { createUser, USERS } from '../support/accounts.js';
import { startCachedCalendar, type CachedCalendar } from '../support/cached-calendar.js';
import { inTransaction, query, untilSomebodyWaits } from '../support/database-session.js';
import { inShort, newKey, repeated, sendKeyed, type Write } from '../support/keyed.js';
import { createRecord, uniqueName } from '../support/kinds.js';
import { times } from '../support/links.js';
import { AS_ADMINISTRATOR, rawRequest } from '../support/raw-request.js';
import { soon } from '../support/records.js';

const EVENTS = '/calendar/events/v1/events';
const TAGS = '/calendar/events/v1/tags';

let calendar: CachedCalendar;
beforeAll(async () => {
  calendar = await startCachedCalendar();
});
afterAll(() => calendar.close());

const send = (key: string, write: Write) => sendKeyed(calendar.origin, key, write);
const sendTwice = async (key: string, write: Write) => [
  inShort(await send(key, write)),
  inShort(await send(key, write)),
];
const alter = (statement: string) => query(calendar.databaseUrl, statement);
const newTag = (name = uniqueName('Tag')): Write => ({ method: 'POST', path: TAGS, json: { name } });
const rows = async (table: string, condition = 'true') =>
  Number(
    (await query<{ n: string }>(calendar.databaseUrl, `select count(*) n from ${table} where ${condition}`))[0]?.n,
  );

/** Lets the database fail where something is stored in a table. */
const raising = (state: string, table: string, unless = 'if true then') =>
  alter(`create or replace function raising() returns trigger language plpgsql as $$
      begin ${unless} raise sqlstate '${state}'; end if; return new; end $$;
    create trigger raising before insert on ${table} for each row execute function raising()`);

/** The statements of a request, in short. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const { query: original } = pg.Client.prototype as unknown as Record<'query', (...given: unknown[]) => unknown>;
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...given: unknown[]) {
      const [statement] = given as [string | { text: string }];
      statements.push(typeof statement === 'string' ? statement : statement.text);
      return original.apply(this, given);
    },
  });
  await work().finally(() => Object.assign(pg.Client.prototype, { query: original }));
  return statements.filter((text) => !text.includes('calendar_notices') && !/^select now|pg_notify/.test(text.trim()));
}

describe('statements of a write', () => {
  it('12.3 without a key there are none for keys; with one, those and a savepoint; of a replay nothing else', async () => {
    const plain = { method: 'POST', path: TAGS, headers: { ...AS_ADMINISTRATOR, 'Content-Type': 'application/json' } };
    const body = () => JSON.stringify({ name: uniqueName('Tag') });
    await rawRequest(calendar.origin, { ...plain, body: body() });
    const without = await statementsOf(() => rawRequest(calendar.origin, { ...plain, body: body() }));
    const [key, write] = [newKey(), newTag()];
    const first = await statementsOf(() => send(key, write));
    const again = await statementsOf(() => send(key, write));
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
    expect(first.filter((text) => !ofKeys.test(text))).toEqual(without);
    expect(again.map((text) => /begin|rollback|idempotency_keys|pg_try_\w+|users/.exec(text)?.[0])).toEqual([
      'users',
      'begin',
      'pg_try_advisory_xact_lock',
      'idempotency_keys',
      'rollback',
    ]);
  });
});

describe('a write under a key that the database', () => {
  it('12.3 12.4 ends in favour of another is tried again within its transaction', async () => {
    await alter('create sequence runs');
    await raising('40P01', 'tags', `if nextval('runs') < 3 then`);
    const write = newTag('Retried');
    expect(await sendTwice(newKey(), write)).toEqual(['201', '201 again']);
    expect(await rows('tag_texts', `name = 'Retried'`)).toBe(1);
    await alter('drop trigger raising on tags');
  });

  it('12.3 6.9 lets lose a race says so as without a key: of twenty that create one name one does', async () => {
    const write = newTag();
    const keys = Array.from({ length: 20 }, newKey);
    const outcomes = await times(20, async (index) => inShort(await send(keys[index] ?? '', write)));
    expect(outcomes.toSorted()).toEqual(['201', ...Array<string>(19).fill('409 term_exists')]);
    const again = await times(20, async (index) => inShort(await send(keys[index] ?? '', write)));
    expect(again).toEqual(outcomes.map((outcome) => `${outcome} again`));
  });

  it('12.3 fails is not kept: its key is free', async () => {
    const [key, write] = [newKey(), newTag('Failed')];
    await raising('57014', 'audit_entries');
    expect(inShort(await send(key, write))).toBe('503 unavailable');
    await alter('drop trigger raising on audit_entries');
    expect([await rows('tag_texts', `name = 'Failed'`), await sendTwice(key, write)]).toEqual([
      0,
      ['201', '201 again'],
    ]);
  });

  it('12.3 9.3 refuses outside of its services’ transactions is answered as without a key', async () => {
    const { id } = await createRecord(calendar, 'events', { ...soon(), password: 'Sesam' });
    const [key, write] = [newKey(), { method: 'DELETE', path: `${EVENTS}/${id}?password=Sesam` }];
    await raising('22003', 'password_attempts');
    expect(inShort(await send(key, write))).toBe('400 invalid_parameter');
    await alter('drop trigger raising on password_attempts');
    expect(await sendTwice(key, write)).toEqual(['200', '200 again']);
  });
});

describe('a write under a key', () => {
  it('12.3 12.4 that was answered as unavailable is neither done nor kept, and nothing tells of it', async () => {
    const [key, write] = [newKey(), newTag('Late')];
    const { beginCommit } = Deadline.prototype;
    let commits = 0;
    Deadline.prototype.beginCommit = function late(this: Deadline) {
      commits += 1;
      this.pass();
      beginCommit.call(this);
    };
    const late = await send(key, write).finally(() => Object.assign(Deadline.prototype, { beginCommit }));
    expect([inShort(late), commits]).toEqual(['503 unavailable', 1]);
    expect([late.headers.location, late.headers['content-language']]).toEqual([undefined, 'en']);
    expect([await rows('tag_texts', `name = 'Late'`), await sendTwice(key, write)]).toEqual([0, ['201', '201 again']]);
  });

  it('12.3 whose client goes away is carried out, and answered to whoever asks again', async () => {
    const [key, write] = [newKey(), newTag('Abandoned')];
    await inTransaction(calendar.databaseUrl, async (session) => {
      await session.query('lock table tags in share mode');
      const gone = new AbortController();
      const headers = { ...AS_ADMINISTRATOR, 'Content-Type': 'application/json', 'Idempotency-Key': key };
      const body = JSON.stringify(write.json);
      const sent = fetch(calendar.origin + TAGS, { method: 'POST', headers, body, signal: gone.signal });
      await untilSomebodyWaits(session);
      expect(inShort(await send(key, write))).toBe('409 request_in_progress');
      gone.abort();
      await expect(sent).rejects.toThrow('aborted');
    });
    let answer = await send(key, write);
    while (answer.status === 409) answer = await send(key, write);
    expect([inShort(answer), await rows('tag_texts', `name = 'Abandoned'`)]).toEqual(['201 again', 1]);
  });

  it('12.3 12.2 is seen by whoever reads behind it; its replay ends nothing that is cached', async () => {
    const { id } = await createRecord(calendar, 'tags');
    for (let round = 0; round < 5; round += 1) {
      await calendar.untilKept(`tags/${id}`);
      const [key, write] = [newKey(), { method: 'PATCH', path: `${TAGS}/${id}`, json: { name: `Round ${round}` } }];
      const first = await send(key, write);
      expect((await calendar.ask(`tags/${id}`)).body['name']).toBe(`Round ${round}`);
      const { generation } = calendar.application.get(Changes);
      expect(repeated(await send(key, write))).toEqual(repeated(first));
      expect(calendar.application.get(Changes).generation).toBe(generation);
    }
  });

  it('12.3 8.13 that brings a wrong password counts, however it is sent, and however many at once', async () => {
    const { id } = await createRecord(calendar, 'events', { ...soon(), password: 'Sesam' });
    const guess = { method: 'DELETE', path: `${EVENTS}/${id}?password=wrong` };
    const key = newKey();
    const alone = [inShort(await send(key, guess)), inShort(await send(key, guess))];
    const together = await times(8, async () => inShort(await send(newKey(), guess)));
    expect([...alone, ...together]).toEqual(Array<string>(10).fill('403 event_password_required'));
    expect(inShort(await send(key, guess))).toBe('429 too_many_requests');
    expect(inShort(await send(newKey(), { ...guess, path: `${EVENTS}/${id}?password=Sesam` }))).toBe(
      '429 too_many_requests',
    );
  });

  it('12.3 by which somebody removes himself is answered', async () => {
    const { id, token } = await createUser(calendar, 'administrator');
    const headers = { Authorization: `Bearer ${token}` };
    const removal = { method: 'DELETE', path: `${USERS}/${id}`, headers };
    expect(await sendTwice(newKey(), removal)).toEqual(['200', '401 invalid_credentials']);
  });

  it('12.3 is forgotten by housekeeping after 24 hours, not before', async () => {
    await send(newKey(), newTag());
    const kept = await rows('idempotency_keys');
    await alter(`update idempotency_keys set created_at = now() - interval '23 hours 59 minutes'`);
    await calendar.application.get(Housekeeping).run();
    expect(await rows('idempotency_keys')).toBe(kept);
    await alter(`update idempotency_keys set created_at = created_at - interval '2 minutes'`);
    await calendar.application.get(Housekeeping).run();
    expect([kept > 10, await rows('idempotency_keys')]).toEqual([true, 0]);
  });
});
