import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createToken, createUser, statusAndCode, TOKENS_PATH, USERS_PATH } from '../support/accounts/accounts.js';
import { query } from '../support/database/database-session.js';
import { fetchDocument, operationsIn } from '../support/document/served-document.js';
import { ifMatch, readTag, tagOf } from '../support/requests/entity-tags.js';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, KINDS, uniqueName, type Kind } from '../support/records/kinds.js';
import { ADMIN_TOKEN, type RequestOptions, type TestCalendar } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const VERBS = ['PATCH', 'POST', 'PUT', 'DELETE'];
const FAILED = [412, 'precondition_failed'];

const calendar = useTestCalendar();

/** Creates a record. Returns it with its path, `target`, and the ETag of an anonymous read, `tag`. */
async function newRecord(path: Kind['path'], fields = {}) {
  const record = await createRecord(calendar, path, fields);
  const target = `${path}/${record.id}`;
  return { ...record, target, tag: await readTag(calendar, target) };
}

const write = (
  method: string,
  path: string,
  tag: string,
  json: object = { description: uniqueName() },
  options: RequestOptions = {},
) => calendar.request(method, path, { ...ifMatch(tag), ...(method === 'DELETE' ? {} : { json }), ...options });

/** Counts and versions that change if a write has any effect. */
const storedCounts = () =>
  query(
    calendar.databaseUrl,
    `select (select count(*) from audit_entries) as entries, (select sum(version) from events) as events,
      (select count(*) from venues) as venues, (select sum(version) from users) as users`,
  );

// two-processes.test.ts updates records of every kind with If-Match.
it.each(VERBS)(
  '%s with If-Match, by id or slug, is 412 if the record has changed, and succeeds with its new tag (12.1)',
  async (method) => {
    for (const address of ['events/{id}', 'events/by-slug/{slug}', 'tags/{id}']) {
      const { target, tag, id, slug } = await newRecord(address.startsWith('events') ? 'events' : 'tags');
      const path = address.replace('{id}', String(id)).replace('{slug}', slug);
      const changed = await calendar.request('PATCH', target, { json: { description: 'Meanwhile' } });
      expect([address, ...statusAndCode(await write(method, path, tag))]).toEqual([address, ...FAILED]);
      expect((await calendar.request('GET', target)).body['description']).toMatch(/Meanwhile/);
      const written = await write(method, path, tagOf(changed));
      expect([address, written.status]).toEqual([address, 200]);
      if (method !== 'DELETE') expect((await write('PATCH', target, tagOf(written))).status).toBe(200);
    }
  },
);

describe('Conditional header of a write', () => {
  it('returns 412 for If-None-Match: *, and ignores If-None-Match with a tag (12.1)', async () => {
    const { target, tag } = await newRecord('events');
    for (const method of VERBS) {
      const refused = await calendar.request(method, target, { headers: { 'If-None-Match': '*' } });
      expect([method, ...statusAndCode(refused)]).toEqual([method, ...FAILED]);
    }
    const known = await calendar.request('PATCH', target, { headers: { 'If-None-Match': tag }, json: {} });
    expect(known.status).toBe(200);
  });

  it('reports a malformed If-Match with the other invalid parameters (12.1)', async () => {
    const { target } = await newRecord('events');
    expectInvalidParameters(await write('PATCH', target, '1-abc', { website: 'none' }), 'If-Match', 'website');
    expectInvalidParameters(await write('DELETE', target, '"a'), 'If-Match');
  });

  it.each([
    ['If-Match', '"9-a"'],
    ['If-None-Match', '*'],
    ['If-None-Match', '"x"'],
    ['If-Modified-Since', 'Fri, 20 Nov 2026 16:45:00 GMT'],
  ])('is ignored on create, also with an Idempotency-Key: %s: %s (12.1)', async (name, value) => {
    // The service sends a response of more than 16,384 characters as a buffer.
    const description = 'Long. '.repeat(4000);
    const plain = { [name]: value };
    for (const headers of [plain, { ...plain, 'Idempotency-Key': randomUUID() }]) {
      const created = await createRecord(calendar, 'events', { description, venue: { venue: 'V' } }, { headers });
      expect(created['description']).toBe(description.trim());
    }
  });
});

describe('Write with an outdated If-Match', () => {
  it('reports other errors before 412 (8.4, 12.1)', async () => {
    const { target, id } = await newRecord('events');
    const otherAuthor = await calendar.createToken('author');
    // Writes compare only the version in a tag: the number before the dash.
    const stale = '"9-a"';
    for (const [status, path, json, options] of [
      [401, target, {}, { token: null }],
      [403, target, {}, { token: await calendar.createToken('subscriber') }],
      [400, target, { website: 'none' }, { token: otherAuthor }],
      [403, target, {}, { token: otherAuthor }],
      [404, 'events/987654321', {}, {}],
      [404, 'events/by-slug/none', {}, {}],
    ] as const)
      expect([path, json, (await write('PATCH', path, stale, json, options)).status]).toEqual([path, json, status]);
    await calendar.request('PATCH', target, { json: { status: 'draft' } });
    expect((await write('PATCH', target, stale, {}, { token: otherAuthor })).status).toBe(404);
    expect(statusAndCode(await write('PATCH', target, stale, {}))).toEqual(FAILED);
    await calendar.request('DELETE', `events/${id}`);
    expect((await write('DELETE', target, stale)).status).toBe(410);
    expect(statusAndCode(await write('DELETE', `${target}?force=true`, stale))).toEqual(FAILED);
  });

  it('stores nothing, neither linked records nor an audit entry (12.1)', async () => {
    const { target } = await newRecord('events');
    const before = await storedCounts();
    const json = { title: 'Never', venue: [{ venue: uniqueName() }], tags: [uniqueName()], password: 'a secret' };
    expect(statusAndCode(await write('PATCH', target, '"9-a"', json))).toEqual(FAILED);
    for (const path of [target, `${target}?force=true`, `${target}?ml_scope=translation&ml_language=en`])
      expect(statusAndCode(await write('DELETE', path, '"9-a"'))).toEqual(FAILED);
    expect(statusAndCode(await write('PATCH', target, '"9-a"', { status: 'trash' }))).toEqual(FAILED);
    expect(await storedCounts()).toEqual(before);
  });
});

