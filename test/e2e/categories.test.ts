import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeFields, type FieldCase } from '../support/records/field-cases.js';
import { createRecord, KINDS, uniqueName, type Kind, type ServedRecord } from '../support/records/kinds.js';
import { describeOperations } from '../support/records/operation-cases.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const CATEGORIES = KINDS.find(({ path }) => path === 'categories') as Kind;

let calendar: TestCalendar;
let parents: number[];
beforeAll(async () => {
  calendar = await startTestCalendar();
  const made = [await createRecord(calendar, 'categories'), await createRecord(calendar, 'categories')];
  parents = made.map(({ id }) => id);
});
afterAll(() => calendar.close());

const read = async (id: number) => (await calendar.request('GET', `categories/${id}`)).body;

describe('Categories', () => {
  describeOperations(() => calendar, CATEGORIES);
  describeFields(
    () => calendar,
    CATEGORIES,
    (run): FieldCase[] => [
      { name: 'name', first: `Música ${run}`, second: `Dansa ${run}` },
      { name: 'description', first: '<em>Concerts</em>', second: 'Balls', empty: '' },
      { name: 'slug', first: `mus-${run}`, second: `dan-${run}`, empty: `musica-${run}`, derived: ['ml_translations'] },
      { name: 'parent', first: parents[0], second: parents[1], empty: null },
    ],
  );

  it.each([
    ['ca', 'es'],
    ['es', 'ca'],
    ['en', 'es'],
  ])('updates parent and slug together, with translations in %s and %s (3.8, 4.1, 6.10)', async (first, second) => {
    const above = await createRecord(calendar, 'categories', { ml_language: first });
    const { id } = await createRecord(calendar, 'categories', { ml_language: first });
    await calendar.request('PATCH', `categories/${id}`, { json: { name: uniqueName(), ml_language: second } });
    for (const [language, parent] of [
      [first, above.id],
      [second, null],
      [first, parents[0]],
      [second, above.id],
    ]) {
      const slug = uniqueName('moved').replace(' ', '-');
      const json = { slug, parent, ml_language: language };
      const { status, body } = await calendar.request('PATCH', `categories/${id}`, { json });
      expect([status, body['slug'], body['parent']]).toEqual([200, slug, parent]);
      expect(await read(id)).toHaveProperty(`ml_translations.${String(language)}.slug`, slug);
    }
  });

  it('accepts 0 as parent for the top level (6.10)', async () => {
    const { id } = await createRecord(calendar, 'categories', { parent: parents[0] });
    const { body } = await calendar.request('PATCH', `categories/${id}`, { json: { parent: 0 } });
    expect(body['parent']).toBeNull();
    expect((await createRecord(calendar, 'categories', { parent: '0' }))['parent']).toBeNull();
  });

  it('rejects an unknown parent, the category itself and its descendants, and changes nothing (6.10)', async () => {
    const top = await createRecord(calendar, 'categories');
    const middle = await createRecord(calendar, 'categories', { parent: top.id });
    const bottom = await createRecord(calendar, 'categories', { parent: middle.id });
    for (const parent of [top.id, middle.id, bottom.id, 987_654_321, -1, 'music', 1.5, [top.id, bottom.id]]) {
      const json = { parent, description: 'Never written' };
      const { status, body } = await calendar.request('PATCH', `categories/${top.id}`, { json });
      expect([parent, status, Object.keys(body['params'] as object)]).toEqual([parent, 400, ['parent']]);
    }
    expect(await read(top.id)).toEqual(top);
    const refused = await calendar.request('POST', 'categories', { json: { name: 'Orphan', parent: 987_654_321 } });
    expect([refused.status, Object.keys(refused.body['params'] as object)]).toEqual([400, ['parent']]);
  });

  it('DELETE is permanent, and children move to the parent of the deleted category (8.10)', async () => {
    const top = await createRecord(calendar, 'categories');
    const middle = await createRecord(calendar, 'categories', { parent: top.id });
    const children = [
      await createRecord(calendar, 'categories', { parent: middle.id }),
      await createRecord(calendar, 'categories', { parent: middle.id }),
    ];
    const grandchild = await createRecord(calendar, 'categories', { parent: children[0]?.id });
    const removed = await calendar.request<ServedRecord>('DELETE', `categories/${middle.id}`);
    expect([removed.status, removed.body]).toEqual([200, middle]);
    expect((await calendar.request('GET', `categories/${middle.id}`)).body['code']).toBe('category_not_found');
    for (const { id } of children) expect((await read(id))['parent']).toBe(top.id);
    expect((await read(grandchild.id))['parent']).toBe(children[0]?.id);
    await calendar.request('DELETE', `categories/${top.id}`);
    for (const { id } of children) expect((await read(id))['parent']).toBeNull();
    const again = await calendar.request('DELETE', `categories/${top.id}`);
    expect([again.status, again.body['code']]).toEqual([404, 'category_not_found']);
  });

  it('DELETE removes the category from events (8.10)', async () => {
    const category = await createRecord(calendar, 'categories');
    const event = await createRecord(calendar, 'events', { categories: [parents[0], category.id] });
    await calendar.request('DELETE', `categories/${category.id}`);
    const { body } = await calendar.request<{ categories: ServedRecord[] }>('GET', `events/${event.id}`);
    expect(body.categories.map(({ id }) => id)).toEqual([parents[0]]);
  });
});
