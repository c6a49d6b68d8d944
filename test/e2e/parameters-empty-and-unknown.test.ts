import { describe, expect, it } from 'vitest';
import { expectMissingParameters, expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, requiredFieldsOf, KINDS, uniqueName, type Kind } from '../support/records/kinds.js';
import { type RequestOptions } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const calendar = useTestCalendar();

describe('Empty values', () => {
  it.each(KINDS)('count as not given in reads of $path (2.3)', async ({ path }) => {
    const { id } = await createRecord(calendar, path);
    const plain = await calendar.request('GET', path);
    const emptyFilters = [
      'include=',
      'include=,',
      'include[]=',
      'venue=&tags=',
      'ml_has_translation=&ml_missing_translation=',
    ];
    const empties = [
      ...emptyFilters,
      'ml_language=&ml_fallback=&page=&per_page=&search=&after=&hide_empty=&start_date=',
    ];
    for (const empty of [...empties, ...empties.map((each) => each.replaceAll(/=(?=&|$)/g, '=+%09'))]) {
      const { status, body } = await calendar.request('GET', `${path}?${empty}`);
      expect([empty, status, body]).toEqual([empty, 200, plain.body]);
    }
    const record = await calendar.request('GET', `${path}/${id}?ml_language=&ml_fallback=`);
    expect([record.status, record.body['id']]).toEqual([200, id]);
  });

  it('count as not given in reads of the namespace index and in deletions (2.3)', async () => {
    const index = new URL(calendar.base).pathname;
    expect((await calendar.request('GET', `${index}?namespace=&context=`)).status).toBe(200);
    const { id } = await createRecord(calendar, 'venues');
    const removed = await calendar.request('DELETE', `venues/${id}?force=&ml_scope=&ml_language=`);
    expect([removed.status, removed.body['status']]).toEqual([200, 'trash']);
  });

  it.each(KINDS)(
    'are 400 for each required field of $path, and so are texts without a visible character (2.3, 2.8)',
    async (kind) => {
      const { path, titleField, required } = kind;
      const { id } = await createRecord(calendar, path);
      const invisible = ['   ', '\n\t\u00a0', '\u200B \u2060', '\u0007'];
      for (const field of [titleField, ...Object.keys(required)]) {
        for (const empty of [null, '', [], ...(field === titleField ? invisible : [])]) {
          const json = { [field]: empty };
          expectInvalidParameters(await calendar.request('PATCH', `${path}/${id}`, { json }), field);
          expectMissingParameters(await calendar.request('POST', path, { json: requiredFieldsOf(kind, json) }), field);
        }
        expectInvalidParameters(await calendar.request('PATCH', `${path}/${id}?${field}=`), field);
        const { [field]: _omitted, ...rest } = requiredFieldsOf(kind);
        expectMissingParameters(await calendar.request('POST', path, { json: rest }), field);
      }
    },
  );
});

const STRICT = { Prefer: 'handling=strict' };
const sendStrict = (method: string, path: string, options: RequestOptions = {}) =>
  calendar.request(method, path, { ...options, headers: STRICT });

