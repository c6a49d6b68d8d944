import { beforeAll, describe, expect, it } from 'vitest';
import { createToken, createUser, requestMe, TOKENS_PATH, USERS_PATH } from '../support/accounts/accounts.js';
import { fetchAudit, type AuditEntry } from '../support/accounts/audit.js';
import { countRows } from '../support/database/database-session.js';
import { createRecord, KINDS, uniqueName } from '../support/records/kinds.js';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const calendar = useTestCalendar();
let token: string;
beforeAll(async () => {
  token = await calendar.createToken('editor');
});

const entriesOf = (kind: string, { id }: { id: number }) => fetchAudit(calendar, `kind=${kind}&record=${id}`);
const countEntries = () => countRows(calendar.databaseUrl, 'audit_entries');
const summary = ({ action, language, changes }: AuditEntry) => [action, language, changes];
const change = (from: unknown, to: unknown) => ({ from, to });

describe.each(KINDS)('Audit of $path', ({ path, kind, titleField, isPublishable }) => {
  it('records user, language, client address and request id of a create (8.3)', async () => {
    const name = uniqueName('Nou');
    const headers = { 'X-Request-Id': `create-${kind}`, 'Accept-Language': 'es' };
    const record = await createRecord(calendar, path, { [titleField]: name, ml_language: 'ca' }, { token, headers });
    expect(await entriesOf(kind, record)).toEqual([
      {
        id: expect.any(Number),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
        user: (await requestMe(calendar, token)).body['id'],
        username: 'editor-1',
        role: 'editor',
        action: 'create',
        kind,
        record: record.id,
        language: 'ca',
        client: '127.0.0.1',
        request_id: `create-${kind}`,
        changes: expect.objectContaining({
          [titleField]: { from: null, to: name },
          slug: { from: null, to: record.slug },
        }),
      },
    ]);
  });

  it('records each write with its language and the changed fields, and no write without effect (3.8, 8.3, 8.9, 8.10)', async () => {
    const record = await createRecord(calendar, path, { description: 'Before' }, { token });
    const [name, website] = [uniqueName('Nou'), 'https://a.example/'];
    const write = async (method: string, json?: object, parameters = '') =>
      expect((await calendar.request(method, `${path}/${record.id}${parameters}`, { token, json })).status).toBe(200);
    await write('PATCH', { description: 'After', unknown: 1 });
    await write('PUT', { description: 'After' });
    await write('POST', {});
    await write('PATCH', { ml_language: 'ca', [titleField]: name });
    await write('DELETE', undefined, '?ml_scope=translation&ml_language=ca');
    if (isPublishable) {
      await write('DELETE');
      await write('PATCH', { website });
      await write('PATCH', { status: 'draft' });
      await write('PATCH', { status: 'trash' });
    }
    await write('DELETE', undefined, '?force=true');
    const including = (changes: object) => expect.objectContaining(changes) as object;
    const [, ...entries] = (await entriesOf(kind, record)).toReversed().map(summary);
    expect(entries).toEqual([
      ['update', 'en', { description: change('Before', 'After') }],
      ['update', 'ca', including({ [titleField]: change(null, name) })],
      ['delete_translation', 'ca', including({ [titleField]: change(name, null) })],
      ...[
        ['trash', null, { status: change('publish', 'trash') }],
        ['update', null, { website: change(null, website) }],
        ['restore', null, { status: change('trash', 'draft') }],
        ['trash', null, { status: change('draft', 'trash') }],
      ].filter(() => isPublishable),
      [
        'delete',
        'en',
        including({ [titleField]: change(record[titleField], null), ml_translations: { removed: ['en'] } }),
      ],
    ]);
  });
});

