import { describe, expect, it } from 'vitest';
import { createRecord, uniqueName, type ServedRecord, KINDS, type Kind } from '../support/records/kinds.js';
import { longestFoldedName } from '../support/records/longest-folded-name.js';
import type { TestResponse } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { query } from '../support/database/database-session.js';
import { readPage } from '../support/records/records.js';
import { findWrongCategoryIds, type TermPath } from '../support/term-counts.js';

const calendar = useTestCalendar();

const PATHS: readonly TermPath[] = ['categories', 'tags'];

const create = (path: TermPath, name: string, fields: object = {}) => createRecord(calendar, path, { name, ...fields });
const post = (path: string, json: object) => calendar.request<ServedRecord>('POST', path, { json });
const read = async (path: TermPath, { id }: { id: number }) =>
  (await calendar.request<ServedRecord>('GET', `${path}/${id}`)).body;

/** Expects a 409 with the id of the term that has the name. */
function expectTermExists({ status, body }: TestResponse, { id }: { id: number }): void {
  expect([status, body['code'], body['id']]).toEqual([409, 'term_exists', id]);
}

describe.each(PATHS)('Names of %s', (path) => {
  it('a create with the name of another term is 409 with the id of that term and creates nothing (6.12)', async () => {
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
  ])('are equal without regard to case, accents, markup and repeated blanks: %s = %s (3.6)', async (name, equal) => {
    const term = await create(path, name);
    expectTermExists(await post(path, { name: equal }), term);
  });

  it('a rename to the name of another term is 409, to the own name in another case 200 (6.12)', async () => {
    const [first, second] = [await create(path, uniqueName('Un')), await create(path, uniqueName('Dos'))];
    const json = { name: String(first['name']).toUpperCase(), description: 'Changed' };
    expectTermExists(await post(`${path}/${second.id}`, json), first);
    expect(await read(path, second)).toEqual(second);
    expect((await post(`${path}/${first.id}`, json)).body['name']).toBe(json.name);
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
    const parent = await create('categories', name);
    const child = await create('categories', name, { parent: parent.id });
    const otherParent = await create('categories', uniqueName());
    await create('categories', name, { parent: otherParent.id });
    expectTermExists(await post('categories', { name, parent: parent.id }), child);
    expectTermExists(await post('categories', { name }), parent);
    expect((await calendar.request('DELETE', `categories/${parent.id}`)).status).toBe(200);
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

  it('a deletion whose children would conflict one level up is 409 and deletes nothing (6.12)', async () => {
    const [equalName, otherName] = [uniqueName('Igual'), uniqueName('Diferent')];
    const top = await create('categories', uniqueName());
    const sibling = await create('categories', equalName, { parent: top.id });
    const parent = await create('categories', uniqueName(), { parent: top.id });
    const children = [
      await create('categories', otherName, { parent: parent.id }),
      await create('categories', equalName.toUpperCase(), { parent: parent.id }),
    ];
    expectTermExists(await calendar.request('DELETE', `categories/${parent.id}`), sibling);
    for (const category of [parent, ...children]) expect(await read('categories', category)).toEqual(category);
    await post(`categories/${children[1]?.id}`, { name: uniqueName() });
    expect((await calendar.request('DELETE', `categories/${parent.id}`)).status).toBe(200);
    for (const { id } of children) expect((await read('categories', { id }))['parent']).toBe(top.id);
  });
});

const createTerm = (path: TermPath, fields: Record<string, unknown> = {}) => createRecord(calendar, path, fields);
const createEvent = (fields: Record<string, unknown>) => createRecord(calendar, 'events', fields);
const execute = (statement: string) => query(calendar.databaseUrl, statement);

async function counts(path: TermPath, terms: readonly { id: number }[]): Promise<unknown[]> {
  const ids = terms.map(({ id }) => id).join();
  const { body } = await readPage(calendar, `${path}?include=${ids}&orderby=include&hide_empty=false`);
  return body[path].map(({ count }) => count);
}

describe('Count of a term', () => {
  it.each(PATHS)('of %s rises at the date of a scheduled event, without any write (5.5, 8.7)', async (path) => {
    const term = await createTerm(path);
    await createEvent({ [path]: [term.id], date_utc: '2998-05-01 10:00:00' });
    calendar.setNow('2998-05-01T09:59:59Z');
    expect(await counts(path, [term])).toEqual([0]);
    calendar.setNow('2998-05-01T10:00:00Z');
    expect(await counts(path, [term])).toEqual([1]);
    calendar.setNow(undefined);
  });

  it.each([
    ['protected', { password: 'Sesam' }, { password: null }],
    ['hidden', { hide_from_listings: true }, { hide_from_listings: false }],
    ['unpublished', { status: 'draft' }, { status: 'publish' }],
  ])('falls when its event becomes %s, and rises again afterwards (5.5)', async (_state, change, back) => {
    const [category, tag] = [await createTerm('categories'), await createTerm('tags')];
    const { id } = await createEvent({ categories: [category.id], tags: [tag.id] });
    const bothCounts = async () => [await counts('categories', [category]), await counts('tags', [tag])];
    expect(await bothCounts()).toEqual([[1], [1]]);
    for (const [fields, count] of [
      [change, 0],
      [back, 1],
    ] as const) {
      expect((await calendar.request('PATCH', `events/${id}`, { json: fields })).status).toBe(200);
      expect(await bothCounts()).toEqual([[count], [count]]);
    }
  });

  it('is correct after direct writes to the database (5.5)', async () => {
    const tags: ServedRecord[] = [await createTerm('tags'), await createTerm('tags'), await createTerm('tags')];
    const [first, second, third] = tags.map(({ id }) => id);
    const events = [await createEvent({ tags: [first] }), await createEvent({ tags: [first] })]
      .map(({ id }) => id)
      .join();
    await execute(`insert into event_tags select id, ${second}, 7 from events where id in (${events})`);
    expect(await counts('tags', tags)).toEqual([2, 2, 0]);
    await execute(`update event_tags set tag_id = ${third}, position = 8 where tag_id = ${second}`);
    expect(await counts('tags', tags)).toEqual([2, 0, 2]);
    await execute(`update event_tags set position = position + 1 where event_id in (${events})`);
    await execute(
      `delete from event_tags where tag_id = ${first}; update events set published_at = null where id in (${events})`,
    );
    expect(await counts('tags', tags)).toEqual([0, 0, 0]);
    await execute(`update events set published_at = now() - interval '1 year' where id in (${events})`);
    expect(await counts('tags', tags)).toEqual([0, 0, 2]);
    expect(await findWrongCategoryIds(calendar)).toEqual([]);
  });
});

describe('Category ids of a new event', () => {
  it('equal those that triggers compute for the same links (5.5)', async () => {
    const [first, second] = [await createTerm('categories'), await createTerm('categories')];
    const { id } = await createEvent({ categories: [second.id, first.id] });
    const categoryIds = () => execute(`select category_ids from events where id = ${id}`);
    const created = await categoryIds();
    expect(created).toEqual([{ category_ids: [first.id, second.id].map(String) }]);
    await execute(`delete from event_categories where event_id = ${id}`);
    expect(await categoryIds()).toEqual([{ category_ids: [] }]);
    await execute(`insert into event_categories values (${id}, ${second.id}, 0), (${id}, ${first.id}, 1)`);
    expect(await categoryIds()).toEqual(created);
  });
});

const KINDS_BY_PATH = KINDS.map((kind) => [kind.path, kind] as const);
const PUBLISHABLE = KINDS_BY_PATH.filter(([, { isPublishable }]) => isPublishable);
const WITH_SLUG_FIELD = KINDS_BY_PATH.filter(([path]) => ['events', 'categories', 'tags'].includes(path));

const createNamed = (kind: Kind, name: string, fields: object = {}) =>
  createRecord(calendar, kind.path, { [kind.titleField]: name, ...fields });
const update = async ({ path }: Kind, { id }: ServedRecord, json: object) => {
  const response = await calendar.request<ServedRecord>('PATCH', `${path}/${id}`, { json });
  expect([json, response.status, response.body['params']]).toEqual([json, 200, undefined]);
  return response.body;
};
const bySlug = (path: string, slug: string) => calendar.request<ServedRecord>('GET', `${path}/by-slug/${slug}`);

describe('Derived slug', () => {
  it.each([
    ["L'Hospitalet: Nit d'Òpera (2026)", 'l-hospitalet-nit-d-opera-2026'],
    ['東京ジャズ', '東京ジャズ'],
  ])('of the name %s is %s, for each kind (4.1, 4.2)', async (name, slug) => {
    for (const kind of KINDS) expect((await createNamed(kind, name)).slug).toBe(slug);
  });

  it.each(KINDS_BY_PATH)('of %s is <kind>-<id> if the name has no usable character (4.3)', async (_path, kind) => {
    const record = await createNamed(kind, '¿?!');
    expect(record.slug).toBe(`${kind.kind}-${record.id}`);
    const next = await createNamed(kind, `${kind.kind} ${record.id + 2}`);
    const later = await createNamed(kind, '...');
    expect([next.slug, later.slug]).toEqual([`${kind.kind}-${later.id}`, `${kind.kind}-${later.id}-2`]);
  });
});

describe('Slug in a request', () => {
  it.each(WITH_SLUG_FIELD)('of %s is normalized like a derived slug (4.2, 4.3)', async (_path, kind) => {
    expect((await createNamed(kind, 'Un', { slug: '  Castanyada d’Òc! ' })).slug).toBe('castanyada-d-oc');
    const second = await createNamed(kind, 'Dos', { slug: 'castanyada-d-oc' });
    expect(second.slug).toBe('castanyada-d-oc-2');
    expect((await update(kind, second, { slug: 'CASTANYADA' })).slug).toBe('castanyada');
    expect((await createNamed(kind, 'Reis Mags', { slug: '!!!' })).slug).toBe('reis-mags');
  });
});

describe('Former slug', () => {
  it('leads to its record until another record takes it (4.5)', async () => {
    const kind = KINDS[0] as Kind;
    const event = await createNamed(kind, 'Carnaval', { slug: 'carnaval' });
    await update(kind, event, { slug: 'carnestoltes' });
    const former = await bySlug('events', 'carnaval');
    expect([former.status, former.body.id, former.body.slug]).toEqual([200, event.id, 'carnestoltes']);
    const successor = await createNamed(kind, 'Carnaval');
    expect(successor.slug).toBe('carnaval');
    expect((await bySlug('events', 'carnaval')).body.id).toBe(successor.id);
    expect((await bySlug('events', 'carnestoltes')).body.id).toBe(event.id);
    expect((await update(kind, event, { slug: 'carnaval' })).slug).toBe('carnaval-2');
    expect((await bySlug('events', 'carnestoltes')).body.id).toBe(event.id);
    await update(kind, successor, { slug: 'rua' });
    expect((await update(kind, event, { slug: 'carnaval' })).slug).toBe('carnaval');
    expect((await bySlug('events', 'carnaval')).body.id).toBe(event.id);
  });

  it('works in updates and deletes, and its record can take it back (4.5)', async () => {
    const kind = KINDS[0] as Kind;
    const event = await createNamed(kind, 'Vella', { slug: 'vella' });
    await update(kind, event, { slug: 'nova' });
    const updated = await calendar.request('PUT', 'events/by-slug/vella', { json: { slug: 'vella' } });
    expect([updated.status, updated.body['id'], updated.body['slug']]).toEqual([200, event.id, 'vella']);
    expect((await bySlug('events', 'nova')).body.slug).toBe('vella');
    expect((await calendar.request('DELETE', 'events/by-slug/nova?force=true')).status).toBe(200);
    expect((await bySlug('events', 'nova')).status).toBe(404);
    expect((await createNamed(kind, 'Nova')).slug).toBe('nova');
  });
});

describe('Slug in use', () => {
  it.each(PUBLISHABLE)('of %s stays reserved for trashed and unreadable records (4.5)', async (_path, kind) => {
    const trashed = await createNamed(kind, 'Amagat');
    const draft = await createNamed(kind, 'Amagat', { status: 'draft' });
    await calendar.request('DELETE', `${kind.path}/${trashed.id}`);
    const visible = await createNamed(kind, 'Amagat');
    expect([trashed.slug, draft.slug, visible.slug]).toEqual(['amagat', 'amagat-2', 'amagat-3']);
    expect((await bySlug(kind.path, 'amagat-2')).body['code']).toBe(`${kind.kind}_not_found`);
    const restored = await update(kind, trashed, { status: 'publish' });
    expect(restored.slug).toBe('amagat');
  });
});
