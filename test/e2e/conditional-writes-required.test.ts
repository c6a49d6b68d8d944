import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createToken, createUser, statusAndCode, TOKENS_PATH, USERS_PATH } from '../support/accounts/accounts.js';
import { ifMatch, readTag, tagOf } from '../support/requests/entity-tags.js';
import { createRecord, KINDS, uniqueName } from '../support/records/kinds.js';
import {
  ADMIN_TOKEN,
  startTestCalendar,
  type TestResponse,
  type RequestOptions,
  type TestCalendar,
} from '../support/calendar/test-calendar.js';

const VERBS = ['PATCH', 'POST', 'PUT', 'DELETE'];
const REQUIRED = [428, 'precondition_required'];

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar({ REQUIRE_IF_MATCH: 'true' });
});
afterAll(() => calendar.close());

describe('REQUIRE_IF_MATCH', () => {
  it('returns 428 for a write without If-Match that is otherwise valid (12.1)', async () => {
    for (const kind of KINDS) {
      const created = await createRecord(calendar, kind.path);
      const one = `${kind.path}/${created.id}`;
      const send = (method: string, sent: RequestOptions = {}): Promise<TestResponse> =>
        calendar.request(method, one, sent);
      for (const method of VERBS) expect([one, ...statusAndCode(await send(method))]).toEqual([one, ...REQUIRED]);
      expect((await send('PATCH', { token: null })).status).toBe(401);
      expect((await send('PATCH', { json: { [kind.titleField]: '' } })).status).toBe(400);
      expect((await calendar.request('PATCH', `${kind.path}/987654321`)).status).toBe(404);
      const written = await send('PATCH', { json: { description: 'Other' }, ...ifMatch(await readTag(calendar, one)) });
      expect(written.status).toBe(200);
      expect((await send('DELETE', ifMatch(tagOf(written)))).status).toBe(200);
    }
  });

  it('also applies to users and tokens (12.1)', async () => {
    const { id, token } = await createUser(calendar);
    const { id: key } = await createToken(calendar, {}, { token });
    const paths = [`${USERS_PATH}/${id}`, `${TOKENS_PATH}/${key}`];
    for (const path of paths) expect(statusAndCode(await calendar.request('DELETE', path))).toEqual(REQUIRED);
    expect(statusAndCode(await calendar.request('PATCH', `${USERS_PATH}/${id}`, { json: {} }))).toEqual(REQUIRED);
    for (const path of paths.toReversed())
      expect((await calendar.request('DELETE', path, ifMatch('*'))).status).toBe(200);
  });

  it('needs no tags for records that are created or published together with an event (12.1)', async () => {
    const venue = await createRecord(calendar, 'venues', { status: 'draft' });
    const event = await createRecord(calendar, 'events', { venue: venue.id, status: 'draft' });
    const json = { status: 'publish', organizer: [{ organizer: uniqueName() }] };
    const one = `events/${event.id}`;
    const tag = await readTag(calendar, one, { token: ADMIN_TOKEN });
    const published = await calendar.request('PATCH', one, { json, ...ifMatch(tag) });
    expect([published.status, published.body['venue']]).toMatchObject([200, [{ status: 'publish' }]]);
    expect((await calendar.request('DELETE', `venues/${venue.id}?force=true`, ifMatch('"2-a"'))).status).toBe(200);
  });
});