describe('Audit of related records (8.3)', () => {
  it('has one entry for each record created with an event, and records changes of its links (6.8)', async () => {
    const tag = await createRecord(calendar, 'tags');
    const links = {
      venue: { venue: uniqueName('Sala'), ml_language: 'ca' },
      organizer: { organizer: uniqueName('Colla') },
      categories: [uniqueName('Rubric')],
      tags: [tag.id],
    };
    const event = await createRecord(calendar, 'events', links, { token });
    const idOf = (member: string) => (event[member] as { id: number }[])[0]?.id ?? 0;
    const added = Object.fromEntries(Object.keys(links).map((member) => [member, { added: [idOf(member)] }]));
    expect((await entriesOf('event', event)).map(summary)).toEqual([['create', 'en', expect.objectContaining(added)]]);
    for (const [kind, member, language] of [
      ['venue', 'venue', 'ca'],
      ['organizer', 'organizer', 'en'],
      ['category', 'categories', 'en'],
    ] as const) {
      const created = (await entriesOf(kind, { id: idOf(member) })).map((entry) => summary(entry).slice(0, 2));
      expect([kind, created]).toEqual([kind, [['create', language]]]);
    }
    expect(await entriesOf('tag', tag)).toHaveLength(1);
    await calendar.request('PATCH', `events/${event.id}`, { token, json: { tags: [] } });
    const [unlinked] = await entriesOf('event', event);
    expect(unlinked && summary(unlinked)).toEqual(['update', null, { tags: { removed: [tag.id] } }]);
  });

  it('records the new parent of a category, and of the children of a deleted category (8.10)', async () => {
    const top = await createRecord(calendar, 'categories');
    const middle = await createRecord(calendar, 'categories', { parent: top.id });
    const child = await createRecord(calendar, 'categories', { parent: middle.id });
    await calendar.request('DELETE', `categories/${middle.id}`, { token });
    const [moved] = await entriesOf('category', child);
    expect(moved && [moved.username, ...summary(moved)]).toEqual([
      'editor-1',
      'update',
      null,
      { parent: { from: middle.id, to: top.id } },
    ]);
    await calendar.request('PATCH', `categories/${child.id}`, { token, json: { parent: 0 } });
    const [movedToTop] = await entriesOf('category', child);
    expect(movedToTop && summary(movedToTop)).toEqual(['update', null, { parent: { from: top.id, to: null } }]);
  });
});

describe('Audit of users and tokens', () => {
  const BY_ADMIN = { username: 'admin', role: 'administrator' };
  /** Audit entries of a user or token, oldest first. */
  const historyOf = async (kind: string, record: { id: number }) =>
    (await entriesOf(kind, record))
      .toReversed()
      .map(({ action, username, role, changes }) => ({ action, username, role, changes }));

  it('records each effective change of a user once (8.3)', async () => {
    const user = await createUser(calendar, 'author', 'Roser');
    for (const json of [{ role: 'editor' }, { role: 'editor', username: 'Roser' }, { username: 'Rosa' }])
      await calendar.request('PATCH', `${USERS_PATH}/${user.id}`, { json });
    await calendar.request('DELETE', `${USERS_PATH}/${user.id}`);
    expect(await historyOf('user', user)).toEqual([
      { action: 'create', ...BY_ADMIN, changes: { username: change(null, 'Roser'), role: change(null, 'author') } },
      { action: 'update', ...BY_ADMIN, changes: { role: change('author', 'editor') } },
      { action: 'update', ...BY_ADMIN, changes: { username: change('Roser', 'Rosa') } },
      { action: 'delete', ...BY_ADMIN, changes: { username: change('Rosa', null), role: change('editor', null) } },
    ]);
  });

  it('records owner, creator and revoker of a token, but never the token itself (8.3, 8.15)', async () => {
    const user = await createUser(calendar, 'contributor', 'Pere');
    const created = await createToken(calendar, {}, { token: user.token });
    for (let times = 0; times < 2; times += 1) await calendar.request('DELETE', `${TOKENS_PATH}/${created.id}`);
    const changes = { user: change(null, user.id), token: 'changed' };
    expect(await historyOf('token', created)).toEqual([
      { action: 'create', username: 'Pere', role: 'contributor', changes },
      { action: 'revoke', ...BY_ADMIN, changes: { user: change(user.id, null) } },
    ]);
    const all = JSON.stringify(await fetchAudit(calendar, ''));
    // A part of the token, without the prefix `cal_` that all tokens have.
    for (const secret of [created.token, user.token]) expect(all).not.toContain(secret.slice(4, 20));
  });

  it('has no entry for rejected writes, and records changes by the operator without a username (8.3)', async () => {
    const before = await countEntries();
    const { body } = await requestMe(calendar, ADMIN_TOKEN);
    const taken = { json: { username: 'ADMIN', role: 'editor' } };
    expect((await calendar.request('POST', USERS_PATH, taken)).status).toBe(409);
    expect((await calendar.request('DELETE', `${USERS_PATH}/${String(body['id'])}`)).status).toBe(409);
    expect(await countEntries()).toBe(before);
    const entries = await historyOf('user', { id: Number(body['id']) });
    expect(entries).toMatchObject([{ action: 'create', username: null, role: 'operator' }]);
  });
});
