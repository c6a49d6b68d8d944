import { expect, it } from '@jest/globals';
import { createRecord, type Kind, type ServedRecord } from './kinds.js';
import { ADDRESSES } from './operation-cases.js';
import { readPage, upcomingDates } from './records.js';
import type { TestCalendar } from '../calendar/test-calendar.js';

/** Registers the tests of deleting and restoring for events, venues and organizers. */
export function describeTrash(calendar: () => TestCalendar, kind: Kind): void {
  const create = () => createRecord(calendar(), kind.path, kind.path === 'events' ? upcomingDates() : {});
  const listed = async ({ id }: ServedRecord) =>
    (await readPage(calendar(), `${kind.path}?include=${id}`)).body[kind.path].length;

  it.each(Object.keys(ADDRESSES))(
    `DELETE of ${kind.path} by %s: moved to the trash, a second DELETE is 410 (8.9)`,
    async (by) => {
      const record = await create();
      const address = ADDRESSES[by]?.(kind, record) ?? '';
      const trashed = await calendar().request<ServedRecord>('DELETE', address);
      expect([trashed.status, trashed.body['status'], trashed.body.id]).toEqual([200, 'trash', record.id]);
      expect(trashed.body.slug).toBe(record.slug);
      const again = await calendar().request('DELETE', address);
      expect([again.status, again.body['code']]).toEqual([410, `${kind.kind}_in_trash`]);
      const anonymous = await calendar().request('GET', address);
      expect([anonymous.status, anonymous.body['code']]).toEqual([410, `${kind.kind}_in_trash`]);
      const editor = await calendar().request('GET', address, { token: await calendar().createToken('editor') });
      expect([editor.status, editor.body['status']]).toEqual([200, 'trash']);
      expect(await listed(record)).toBe(0);
    },
  );

  it.each(Object.keys(ADDRESSES))(
    `PATCH of trashed ${kind.path} by %s: a status restores them, other fields do not (8.9)`,
    async (by) => {
      const record = await create();
      const address = ADDRESSES[by]?.(kind, record) ?? '';
      await calendar().request('DELETE', address);
      const written = await calendar().request('PATCH', address, { json: { description: 'In the trash' } });
      expect([written.status, written.body['status'], written.body['description']]).toEqual([
        200,
        'trash',
        'In the trash',
      ]);
      expect(await listed(record)).toBe(0);
      const restored = await calendar().request('PATCH', address, { json: { status: 'publish' } });
      expect([restored.status, restored.body['status']]).toEqual([200, 'publish']);
      expect(restored.body['date']).toBe(record['date']);
      expect((await calendar().request('GET', address)).body).toEqual(restored.body);
      expect(await listed(record)).toBe(1);
    },
  );

  it(`status trash of ${kind.path}: moved to the trash on update, 400 on create (8.9)`, async () => {
    const record = await create();
    const address = `${kind.path}/${record.id}`;
    const trashed = await calendar().request('PUT', address, { json: { status: 'trash' } });
    expect([trashed.status, trashed.body['status']]).toEqual([200, 'trash']);
    expect((await calendar().request('DELETE', address)).status).toBe(410);
    const json = { ...kind.required, [kind.titleField]: 'Born dead', status: 'trash' };
    const refused = await calendar().request('POST', kind.path, { json });
    expect([refused.status, Object.keys(refused.body['params'] as object)]).toEqual([400, ['status']]);
  });

  it.each(Object.keys(ADDRESSES))(
    `DELETE of ${kind.path} by %s with force: deleted permanently, from the trash too (8.10)`,
    async (by) => {
      for (const inTrash of [false, true]) {
        const record = await create();
        const address = ADDRESSES[by]?.(kind, record) ?? '';
        if (inTrash) await calendar().request('DELETE', address);
        const removed = await calendar().request<ServedRecord>('DELETE', `${address}?force=true`);
        expect([removed.status, removed.body.id]).toEqual([200, record.id]);
        expect(removed.body['status']).toBe(inTrash ? 'trash' : 'publish');
        if (!inTrash) expect(removed.body).toEqual(record);
        for (const method of ['GET', 'PATCH', 'DELETE']) {
          const { status, body } = await calendar().request(method, address);
          expect([method, status, body['code']]).toEqual([method, 404, `${kind.kind}_not_found`]);
        }
      }
    },
  );

  it(`DELETE of ${kind.path} with force and ml_scope=translation: only the translation is deleted (3.9)`, async () => {
    const record = await create();
    const json = { [kind.titleField]: 'Traducció', ml_language: 'ca' };
    await calendar().request('PATCH', `${kind.path}/${record.id}`, { json });
    const path = `${kind.path}/${record.id}?force=true&ml_scope=translation&ml_language=ca`;
    const { status, body } = await calendar().request('DELETE', path);
    expect([status, Object.keys(body['ml_translations'] as object)]).toEqual([200, ['en']]);
    expect((await calendar().request('GET', `${kind.path}/${record.id}`)).body).toEqual(body);
  });
}
