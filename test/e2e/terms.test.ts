import { describe, expect, it } from 'vitest';
import { createRecord, uniqueName, type ServedRecord } from '../support/records/kinds.js';
import { longestFoldedName } from '../support/records/longest-folded-name.js';
import { type TestResponse } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

type TermPath = 'categories' | 'tags';
const PATHS: readonly TermPath[] = ['categories', 'tags'];

const calendar = useTestCalendar();

const create = (path: TermPath, name: string, fields: object = {}) => createRecord(calendar, path, { name, ...fields });
const post = (path: string, json: object) => calendar.request<ServedRecord>('POST', path, { json });
const read = async (path: TermPath, { id }: { id: number }) =>
  (await calendar.request<ServedRecord>('GET', `${path}/${id}`)).body;

/** Expects a 409 with the id of the term that has the name. */
function expectTermExists({ status, body }: TestResponse, { id }: { id: number }): void {
  expect([status, body['code'], body['id']]).toEqual([409, 'term_exists', id]);
}

describe.each(PATHS)('Names of %s', (path) => {
  it('a create with the name of a sibling is 409 with its id and creates nothing (6.12)', async () => {
    const name = uniqueName('Cinema');
    const term = await create(path, name);
    expectTermExists(await post(path, { name, slug: 'unheard-of' }), term);
    const { body } = await calendar.request('GET', `${path}?hide_empty=false&search=${encodeURIComponent(name)}`);
    expect(body['total']).toBe(1);
    expect((await create(path, uniqueName(), { slug: 'unheard-of' })).slug).toBe('unheard-of');
  });

  it.each([
    ['Música  viva', 'MUSICA viva'],
    ['<b>Teatre</b>', 'teatre'],
    ['¨', ' ¨ '],
  ])('are equal without regard to case, accents and repeated blanks: %s = %s (3.6)', async (one, other) => {
    const term = await create(path, one);
    expectTermExists(await post(path, { name: other }), term);
  });

  it('may be the same in different languages, not in one language (6.12)', async () => {
    const name = uniqueName('Esport');
    const [catalan, spanish] = [
      await create(path, name, { ml_language: 'ca' }),
      await create(path, name, { ml_language: 'es' }),
    ];
    const english = await create(path, uniqueName(), { ml_language: 'en' });
    for (const [ml_language, other] of [
      ['ca', catalan],
      ['es', spanish],
    ] as const) {
      expectTermExists(await post(`${path}/${english.id}`, { name, ml_language }), other);
    }
    expect(Object.keys((await read(path, english))['ml_translations'] as object)).toEqual(['en']);
  });

  it('a rename to the name of another term is 409, to the own name in another case 200 (6.12)', async () => {
    const [one, two] = [await create(path, uniqueName('Un')), await create(path, uniqueName('Dos'))];
    const json = { name: String(one['name']).toUpperCase(), description: 'Never written' };
    expectTermExists(await post(`${path}/${two.id}`, json), one);
    expect(await read(path, two)).toEqual(two);
    expect((await post(`${path}/${one.id}`, json)).body['name']).toBe(json.name);
  });

  it('are free again after a rename and after a deletion (6.12)', async () => {
    const name = uniqueName('Fira');
    const one = await create(path, name);
    await post(`${path}/${one.id}`, { name: uniqueName() });
    const two = await create(path, name);
    await calendar.request('DELETE', `${path}/${two.id}`);
    await create(path, name);
  });

  it('of 500 characters of any script are stored and compared (6.12, 9.3, 12.4)', async () => {
    const characters = (first: number, count: number) =>
      Array.from({ length: 500 }, (_each, index) => String.fromCodePoint(first + ((index * 7919) % count))).join('');
    const names = [characters(0x20000, 40_000), characters(0x3300, 256), characters(0xfd00, 250), '㌀'.repeat(500)];
    for (const name of [...names, longestFoldedName()]) {
      const { status, body } = await post(path, { name });
      expect([status, body['params']]).toEqual([201, undefined]);
      expectTermExists(await post(path, { name }), body);
    }
  });
});

describe('Names in the category tree', () => {
  it('siblings have different names; other categories, also a parent and its child, may have the same (6.12)', async () => {
    const name = uniqueName('Taller');
    const one = await create('categories', name);
    const child = await create('categories', name, { parent: one.id });
    const other = await create('categories', uniqueName());
    await create('categories', name, { parent: other.id });
    expectTermExists(await post('categories', { name, parent: one.id }), child);
    expectTermExists(await post('categories', { name }), one);
    expect((await calendar.request('DELETE', `categories/${one.id}`)).status).toBe(200);
    expect(await read('categories', child)).toEqual({ ...child, parent: null, version: 2 });
  });

  it('a move to a parent that has a child with the same name is 409 and changes nothing (6.12)', async () => {
    const name = uniqueName('Visita');
    const parent = await create('categories', uniqueName());
    const existing = await create('categories', name, { parent: parent.id });
    const moving = await create('categories', name);
    expectTermExists(await post(`categories/${moving.id}`, { parent: parent.id, description: 'Never' }), existing);
    expect(await read('categories', moving)).toEqual(moving);
    expectTermExists(await post(`categories/${existing.id}`, { parent: 0 }), moving);
    expect(await read('categories', existing)).toEqual(existing);
  });

  it('a move with a rename is compared with the new siblings only (6.12)', async () => {
    const [oldName, newName] = [uniqueName('Vell'), uniqueName('Nou')];
    const parent = await create('categories', uniqueName());
    await create('categories', oldName, { parent: parent.id });
    await create('categories', newName);
    const moving = await create('categories', oldName, { ml_language: 'en' });
    await post(`categories/${moving.id}`, { name: oldName, ml_language: 'ca' });
    const { status, body } = await post(`categories/${moving.id}`, { name: newName, parent: parent.id });
    expect([status, body['name'], body['parent']]).toEqual([200, newName, parent.id]);
    expect((await read('categories', moving))['ml_translations']).toHaveProperty('ca');
  });

  it('a deletion whose children would conflict one level up is 409 and deletes nothing (6.12)', async () => {
    const [same, other] = [uniqueName('Igual'), uniqueName('Diferent')];
    const top = await create('categories', uniqueName());
    const sibling = await create('categories', same, { parent: top.id });
    const parent = await create('categories', uniqueName(), { parent: top.id });
    const children = [
      await create('categories', other, { parent: parent.id }),
      await create('categories', same.toUpperCase(), { parent: parent.id }),
    ];
    expectTermExists(await calendar.request('DELETE', `categories/${parent.id}`), sibling);
    for (const category of [parent, ...children]) expect(await read('categories', category)).toEqual(category);
    await post(`categories/${children[1]?.id}`, { name: uniqueName() });
    expect((await calendar.request('DELETE', `categories/${parent.id}`)).status).toBe(200);
    for (const { id } of children) expect((await read('categories', { id }))['parent']).toBe(top.id);
  });
});
