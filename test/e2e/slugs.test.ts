import { describe, expect, it } from 'vitest';
import { createRecord, KINDS, type Kind, type ServedRecord } from '../support/records/kinds.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const KINDS_BY_PATH = KINDS.map((kind) => [kind.path, kind] as const);
const PUBLISHABLE = KINDS_BY_PATH.filter(([, { isPublishable }]) => isPublishable);
const WITH_SLUG_FIELD = KINDS_BY_PATH.filter(([path]) => ['events', 'categories', 'tags'].includes(path));

const calendar = useTestCalendar();

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
  ])('%s → %s, for each kind (4.1, 4.2)', async (name, slug) => {
    for (const kind of KINDS) expect((await createNamed(kind, name)).slug).toBe(slug);
  });

  it.each(KINDS_BY_PATH)('of %s is <kind>-<id> if the name has no usable character (4.3)', async (_path, kind) => {
    const record = await createNamed(kind, '¿?!');
    expect(record.slug).toBe(`${kind.kind}-${record.id}`);
    const next = await createNamed(kind, `${kind.kind} ${record.id + 2}`);
    const later = await createNamed(kind, '...');
    expect([next.slug, later.slug]).toEqual([`${kind.kind}-${later.id}`, `${kind.kind}-${later.id}-2`]);
  });

  it.each(KINDS_BY_PATH)(
    'of %s may repeat within a record; others get -2, -3, … until no translation has it (4.1, 4.3, 4.5)',
    async (path, kind) => {
      const create = (ml_language: string) => createNamed(kind, 'Fira', { ml_language });
      const one = await create('ca');
      const translate = (name: string, ml_language: string) =>
        update(kind, one, { [kind.titleField]: name, ml_language });
      const remove = (language: string) =>
        calendar.request('DELETE', `${path}/${one.id}?ml_scope=translation&ml_language=${language}`);
      expect((await translate('Fira', 'en')).slug).toBe('fira');
      expect((await translate('Feria', 'es')).slug).toBe('feria');
      expect((await create('es')).slug).toBe('fira-2');
      await remove('ca');
      expect((await create('ca')).slug).toBe('fira-3');
      await remove('en');
      expect((await create('en')).slug).toBe('fira');
    },
  );
});

describe('Slug in a request', () => {
  it.each(WITH_SLUG_FIELD)('of %s is normalized like a derived slug (4.2, 4.3)', async (_path, kind) => {
    expect((await createNamed(kind, 'Un', { slug: '  Castanyada d’Òc! ' })).slug).toBe('castanyada-d-oc');
    const two = await createNamed(kind, 'Dos', { slug: 'castanyada-d-oc' });
    expect(two.slug).toBe('castanyada-d-oc-2');
    expect((await update(kind, two, { slug: 'CASTANYADA' })).slug).toBe('castanyada');
    expect((await createNamed(kind, 'Reis Mags', { slug: '!!!' })).slug).toBe('reis-mags');
  });

  it.each(WITH_SLUG_FIELD)('of %s has at most 200 characters (12.4)', async (_path, kind) => {
    const json = { [kind.titleField]: 'Massa', ...kind.required, slug: 'a'.repeat(201) };
    const { status, body } = await calendar.request('POST', kind.path, { json });
    expect([status, Object.keys(body['params'] as object)]).toEqual([400, ['slug']]);
    expect((await createNamed(kind, 'Just', { slug: 'a'.repeat(200) })).slug).toBe('a'.repeat(200));
  });
});

describe('Former slug', () => {
  it('leads to its record until another record takes it (4.5)', async () => {
    const kind = KINDS[0] as Kind;
    const one = await createNamed(kind, 'Carnaval', { slug: 'carnaval' });
    await update(kind, one, { slug: 'carnestoltes' });
    const former = await bySlug('events', 'carnaval');
    expect([former.status, former.body.id, former.body.slug]).toEqual([200, one.id, 'carnestoltes']);
    const other = await createNamed(kind, 'Carnaval');
    expect(other.slug).toBe('carnaval');
    expect((await bySlug('events', 'carnaval')).body.id).toBe(other.id);
    expect((await bySlug('events', 'carnestoltes')).body.id).toBe(one.id);
    expect((await update(kind, one, { slug: 'carnaval' })).slug).toBe('carnaval-2');
    expect((await bySlug('events', 'carnestoltes')).body.id).toBe(one.id);
    await update(kind, other, { slug: 'rua' });
    expect((await update(kind, one, { slug: 'carnaval' })).slug).toBe('carnaval');
    expect((await bySlug('events', 'carnaval')).body.id).toBe(one.id);
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
