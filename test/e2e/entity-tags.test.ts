import { describe, expect, it } from 'vitest';
import { createUser, ME_PATH, TOKENS_PATH, USERS_PATH } from '../support/accounts/accounts.js';
import { query } from '../support/database/database-session.js';
import { readTag, readVersion, tagOf, versionOf } from '../support/requests/entity-tags.js';
import { createRecord, KINDS, uniqueName, type Kind } from '../support/records/kinds.js';
import { pathAndQueryOf } from '../support/records/records.js';
import { ADMIN_TOKEN, type RequestOptions } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const calendar = useTestCalendar();

const AS_ADMIN: RequestOptions = { token: ADMIN_TOKEN };

/** Sends a write, expects its response to have the tag of a subsequent read, and returns the new version. */
async function versionAfter(method: string, path: string, json?: object): Promise<number> {
  const response = await calendar.request(method, path, { json });
  expect([response.status, response.text]).toEqual([200, expect.anything()]);
  const readPath = pathAndQueryOf(String(response.body['rest_url']));
  const headers = { 'Accept-Language': response.headers.get('Content-Language') ?? '' };
  expect(await readTag(calendar, readPath, { ...AS_ADMIN, headers })).toBe(tagOf(response));
  const version = versionOf(tagOf(response));
  // Users and tokens have a version in the tag only.
  expect(response.body['version'] ?? version).toBe(version);
  return version;
}

describe.each(KINDS.map((kind): [string, Kind] => [kind.path, kind]))('Entity tag of %s', (path, kind) => {
  const titleIn = (name: string, language: string) => ({ [kind.titleField]: name, ml_language: language });

  it('has the version of the record, which counts the writes with an effect on it, and is the same in writes and reads (5.2, 5.5, 12.1)', async () => {
    const json = { ...titleIn(uniqueName(), 'en'), ...kind.required };
    const created = await calendar.request('POST', path, { json });
    const target = `${path}/${String(created.body['id'])}`;
    expect([created.status, versionOf(tagOf(created))]).toEqual([201, 1]);
    expect(await readTag(calendar, target, AS_ADMIN)).toBe(tagOf(created));
    const name = uniqueName('Nom');
    expect(await versionAfter('PATCH', target, titleIn(name, 'ca'))).toBe(2);
    expect(await versionAfter('PUT', target, titleIn(name, 'ca'))).toBe(2);
    expect(await versionAfter('PATCH', target, {})).toBe(2);
    expect(await versionAfter('POST', target, { description: 'Other', ml_language: 'ca' })).toBe(3);
    expect(await versionAfter('DELETE', `${target}?ml_scope=translation&ml_language=en`)).toBe(4);
    expect(await readVersion(calendar, target)).toBe(4);
  });

  it('comes with Last-Modified if the kind has a modification date (12.1)', async () => {
    const record = await createRecord(calendar, path as Kind['path']);
    for (const method of ['GET', 'HEAD', 'PATCH']) {
      const { headers } = await calendar.request(method, `${path}/${record.id}`);
      const modified = kind.isPublishable
        ? new Date(`${String(record['modified_utc']).replace(' ', 'T')}Z`)
        : undefined;
      expect([method, headers.get('Last-Modified')]).toEqual([method, modified?.toUTCString() ?? null]);
    }
  });
});

describe('Last-Modified', () => {
  it('is not later than Date, even if the clock of the database is ahead (12.1)', async () => {
    const { id } = await createRecord(calendar, 'venues');
    await query(calendar.databaseUrl, `update venues set modified_at = now() + interval '1 day' where id = ${id}`);
    const { headers } = await calendar.request('GET', `venues/${id}`);
    const [modified, date] = ['Last-Modified', 'Date'].map((name) => Date.parse(headers.get(name) ?? ''));
    expect((modified ?? NaN) <= (date ?? NaN)).toBe(true);
  });
});