describe('Conditional write of a user or token', () => {
  it('is 412 if the user has changed since it was read (12.1)', async () => {
    const { id } = await createUser(calendar, 'author');
    const target = `${USERS_PATH}/${id}`;
    const tag = await readTag(calendar, target, { token: ADMIN_TOKEN });
    const promoted = await write('PATCH', target, tag, { role: 'editor' });
    expect(promoted.status).toBe(200);
    const before = await storedCounts();
    for (const method of VERBS)
      expect(statusAndCode(await write(method, target, tag, { role: 'author' }))).toEqual(FAILED);
    expect(statusAndCode(await write('PATCH', target, tag, {}))).toEqual(FAILED);
    expect(await storedCounts()).toEqual(before);
    expect((await write('PATCH', target, '3', {})).status).toBe(400);
    expect((await write('PATCH', `${USERS_PATH}/987654321`, tag, {})).status).toBe(404);
    expect((await write('DELETE', target, tagOf(promoted))).status).toBe(200);
  });

  it('is 412 if the token has been revoked, but not if it was only used (12.1)', async () => {
    const { token, id: user } = await createUser(calendar);
    const { id } = await createToken(calendar, { user });
    const tag = await readTag(calendar, `${TOKENS_PATH}/${id}`, { token });
    expect(statusAndCode(await write('DELETE', `${TOKENS_PATH}/${id}`, '"2-a"', {}, { token }))).toEqual(FAILED);
    expect((await write('DELETE', `${TOKENS_PATH}/${id}`, tag, {}, { token })).status).toBe(200);
    expect(statusAndCode(await write('DELETE', `${TOKENS_PATH}/${id}`, tag, {}, { token }))).toEqual(FAILED);
    expect((await write('DELETE', `${TOKENS_PATH}/987654321`, tag, {}, { token })).status).toBe(404);
  });
});

describe('REQUIRE_IF_MATCH', () => {
  const REQUIRED = [428, 'precondition_required'];

  const strict = useTestCalendar({ REQUIRE_IF_MATCH: 'true' });

  it('returns 428 for a write without If-Match that is otherwise valid (12.1)', async () => {
    for (const kind of KINDS) {
      const created = await createRecord(strict, kind.path);
      const target = `${kind.path}/${created.id}`;
      const send = (method: string, options: RequestOptions = {}) => strict.request(method, target, options);
      for (const method of VERBS) expect([target, ...statusAndCode(await send(method))]).toEqual([target, ...REQUIRED]);
      expect((await send('PATCH', { token: null })).status).toBe(401);
      expect((await send('PATCH', { json: { [kind.titleField]: '' } })).status).toBe(400);
      expect((await strict.request('PATCH', `${kind.path}/987654321`)).status).toBe(404);
      const condition = ifMatch(await readTag(strict, target));
      const written = await send('PATCH', { json: { description: 'Other' }, ...condition });
      expect(written.status).toBe(200);
      expect((await send('DELETE', ifMatch(tagOf(written)))).status).toBe(200);
    }
  });

  it('makes the header If-Match required in the OpenAPI document (10.3)', async () => {
    const requiredIn = async (served: TestCalendar) =>
      operationsIn(await fetchDocument(served, 'en'))
        .flatMap(({ parameters = [] }) => parameters.filter(({ name }) => name === 'If-Match'))
        .map(({ required }) => required);
    expect(new Set(await requiredIn(calendar))).toEqual(new Set([false]));
    expect(new Set(await requiredIn(strict))).toEqual(new Set([true]));
  });

  it('also applies to users and tokens (12.1)', async () => {
    const { id, token } = await createUser(strict);
    const { id: tokenId } = await createToken(strict, {}, { token });
    const paths = [`${USERS_PATH}/${id}`, `${TOKENS_PATH}/${tokenId}`];
    for (const path of paths) expect(statusAndCode(await strict.request('DELETE', path))).toEqual(REQUIRED);
    expect(statusAndCode(await strict.request('PATCH', `${USERS_PATH}/${id}`, { json: {} }))).toEqual(REQUIRED);
    for (const path of paths.toReversed())
      expect((await strict.request('DELETE', path, ifMatch('*'))).status).toBe(200);
  });

  it('needs no tags for records that are created or published together with an event (12.1)', async () => {
    const venue = await createRecord(strict, 'venues', { status: 'draft' });
    const event = await createRecord(strict, 'events', { venue: venue.id, status: 'draft' });
    const json = { status: 'publish', organizer: [{ organizer: uniqueName() }] };
    const target = `events/${event.id}`;
    const tag = await readTag(strict, target, { token: ADMIN_TOKEN });
    const published = await strict.request('PATCH', target, { json, ...ifMatch(tag) });
    expect([published.status, published.body['venue']]).toMatchObject([200, [{ status: 'publish' }]]);
    expect((await strict.request('DELETE', `venues/${venue.id}?force=true`, ifMatch('"2-a"'))).status).toBe(200);
  });
});
