import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecord, KINDS } from '../support/records/kinds.js';
import { ADMIN_HEADERS, rawRequest } from '../support/requests/raw-request.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const NAMESPACE = '/calendar/events/v1';
const VERBS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

const send = (method: string, path: string) =>
  rawRequest(calendar.origin, { method, path: `${NAMESPACE}/${path}`, headers: ADMIN_HEADERS });

describe('Path parameter {id}', () => {
  const NOT_DIGITS = [
    'abc',
    '1abc',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x1',
    '%201',
    '1%20',
    '1%00',
    '1;id=2',
    '%EF%BC%91',
    '%D9%A1',
    '1,2',
    '%FF',
  ];

  it.each(NOT_DIGITS)('returns 404 no_route for %s, which is not a string of digits (1.3)', async (id) => {
    for (const { path } of KINDS) {
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const answer = await send(method, `${path}/${id}`);
        expect([path, method, answer.status, answer.body['code']]).toEqual([path, method, 404, 'no_route']);
      }
    }
  });

  it.each(['0', '2147483648', '9007199254740993', '9223372036854775807', '9223372036854775808', '9'.repeat(400)])(
    'returns 404 <kind>_not_found for the unknown id %s, for every method (1.3)',
    async (id) => {
      for (const { path, kind } of KINDS) {
        for (const method of VERBS) {
          const answer = await send(method, `${path}/${id}`);
          expect([path, method, answer.status]).toEqual([path, method, 404]);
          if (method !== 'HEAD') expect(answer.body['code']).toBe(`${kind}_not_found`);
        }
      }
    },
  );

  it('does not round an id to the id of an existing record (1.3)', async () => {
    const { id } = await createRecord(calendar, 'tags');
    expect((await send('GET', `tags/${id}`)).status).toBe(200);
    expect((await send('GET', `tags/${id}.0`)).body['code']).toBe('no_route');
    expect((await send('GET', `tags/${id}0000000000000000000000`)).body['code']).toBe('tag_not_found');
  });
});

describe('Path parameter {slug}', () => {
  const idBySlug = async (path: string, slug: string) => {
    const answer = await send('GET', `${path}/by-slug/${slug}`);
    return answer.status === 200 ? answer.body['id'] : answer.body['code'];
  };

  it('is percent-decoded exactly once (1.3)', async () => {
    const { id } = await createRecord(calendar, 'venues', { venue: 'Plaça Major' });
    expect(await idBySlug('venues', 'placa-major')).toBe(id);
    expect(await idBySlug('venues', 'placa%2Dmajor')).toBe(id);
    expect(await idBySlug('venues', '%70laca%2dmajor')).toBe(id);
    expect(await idBySlug('venues', 'placa%252Dmajor')).toBe('venue_not_found');
    expect(await idBySlug('venues', 'placa%2Fmajor')).toBe('venue_not_found');
    expect(await idBySlug('venues', 'placa+major')).toBe('venue_not_found');
  });

  it('matches in any letter case and in Unicode NFC and NFD, for every publishable kind and method (1.3)', async () => {
    for (const { path, titleField: heading, kind } of KINDS.filter(({ isPublishable: isPublished }) => isPublished)) {
      const { id, slug } = await createRecord(calendar, path, { [heading]: 'Музей Ёлка' });
      expect(slug).toBe('музей-ёлка');
      const spellings = [slug, slug.toUpperCase(), slug.normalize('NFD'), slug.toUpperCase().normalize('NFD')];
      for (const spelling of spellings) {
        for (const method of ['GET', 'POST', 'PUT', 'PATCH']) {
          const answer = await send(method, `${path}/by-slug/${encodeURIComponent(spelling)}`);
          expect([kind, method, spelling, answer.status, answer.body['id']]).toEqual([kind, method, spelling, 200, id]);
        }
      }
      const removed = await send('DELETE', `${path}/by-slug/${encodeURIComponent(spellings.at(-1) ?? '')}`);
      expect([removed.status, removed.body['id']]).toEqual([200, id]);
    }
  });

  it.each(['100%', '%', '%zz', '%FF%FE', '%C0%80', '%ED%A0%80', '%E0%A4%A', 'a%00b'])(
    'returns 400 with params.slug for the malformed slug %s (1.3)',
    async (slug) => {
      for (const { path } of KINDS.filter(({ isPublishable: isPublished }) => isPublished)) {
        for (const method of VERBS) {
          const answer = await send(method, `${path}/by-slug/${slug}`);
          expect([method, answer.status]).toEqual([method, 400]);
          if (method === 'HEAD') continue;
          expect(answer.body).toMatchObject({ code: 'invalid_parameter', params: { slug: expect.any(String) } });
        }
      }
    },
  );

  it.each([
    '__proto__',
    'constructor',
    'a%27%20OR%20%271%27=%271',
    '..%2F..%2Fetc%2Fpasswd',
    'a%0d%0aSet-Cookie:%20x=1',
    '%E2%80%AEtxt',
    '%F0%9F%8E%89',
    'a'.repeat(7000),
    '%20',
    '.',
    '~',
  ])('returns 404 <kind>_not_found for the unknown slug %s (1.3)', async (slug) => {
    for (const { path, kind } of KINDS.filter(({ isPublishable: isPublished }) => isPublished)) {
      const answer = await send('GET', `${path}/by-slug/${slug}`);
      expect([answer.status, answer.body['code']]).toEqual([404, `${kind}_not_found`]);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });
});