describe('Version of an event', () => {
  it('counts changes of links, password, parent and image, the move to the trash and the restore (12.1)', async () => {
    const { id } = await createRecord(calendar, 'events');
    const venue = await createRecord(calendar, 'venues');
    const category = await createRecord(calendar, 'categories');
    const target = `events/${id}`;
    const steps: [string, string, object?][] = [
      ['PATCH', target, { venue: venue.id }],
      ['PATCH', target, { categories: [category.id], tags: ['Jazz'], organizer: [{ organizer: 'Ateneu' }] }],
      ['PATCH', target, { categories: [] }],
      ['PATCH', target, { venue: null }],
      ['PATCH', target, { password: 'a secret' }],
      ['PATCH', target, { password: null }],
      ['PATCH', target, { post_parent: (await createRecord(calendar, 'events')).id }],
      ['PATCH', target, { image: 'https://a.example/b.png' }],
      ['DELETE', target],
      ['PATCH', target, { status: 'publish' }],
    ];
    let version = 1;
    for (const [method, path, json] of steps) {
      version += 1;
      expect([json, await versionAfter(method, path, json)]).toEqual([json, version]);
    }
    expect(await versionAfter('PATCH', target, { categories: [], venue: null, status: 'publish' })).toBe(version);
  });

  it('does not change with a linked record, but every entity tag of the event does (12.1)', async () => {
    const venue = await createRecord(calendar, 'venues');
    const category = await createRecord(calendar, 'categories');
    const links = { venue: venue.id, categories: category.id };
    const { id, slug } = await createRecord(calendar, 'events', links);
    const addresses = ['ca', 'en', 'es'].flatMap((language) =>
      [`events/${id}`, `events/by-slug/${slug}`].map((path) => `${path}?ml_language=${language}`),
    );
    const tags = async () => [
      ...(await Promise.all(addresses.map((path) => readTag(calendar, path)))),
      ...(await Promise.all(addresses.map((path) => readTag(calendar, path, AS_ADMIN)))),
    ];
    for (const [path, json] of [
      [`venues/${venue.id}`, { venue: uniqueName() }],
      [`categories/${category.id}`, { name: uniqueName() }],
      [`venues/${venue.id}`, { status: 'trash' }],
    ] as const) {
      const before = await tags();
      expect((await calendar.request('PATCH', path, { json })).status).toBe(200);
      const after = await tags();
      expect([...before, ...after].map(versionOf)).toEqual(Array(24).fill(1));
      expect(after.filter((tag, index) => tag === before[index])).toEqual([]);
    }
  });
});

describe('Version of a record that loses a reference', () => {
  it('is incremented for the children of a deleted category, but not for deeper descendants (12.1)', async () => {
    const top = await createRecord(calendar, 'categories');
    const middle = await createRecord(calendar, 'categories', { parent: top.id });
    const low = await createRecord(calendar, 'categories', { parent: middle.id });
    const event = await createRecord(calendar, 'events', { categories: low.id });
    await calendar.request('DELETE', `categories/${top.id}`);
    const paths = [`categories/${middle.id}`, `categories/${low.id}`, `events/${event.id}`];
    expect(await Promise.all(paths.map((path) => readVersion(calendar, path)))).toEqual([2, 1, 1]);
  });

  it('is incremented for the records of a removed user (12.1)', async () => {
    const { id, token } = await createUser(calendar, 'author');
    const paths: string[] = [];
    for (const path of ['events', 'venues', 'organizers'] as const)
      paths.push(`${path}/${(await createRecord(calendar, path, {}, { token })).id}`);
    await calendar.request('DELETE', `${USERS_PATH}/${id}`);
    expect(await Promise.all(paths.map((path) => readVersion(calendar, path)))).toEqual([2, 2, 2]);
  });
});

describe('Entity tags of users and tokens', () => {
  it('count changes of a user, and do not depend on the token in the create response (12.1)', async () => {
    const json = { username: uniqueName('user'), role: 'author' };
    const created = await calendar.request('POST', USERS_PATH, { json });
    const target = `${USERS_PATH}/${String(created.body['id'])}`;
    expect(await readTag(calendar, target, AS_ADMIN)).toBe(tagOf(created));
    expect(await versionAfter('PATCH', target, { role: 'editor' })).toBe(2);
    expect(await versionAfter('PUT', target, { role: 'editor' })).toBe(2);
    expect(await versionAfter('POST', target, { username: uniqueName('user') })).toBe(3);
  });

  it('count the revocation of a token, but not its use (12.1)', async () => {
    const user = await createUser(calendar);
    const created = await calendar.request('POST', TOKENS_PATH, { json: { user: user.id } });
    const target = `${TOKENS_PATH}/${String(created.body['id'])}`;
    const before = await readTag(calendar, target, AS_ADMIN);
    expect([before, versionOf(before)]).toEqual([tagOf(created), 1]);
    await calendar.request('GET', ME_PATH, { token: String(created.body['token']) });
    let used = before;
    while (used === before) used = await readTag(calendar, target, AS_ADMIN);
    expect(versionOf(used)).toBe(1);
    expect([await versionAfter('DELETE', target), await versionAfter('DELETE', target)]).toEqual([2, 2]);
  });
});

describe('Entity tags of other responses', () => {
  it('are absent in errors, redirects, the documentation page and health checks (12.1)', async () => {
    for (const path of ['events/987654321', 'nothing', 'events?page=0', '/docs', '/health/live', '/health/ready', '/'])
      expect([path, tagOf(await calendar.request('GET', path))]).toEqual([path, 'none']);
  });
});
