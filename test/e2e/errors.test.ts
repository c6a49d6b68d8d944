import { beforeAll, describe, expect, it } from 'vitest';
import { statusOfCode, type ErrorCode } from '../../src/kernel/errors/error-codes.js';
import { query } from '../support/database/database-session.js';
import { createRecord } from '../support/records/kinds.js';
import { ALL_CODES } from '../support/requests/error-codes.js';
import { rawRequest } from '../support/requests/raw-request.js';
import { type RequestOptions } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const calendar = useTestCalendar();

describe('Order of checks', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s: credentials, role, parameters, record (8.4)', async (method) => {
    const subscriber = await calendar.createToken('subscriber');
    const path = 'venues/987654321';
    const invalidInput = { json: { website: 'nowhere', ml_language: 'fr' } };
    const invalidPath = method === 'DELETE' ? `${path}?ml_scope=x` : path;
    const codeOf = async (target: string, options: RequestOptions) =>
      (await calendar.request(method, target, options)).body['code'];
    const unknownToken = 'unknown-token-0123456789-0123456789';
    expect(await codeOf(invalidPath, { ...invalidInput, token: unknownToken })).toBe('invalid_credentials');
    expect(await codeOf(invalidPath, { ...invalidInput, token: null })).toBe('unauthorized');
    expect(await codeOf(invalidPath, { ...invalidInput, token: subscriber })).toBe('forbidden');
    expect(await codeOf(invalidPath, invalidInput)).toBe('invalid_parameter');
    expect(await codeOf(path, {})).toBe('venue_not_found');
  });
});

describe('Error codes', () => {
  it('in the OpenAPI document are exactly the expected ones, and each has the expected status (9.2)', async () => {
    const codes = Object.keys(ALL_CODES) as ErrorCode[];
    expect(Object.fromEntries(codes.map((code) => [code, statusOfCode(code)]))).toEqual(ALL_CODES);
    const { body } = await calendar.request<{ components: { schemas: Record<string, { enum?: string[] }> } }>(
      'GET',
      'doc',
    );
    expect(body.components.schemas['ErrorCode']?.enum?.toSorted()).toEqual(codes.toSorted());
  });

  it('an unexpected database error is reported as `internal`, without details of the implementation (9.2)', async () => {
    const { id } = await createRecord(calendar, 'tags');
    await query(calendar.databaseUrl, 'alter table tags rename to tags_hidden_away');
    const response = await calendar.request('GET', `tags/${id}`, { headers: { 'Accept-Language': 'ca' } });
    expect([response.status, response.body['code']]).toEqual([500, 'internal']);
    expect(response.headers.get('Content-Type')).toMatch(/^application\/problem\+json\b/);
    expect(response.headers.get('Content-Language')).toBe('ca');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(Object.keys(response.body).toSorted()).toEqual(['code', 'detail', 'instance', 'status', 'title', 'type']);
    expect(response.text).not.toMatch(/tags_hidden|relation|select|postgres|42P01|\.ts|\.js|node_modules/i);
    await query(calendar.databaseUrl, 'alter table tags_hidden_away rename to tags');
    expect((await calendar.request('GET', `tags/${id}`)).status).toBe(200);
  });
});

describe('Error response', () => {
  it.each([
    ['/calendar/events/v1/venues?page=0', '/calendar/events/v1/venues', 'en'],
    ['/ES/calendar/events/v1/venues/?page=0', '/ES/calendar/events/v1/venues/', 'es'],
    ['/CA/nothing?a=%00', '/CA/nothing', 'ca'],
    ['/nothing?ml_language=es', '/nothing', 'es'],
    ['/calendar/events/v1/venues/by-slug/ca%C3%A7a?password=a', '/calendar/events/v1/venues/by-slug/ca%C3%A7a', 'en'],
    ['/calendar/events/v1/venues/by-slug/100%?a=%', '/calendar/events/v1/venues/by-slug/100%25', 'en'],
    // Characters that are invalid in a URL.
    [
      '/calendar/events/v1/~a{"b"}|\\^[c]%zz%2f#d',
      '/calendar/events/v1/~a%7B%22b%22%7D%7C%5C%5E%5Bc%5D%25zz%2f%23d',
      'en',
    ],
  ])('to %s has the path without the query string as instance (9.1)', async (path, instance, language) => {
    const { headers, body } = await rawRequest(calendar.origin, { method: 'GET', path });
    expect([body['instance'], headers['content-language']]).toEqual([instance, language]);
  });

  it('to HEAD has the headers of the error and no body (9.1)', async () => {
    const { status, headers, text } = await calendar.request('HEAD', 'venues/987654321');
    expect([status, headers.get('Content-Type'), text]).toEqual([404, 'application/problem+json; charset=utf-8', '']);
  });
});

/** Adds a trigger that rejects a venue with the name `<SQLSTATE> <n>` with that error, the first n times. */
const refuseByName = () =>
  query(
    calendar.databaseUrl,
    `create sequence refusals;
     create function refuse() returns trigger language plpgsql as $$
       begin
         if new.name ~ '^[0-9A-Z]{5} ' and nextval('refusals') <= split_part(new.name, ' ', 2)::int then
           raise exception 'for a test' using errcode = split_part(new.name, ' ', 1);
         end if;
         return new;
       end $$;
     create trigger refuse before insert on venue_translations for each row execute function refuse()`,
  );

/** Creates a venue. Returns status, code and `Retry-After` of the response, and the number of attempts. */
const createVenue = async (venue: string) => {
  await query(calendar.databaseUrl, 'alter sequence refusals restart');
  const { status, body, headers } = await calendar.request('POST', 'venues', { json: { venue } });
  const [row] = await query<{ attempts: number }>(
    calendar.databaseUrl,
    'select last_value::int as attempts from refusals',
  );
  return [status, body['code'], headers.get('Retry-After'), row?.attempts];
};

describe('Database errors', () => {
  beforeAll(refuseByName);

  it.each([
    ['40001', 3, 201, 4, undefined, null],
    ['40P01', 9, 503, 4, 'unavailable', '1'],
    ['40003', 9, 503, 1, 'unavailable', '1'],
    ['57014', 9, 503, 1, 'unavailable', '1'],
    ['53100', 9, 503, 1, 'unavailable', '1'],
    ['55P03', 9, 503, 1, 'unavailable', '1'],
    ['23514', 9, 400, 1, 'invalid_parameter', null],
  ])(
    'SQLSTATE %s in the first %d attempts: the response is %d after %d attempts (9.2, 12.4)',
    async (sqlState, failures, status, attempts, code, retryAfter) => {
      expect(await createVenue(`${sqlState} ${failures}`)).toEqual([status, code, retryAfter, attempts]);
    },
  );
});
