import { describe, expect, it } from 'vitest';
import type { Role } from '../../src/kernel/context/principal.js';
import { createUser, statusAndCode, TOKEN_PATTERN, USERS_PATH, requestMe } from '../support/accounts/accounts.js';
import { expectMissingParameters, expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord } from '../support/records/kinds.js';
import { ADMIN_TOKEN, type TestCalendar } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const calendar = useTestCalendar({ REST_ROOT: '/wp-json' });

const usersPath = (rest = '') => `/wp-json${USERS_PATH}${rest}`;

/** The calendar for helpers of the test support, whose paths do not contain REST_ROOT. */
const withRestRoot = (): TestCalendar => ({
  ...calendar,
  request: (method, url, options) =>
    calendar.request(method, url.startsWith('/calendar/') ? `/wp-json${url}` : url, options),
});

describe('Users', () => {
  it('are created with a first token, which is shown once and never cached (8.2)', async () => {
    const { status, headers, body } = await calendar.request('POST', usersPath(), {
      json: { username: ' Ada <b>L</b> ', role: 'EDITOR' },
    });
    const rest_url = `${calendar.origin}${usersPath(`/${String(body['id'])}`)}`;
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(Number),
        username: 'Ada L',
        role: 'editor',
        issuer: null,
        subject: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        rest_url,
        token: expect.stringMatching(TOKEN_PATTERN),
      },
    });
    expect([headers.get('Location'), headers.get('Cache-Control')]).toEqual([rest_url, 'no-store']);
    const { token, ...user } = body;
    const read = await calendar.request('GET', usersPath(`/${String(body['id'])}`), { token: token as string });
    expect(statusAndCode(read)).toEqual([403, 'forbidden']);
    const asAdministrator = await calendar.request('GET', usersPath(`/${String(body['id'])}`), { token: ADMIN_TOKEN });
    expect([asAdministrator.status, asAdministrator.body]).toEqual([200, user]);
    expect(asAdministrator.headers.get('Cache-Control')).toBe('no-store');
    expect((await requestMe(withRestRoot(), token as string)).body).toMatchObject({
      username: 'Ada L',
      role: 'editor',
    });
  });

  it('with missing or invalid parameters are 400, and the response lists all of them (2.7)', async () => {
    expectMissingParameters(await calendar.request('POST', usersPath(), { json: {} }), 'role', 'username');
    const json = { username: 'x'.repeat(201), role: 'boss' };
    expectInvalidParameters(await calendar.request('POST', usersPath(), { json }), 'role', 'username');
    for (const character of ['\u001b[2J', '\n', '\u202e', '\u2028', '\u{e0001}']) {
      const invalid = { username: `Ada${character}L`, role: 'editor' };
      expectInvalidParameters(await calendar.request('POST', usersPath(), { json: invalid }), 'username');
    }
    const { id } = await createUser(withRestRoot());
    const empty = await calendar.request('PATCH', usersPath(`/${id}`), { json: { username: '', role: null } });
    expectInvalidParameters(empty, 'role', 'username');
    const strict = { json: { ...json, nme: 1 }, headers: { Prefer: 'handling=strict' } };
    expectInvalidParameters(await calendar.request('POST', usersPath(), strict), 'nme', 'role', 'username');
  });

  it('are updated by POST, PUT and PATCH, also as read, and a new role applies immediately (6.1)', async () => {
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const { id, token, username } = await createUser(withRestRoot(), 'editor');
      const url = usersPath(`/${id}`);
      const changed = await calendar.request(method, url, { json: { role: 'subscriber' } });
      expect([changed.status, changed.body['role'], changed.body['username']]).toEqual([200, 'subscriber', username]);
      expect((await calendar.request('POST', 'tags', { json: { name: method }, token })).status).toBe(403);
      const again = await calendar.request(method, url, {
        json: { ...changed.body, username: username.toUpperCase() },
        headers: { Prefer: 'handling=strict' },
      });
      expect([again.status, again.body['username'], again.body['role']]).toEqual([
        200,
        username.toUpperCase(),
        'subscriber',
      ]);
    }
  });

  it('with a username in use, in any letter case, are 409 conflict with username in params (9.1)', async () => {
    await createUser(withRestRoot(), 'author', 'Òscar');
    const { id } = await createUser(withRestRoot());
    const response = await calendar.request('PATCH', usersPath(`/${id}`), { json: { username: 'òscar' } });
    expect(statusAndCode(response)).toEqual([409, 'conflict']);
    expect(Object.keys(response.body['params'] as object)).toEqual(['username']);
    const concurrent = await Promise.all(
      ['Eve', 'eve'].map((username) => calendar.request('POST', usersPath(), { json: { username, role: 'editor' } })),
    );
    expect(concurrent.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('are removed with their tokens; their records stay, without author, and can be sent back as read (6.2, 11.2)', async () => {
    const { id, token, ...user } = await createUser(withRestRoot(), 'editor');
    const record = await createRecord(calendar, 'venues', {}, { token });
    expect(record['author']).toBe(id);
    const removed = await calendar.request('DELETE', usersPath(`/${id}`));
    expect([removed.status, removed.body]).toEqual([200, { id, ...user }]);
    expect(statusAndCode(await requestMe(withRestRoot(), token))).toEqual([401, 'invalid_credentials']);
    const orphan = (await calendar.request('GET', `venues/${record.id}`)).body;
    expect(orphan['author']).toBeNull();
    expect((await calendar.request('PATCH', `venues/${record.id}`, { json: orphan })).body).toEqual(orphan);
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect(statusAndCode(await calendar.request(method, usersPath(`/${id}`), { token: ADMIN_TOKEN }))).toEqual([
        404,
        'user_not_found',
      ]);
  });

  it('with an id beyond the range of the column are 404 (1.3)', async () => {
    const read = await calendar.request('GET', usersPath('/99999999999999999999'), { token: ADMIN_TOKEN });
    expect(statusAndCode(read)).toEqual([404, 'user_not_found']);
  });
});

type UsersPage = Record<string, unknown> & {
  readonly users: readonly { id: number; username: string; role: Role }[];
  readonly next_rest_url: string | null;
};

describe('Lists of users', () => {
  const list = async (query: string) =>
    await calendar.request<UsersPage>('GET', usersPath(query), { token: ADMIN_TOKEN });

  it('are paginated in every sort order, and their URLs contain every filter (5.6, 5.7, 5.8)', async () => {
    const names = ['ñandú', 'nord', 'Zulema', 'àvia'].map((name) => `Walk ${name}`);
    const users = await Promise.all(names.map((name) => createUser(withRestRoot(), 'contributor', name)));
    const usernamesInPages = async (query: string) => {
      const usernames: string[] = [];
      let next: string | null = `?search=WALK&role=contributor,editor&per_page=3&${query}`;
      for (let page = 1; next !== null; page += 1) {
        const { status, headers, body } = await list(next);
        expect([status, body['page'], body['total'], body['total_pages']]).toEqual([200, page, 4, 2]);
        expect([headers.get('X-Total'), headers.get('X-Total-Pages')]).toEqual(['4', '2']);
        expect(headers.get('Link')).toContain(`<${String(body['rest_url'])}`.split('&after')[0]);
        expect(body['rest_url']).toContain(`${calendar.origin}${usersPath('?')}`);
        expect(body['rest_url']).toContain('role=contributor%2Ceditor&search=WALK');
        usernames.push(...body.users.map(({ username }) => username));
        next = body.next_rest_url === null ? null : new URL(body.next_rest_url).search;
      }
      return usernames.map((name) => name.slice(5));
    };
    expect(await usernamesInPages('orderby=username&ml_language=es')).toEqual(['àvia', 'nord', 'ñandú', 'Zulema']);
    expect(await usernamesInPages('orderby=username&order=descending&ml_language=es')).toEqual([
      'Zulema',
      'ñandú',
      'nord',
      'àvia',
    ]);
    const byId = users.toSorted((one, other) => one.id - other.id).map(({ username }) => username.slice(5));
    expect(await usernamesInPages('')).toEqual(byId);
    expect(await usernamesInPages('orderby=id&order=desc')).toEqual(byId.toReversed());
  });

  it('filter by role and name, and reject invalid parameters (5.9, 7.1)', async () => {
    const editors = (await list('?role=editor&per_page=50')).body.users;
    expect(new Set(editors.map(({ role }) => role))).toEqual(new Set(['editor']));
    expect((await list('?search=%25')).body.users).toEqual([]);
    expectInvalidParameters(await list('?role=boss&orderby=role&order=up&page=0'), 'order', 'orderby', 'page', 'role');
    expect(statusAndCode(await list('?page=99'))).toEqual([404, 'page_not_found']);
    expectInvalidParameters(await list('?after=x'), 'after');
  });
});
