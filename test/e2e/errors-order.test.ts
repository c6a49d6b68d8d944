import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requiredFieldsOf, KINDS } from '../support/records/kinds.js';
import {
  startTestCalendar,
  type TestResponse,
  type RequestOptions,
  type TestCalendar,
} from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
let subscriber: string;
beforeAll(async () => {
  calendar = await startTestCalendar();
  subscriber = await calendar.createToken('subscriber');
});
afterAll(() => calendar.close());

const JSON_TYPE = { 'Content-Type': 'application/json' };
const send = ([method, path, sent]: [string, string, RequestOptions?]): Promise<TestResponse> =>
  calendar.request(method, path, sent);

describe('Order of checks', () => {
  const path = 'venues/987654321';
  const wrong = { json: { website: 'nowhere', ml_language: 'fr' } };

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s: credentials, role, parameters, record (8.4)', async (method) => {
    const codeOf = async (at: string, sent: RequestOptions) => (await send([method, at, sent])).body['code'];
    const at = method === 'DELETE' ? `${path}?ml_scope=x` : path;
    expect(await codeOf(at, { ...wrong, token: 'unknown-token-0123456789-0123456789' })).toBe('invalid_credentials');
    expect(await codeOf(at, { ...wrong, token: null })).toBe('unauthorized');
    expect(await codeOf(at, { ...wrong, token: subscriber })).toBe('forbidden');
    expect(await codeOf(at, wrong)).toBe('invalid_parameter');
    expect(await codeOf(path, {})).toBe('venue_not_found');
  });

  it('checks the route before the credentials (8.4)', async () => {
    for (const token of [null, 'unknown-token-0123456789-0123456789', subscriber]) {
      expect((await send(['POST', 'nothing', { token, json: {} }])).body['code']).toBe('no_route');
      expect((await send(['PUT', 'venues', { token, json: {} }])).body['code']).toBe('method_not_allowed');
    }
  });

  it('reports invalid credentials before invalid parameters, also on reads (8.4)', async () => {
    const token = 'unknown-token-0123456789-0123456789';
    for (const each of ['venues', 'venues?page=0', 'venues/987654321', 'doc']) {
      expect((await send(['GET', each, { token }])).body['code']).toBe('invalid_credentials');
    }
  });

  it('may reject a malformed body first, but is 401 for any parsable body of an anonymous caller (8.4)', async () => {
    for (const kind of KINDS) {
      const unreadable = await send(['POST', kind.path, { raw: '{', headers: JSON_TYPE, token: null }]);
      expect([400, 401]).toContain(unreadable.status);
      const missing = await send(['POST', kind.path, { json: {}, token: null }]);
      const complete = await send(['POST', kind.path, { json: requiredFieldsOf(kind), token: null }]);
      expect([missing.status, complete.status]).toEqual([401, 401]);
    }
  });
});