describe('Unknown parameters', () => {
  it.each(KINDS)(
    'of $path are ignored; with Prefer: handling=strict they are 400, all in one response (2.6)',
    async (kind) => {
      const { path } = kind;
      const { id } = await createRecord(calendar, path);
      const json = { ...requiredFieldsOf(kind), colour: 'blue', '': 1, 'a[b]': { a: [{}] } };
      const requests: [method: string, path: string, options: RequestOptions, unknown: string[]][] = [
        ['GET', `${path}?colour=blue&size=3&page=1`, {}, ['colour', 'size']],
        ['GET', `${path}/${id}?colour=blue&size=`, {}, ['colour', 'size']],
        ['POST', `${path}?size=3`, { json }, ['colour', '', 'a[b]', 'size']],
        ['PATCH', `${path}/${id}?size=3`, { json: { colour: null } }, ['colour', 'size']],
        ['PUT', `${path}/${id}`, { form: 'colour[a]=1&size[]=2' }, ['colour', 'size']],
        ['DELETE', `${path}/${id}?colour=blue`, {}, ['colour']],
      ];
      for (const [method, url, options, unknown] of requests) {
        expectInvalidParameters(await sendStrict(method, url, options), ...unknown);
        const { status } = await calendar.request(method, url, options);
        expect([method, url, status]).toEqual([method, url, method === 'POST' ? 201 : 200]);
      }
    },
  );

  it('are reported together with invalid parameters (2.6)', async () => {
    expectInvalidParameters(await sendStrict('GET', 'venues?colour=blue&page=0'), 'colour', 'page');
    const json = { colour: 'blue', website: 'nowhere' };
    expectInvalidParameters(await sendStrict('POST', 'venues', { json }), 'colour', 'website', 'venue');
  });

  it.each([
    'handling=strict',
    'Handling=Strict',
    'handling = strict',
    'handling="strict"',
    'respond-async, handling=strict',
    'handling=strict, return=minimal',
    'handling=strict; foo="bar"',
    'return=minimal,handling=strict',
  ])('are 400 with the RFC 7240 header Prefer: %s (2.6)', async (prefer) => {
    expectInvalidParameters(
      await calendar.request('GET', 'tags?colour=blue', { headers: { Prefer: prefer } }),
      'colour',
    );
  });

  it.each([
    'handling=lenient',
    'return=minimal',
    'strict',
    'handling=stricter',
    'handling=lenient, handling=strict',
    'wait=10; handling=strict',
    '',
  ])('are ignored with Prefer: %s (2.6)', async (prefer) => {
    expect((await calendar.request('GET', 'tags?colour=blue', { headers: { Prefer: prefer } })).status).toBe(200);
  });
});

describe('Computed fields with handling=strict', () => {
  /** Creates a record with a value in every optional member of a response. */
  async function createFullRecord({ path, titleField }: Kind) {
    const idOf = async (linkedPath: Kind['path']) => (await createRecord(calendar, linkedPath)).id;
    const publishableFields = { image: 'https://a.example/a.png', custom_fields: { a: 1 }, description: '<p>Text</p>' };
    const fields = {
      events: {
        ...publishableFields,
        venue: [await idOf('venues')],
        organizer: [await idOf('organizers')],
        categories: [await idOf('categories')],
        tags: [await idOf('tags')],
        post_parent: await idOf('events'),
      },
      venues: { ...publishableFields, city: 'Reus', geo_lat: 41.15, geo_lng: 1.1 },
      organizers: { ...publishableFields, phone: '977', email: 'a@a.example' },
      categories: { description: 'Text', parent: await idOf('categories') },
      tags: { description: 'Text' },
    };
    return createRecord(calendar, path, { [titleField]: uniqueName('Complet'), ...fields[path] });
  }

  it.each(KINDS)('are accepted in updates and creates, and change nothing: $path (2.6)', async (kind) => {
    const { path, isPublishable, titleField } = kind;
    const record = await createFullRecord(kind);
    const addresses = [`${path}/${record.id}`, ...(isPublishable ? [`${path}/by-slug/${record.slug}`] : [])];
    for (const address of addresses) {
      for (const method of ['POST', 'PUT', 'PATCH']) {
        const updated = await sendStrict(method, address, { json: record });
        expect([updated.status, updated.body]).toEqual([200, record]);
      }
    }
    const created = await sendStrict('POST', path, { json: { ...record, [titleField]: uniqueName('Altre') } });
    expect([created.status, created.body['id'] === record.id]).toEqual([201, false]);
  });

  it.each(KINDS)('are accepted with any value: $path (2.6)', async ({ path, isPublishable }) => {
    const record = await createRecord(calendar, path);
    const json = {
      id: 'x',
      rest_url: {},
      url: [1],
      ml_translations: 'x',
      ...(isPublishable ? { modified: 'never', modified_utc: 0 } : { count: -1 }),
    };
    const response = await sendStrict('PATCH', `${path}/${record.id}`, { json });
    expect([response.status, response.body]).toEqual([200, record]);
  });
});
