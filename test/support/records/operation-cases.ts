import { expect, it } from '@jest/globals';
import { createRecord, uniqueName, type Kind, type ServedRecord } from './kinds.js';
import { readPage, upcomingDates } from './records.js';
import type { TestCalendar } from '../calendar/test-calendar.js';

/** Paths of a record. */
export const ADDRESSES: Readonly<Record<string, (kind: Kind, record: ServedRecord) => string>> = {
  id: ({ path }, { id }) => `${path}/${id}`,
  slug: ({ path }, { slug }) => `${path}/by-slug/${encodeURIComponent(slug)}`,
};

const UPDATES = ['POST', 'PUT', 'PATCH'];
const dates = ({ path }: Kind) => (path === 'events' ? upcomingDates() : {});

/** Paths of the records of a kind. Terms have no path by slug. */
const addressesOf = ({ isPublishable }: Kind) =>
  Object.entries(ADDRESSES).filter(([name]) => isPublishable || name === 'id');

/** Registers the tests of create, read, list and update for a kind. */
export function describeOperations(calendar: () => TestCalendar, kind: Kind): void {
  const create = (fields: object = {}) => createRecord(calendar(), kind.path, { ...dates(kind), ...fields });

  it(`POST to ${kind.path}: 201, Location, the same record as in a read (6.1)`, async () => {
    const name = uniqueName('Nou');
    const json = { ...kind.required, ...dates(kind), [kind.titleField]: name, id: 1, rest_url: 'x', count: 99 };
    const created = await calendar().request<ServedRecord>('POST', kind.path, { json });
    expect(created.status).toBe(201);
    expect(created.headers.get('Location')).toBe(created.body.rest_url);
    expect(created.body.rest_url).toBe(`${calendar().base}/${kind.path}/${created.body.id}`);
    expect(created.body[kind.titleField]).toBe(name);
    for (const [by, address] of addressesOf(kind)) {
      const read = await calendar().request('GET', address(kind, created.body));
      expect([by, read.status, read.body]).toEqual([by, 200, created.body]);
    }
    const { body } = await readPage(calendar(), `${kind.path}?include=${created.body.id}&hide_empty=false`);
    expect(body[kind.path]).toEqual([created.body]);
  });

  it(`update of ${kind.path} by POST, PUT and PATCH as JSON, form or query: 200, the full record (6.1)`, async () => {
    for (const [by, address] of addressesOf(kind)) {
      const record = await create({ description: 'Stays' });
      for (const method of UPDATES) {
        for (const way of ['json', 'form', 'query']) {
          const name = uniqueName(`${method} ${way}`);
          const text = new URLSearchParams({ [kind.titleField]: name }).toString();
          const path = `${address(kind, record)}${way === 'query' ? `?${text}` : ''}`;
          const sent = way === 'json' ? { json: { [kind.titleField]: name } } : way === 'form' ? { form: text } : {};
          const answer = await calendar().request(method, path, sent);
          expect([by, method, way, answer.status]).toEqual([by, method, way, 200]);
          expect(answer.headers.get('Location')).toBeNull();
          expect(answer.body).toEqual({ ...record, [kind.titleField]: name, ...modified(answer.body) });
          const read = await calendar().request('GET', address(kind, record));
          expect(read.body).toEqual(answer.body);
        }
      }
    }
  });

  it(`PUT of ${kind.path} as served: nothing changes (6.2)`, async () => {
    const record = await create({ description: '<p>As it is</p>' });
    const answer = await calendar().request('PUT', `${kind.path}/${record.id}`, { json: record });
    expect(answer.body).toEqual(record);
  });

  it(`update of ${kind.path} with another id: the id does not change (6.1)`, async () => {
    const [one, other] = [await create(), await create()];
    const { body } = await calendar().request<ServedRecord>('PATCH', `${kind.path}/${one.id}?id=${other.id}`, {
      json: { id: other.id, rest_url: other.rest_url, description: 'Here' },
    });
    expect([body.id, body.rest_url, body['description']]).toEqual([one.id, one.rest_url, 'Here']);
    const { body: untouched } = await calendar().request('GET', `${kind.path}/${other.id}`);
    expect(untouched).toEqual(other);
  });

  it(`operations on unknown ${kind.path}: 404 (8.5)`, async () => {
    for (const [, address] of addressesOf(kind)) {
      const path = address(kind, { id: 987_654_321, slug: 'nowhere', rest_url: '' });
      for (const method of ['GET', 'DELETE', ...UPDATES]) {
        const { status, body } = await calendar().request(method, path);
        expect([method, path, status, body['code']]).toEqual([method, path, 404, `${kind.kind}_not_found`]);
      }
    }
  });

  it(`DELETE of ${kind.path} with ml_scope=translation: one translation deleted, 409 for the last (3.9)`, async () => {
    for (const [, address] of addressesOf(kind)) {
      const record = await create();
      const named = { [kind.titleField]: uniqueName('Català'), ml_language: 'ca' };
      await calendar().request('PATCH', `${kind.path}/${record.id}`, { json: named });
      const path = `${address(kind, record)}?ml_scope=translation`;
      const unnamed = await calendar().request('DELETE', path);
      expect([unnamed.status, Object.keys(unnamed.body['params'] as object)]).toEqual([400, ['ml_language']]);
      const absent = await calendar().request('DELETE', `${path}&ml_language=es`);
      expect([absent.status, absent.body['code']]).toEqual([404, 'translation_not_found']);
      const removed = await calendar().request<ServedRecord>('DELETE', `${path}&ml_language=ca`);
      expect([removed.status, removed.body['ml_language']]).toEqual([200, 'en']);
      expect(Object.keys(removed.body['ml_translations'] as object)).toEqual(['en']);
      expect(removed.body['status'] ?? 'publish').toBe('publish');
      const last = await calendar().request('DELETE', `${path}&ml_language=en`);
      expect([last.status, last.body['code']]).toEqual([409, 'last_translation']);
      expect((await calendar().request('GET', address(kind, record))).status).toBe(200);
    }
  });
}

/** Terms have no modification date. */
function modified(record: Record<string, unknown>): object {
  return 'modified' in record ? { modified: record['modified'], modified_utc: record['modified_utc'] } : {};
}
