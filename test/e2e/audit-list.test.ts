import { EntityManager } from '@mikro-orm/postgresql';
import { describe, beforeAll, expect, it } from 'vitest';
import { addAuditEntry, OPERATOR_ACTOR } from '../../src/records/audit/add-audit-entry.js';
import { createUser, statusAndCode, USERS_PATH } from '../support/accounts/accounts.js';
import { AUDIT_PATH, fetchAudit, type AuditEntry } from '../support/accounts/audit.js';
import { countRows, withRolledBackTransaction, query } from '../support/database/database-session.js';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord } from '../support/records/kinds.js';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { pathAndQueryOf, type ServedPage } from '../support/records/records.js';

/** Key of the advisory lock that a process holds while it deletes expired rows. */
const HOUSEKEEPING_LOCK_KEY = 7_226_406;

const calendar = useTestCalendar({ TIMEZONE: 'Europe/Madrid' });
const archive = useTestCalendar({ AUDIT_DAYS: '0' });
let token: string;
beforeAll(async () => {
  token = await calendar.createToken('editor');
  for (const day of ['2027-03-01', '2027-03-02', '2027-03-03']) {
    calendar.setNow(`${day}T10:00:00Z`);
    const tag = await createRecord(calendar, 'tags', { name: day }, { token });
    await calendar.request('PATCH', `tags/${tag.id}`, { json: { description: day } });
  }
});

type AuditPage = Omit<ServedPage, 'events' | 'venues' | 'organizers' | 'categories' | 'tags'> & { audit: AuditEntry[] };

const read = (path: string) => calendar.request<AuditPage>('GET', path);
const summary = ({ at, action, username }: AuditEntry) => `${at} ${action} ${username}`;
const fetchSummaries = async (parameters: string) => (await fetchAudit(calendar, parameters)).map(summary);
const countRecordEntries = () => countRows(calendar.databaseUrl, 'audit_entries', `kind not in ('user', 'token')`);
/** Number of days with entries until a date or instant. Each day has two entries of tags. */
const countDaysUntil = async (until: string) => (await fetchSummaries(`kind=tag&until=${until}`)).length / 2;

describe('Audit list', () => {
  it('requires the role administrator, and checks it before the parameters (8.3, 8.4)', async () => {
    const outcomeFor = async (caller: string | null) =>
      statusAndCode(await calendar.request('GET', `${AUDIT_PATH}?page=0&kind=x`, { token: caller }));
    expect(await outcomeFor(ADMIN_TOKEN)).toEqual([400, 'invalid_parameter']);
    expect(await outcomeFor(token)).toEqual([403, 'forbidden']);
    expect(await outcomeFor(null)).toEqual([401, 'unauthorized']);
  });

  it('returns the newest entries first, with times in TIMEZONE and Cache-Control: no-store (8.3, 12.2)', async () => {
    const { body, headers } = await read(`${AUDIT_PATH}?per_page=3&kind=tag`);
    expect(body.audit.map(summary)).toEqual([
      '2027-03-03T11:00:00+01:00 update admin',
      '2027-03-03T11:00:00+01:00 create editor-1',
      '2027-03-02T11:00:00+01:00 update admin',
    ]);
    expect([headers.get('Cache-Control'), headers.get('X-Total'), headers.get('X-Total-Pages')]).toEqual([
      'no-store',
      '6',
      '2',
    ]);
  });

  it('has each entry on exactly one page, even if an entry is added between two requests (5.6)', async () => {
    const first = await read(`${AUDIT_PATH}?per_page=4&kind=tag&action=create,update&since=2027-03-01`);
    calendar.setNow('2027-03-04T10:00:00Z');
    await createRecord(calendar, 'tags', {}, { token });
    const second = await read(pathAndQueryOf(first.body.next_rest_url ?? ''));
    const ids = [...first.body.audit, ...second.body.audit].map(({ id }) => id);
    expect(ids).toEqual((await fetchAudit(calendar, 'kind=tag&since=2027-03-01&until=2027-03-03')).map(({ id }) => id));
    // Two entries on each of three days.
    expect([ids.length, second.body.next_rest_url]).toEqual([6, null]);
  });

  it('filters by user, action, kind and record, and reports every invalid parameter (7.1)', async () => {
    const [update, create] = await fetchAudit(calendar, 'until=2027-03-01');
    const record = create?.record;
    expect(await fetchSummaries(`kind=tag&record=${record}`)).toEqual(
      [update, create].map((entry) => entry && summary(entry)),
    );
    expect(await fetchSummaries(`kind=event,venue&record=${record}`)).toEqual([]);
    expect(await fetchSummaries(`user=${create?.user}&record=${record}`)).toEqual([create && summary(create)]);
    expect(await fetchSummaries(`record=${record}&action=UPDATE,delete`)).toEqual([update && summary(update)]);
    expect(await fetchSummaries(`record=${record}&action=delete`)).toEqual([]);
    const parameters = 'user=0&kind=film&record=a&action=read&since=x&until=2027-02-30';
    const names = ['action', 'kind', 'record', 'since', 'until', 'user'];
    expectInvalidParameters(await calendar.request('GET', `${AUDIT_PATH}?${parameters}`), ...names);
  });

  it('filters by time: a date covers the whole day, and wall-clock times are in TIMEZONE (2.4)', async () => {
    expect(await countDaysUntil('2027-03-01')).toBe(1);
    expect(await countDaysUntil('2027-03-01 10:59:59')).toBe(0);
    expect(await countDaysUntil('2027-03-02T10:00:00Z')).toBe(2);
    expect(await fetchSummaries('since=2027-03-02 11:00:01&until=2027-03-03')).toHaveLength(2);
    expect(await fetchSummaries('since=2027-03-03&until=2027-03-01')).toEqual([]);
    calendar.setNow('2027-03-03T10:00:00Z');
    expect(await fetchSummaries('since=yesterday&until=now')).toHaveLength(4);
  });
});

it('Audit entries keep username and role after the user is removed (8.3)', async () => {
  const user = await createUser(calendar, 'editor', 'Núria');
  const tag = await createRecord(calendar, 'tags', {}, { token: user.token });
  await calendar.request('DELETE', `${USERS_PATH}/${user.id}`);
  const entries = await fetchAudit(calendar, `user=${user.id}`);
  expect(entries).toEqual([expect.objectContaining({ username: 'Núria', role: 'editor', record: tag.id })]);
});

it('addAuditEntry: the entry is rolled back with its transaction; the operator has no user id (8.3)', async () => {
  const em = calendar.application.get(EntityManager);
  const entry = { action: 'create', kind: 'token', recordId: 555, changes: { user: { from: null, to: 3 } } } as const;
  const failing = em.transactional(async (transaction) => {
    addAuditEntry(transaction, OPERATOR_ACTOR, entry);
    await transaction.flush();
    throw new Error('Refused');
  });
  await expect(failing).rejects.toThrow('Refused');
  expect(await fetchAudit(calendar, 'kind=token&record=555')).toEqual([]);
  await em.transactional(async (transaction) => addAuditEntry(transaction, OPERATOR_ACTOR, entry));
  const byOperator = {
    user: null,
    username: null,
    role: 'operator',
    client: '',
    request_id: '',
    changes: entry.changes,
  };
  expect(await fetchAudit(calendar, 'kind=token&record=555')).toMatchObject([byOperator]);
});

describe('AUDIT_DAYS', () => {
  /** Number of updates until the end of a day: one on each of the three days, and 12,001 in the year 2001. */
  const countUpdates = async (day: string) => (await fetchSummaries(`action=update&until=${day}`)).length;

  it('is 365 by default; entries are deleted by one process at a time, all of them in one run (11.1, 12.4)', async () => {
    await query(
      calendar.databaseUrl,
      `insert into audit_entries (created_at, role, action, kind, client, request_id, changes)
      select '2001-01-01', 'operator', 'update', 'tag', '', '', '{}' from generate_series(1, 12001)`,
    );
    const all = await countRecordEntries();
    calendar.setNow('2028-03-02T10:00:00Z');
    await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query(`select pg_advisory_xact_lock(${HOUSEKEEPING_LOCK_KEY})`);
      await calendar.runHousekeeping();
      expect(await countRecordEntries()).toBe(all);
    });
    // The entries of 2027-03-03 are 365 days old at the first instant, and older at the second.
    const kept: object[] = [];
    for (const instant of ['2028-03-02T10:00:00Z', '2028-03-02T10:00:01Z']) {
      calendar.setNow(instant);
      await calendar.runHousekeeping();
      kept.push({ untilDay2: await countUpdates('2027-03-02'), untilDay3: await countUpdates('2027-03-03') });
    }
    expect(kept).toEqual([
      { untilDay2: 0, untilDay3: 1 },
      { untilDay2: 0, untilDay3: 0 },
    ]);
  });

  it('keeps all entries if it is 0 (11.1)', async () => {
    await createRecord(archive, 'tags');
    archive.setNow('9999-01-01T00:00:00Z');
    await archive.runHousekeeping();
    expect(await countRows(archive.databaseUrl, 'audit_entries', `kind = 'tag'`)).toBe(1);
  });
});
