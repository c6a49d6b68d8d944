import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecord, KINDS, uniqueName } from '../support/records/kinds.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const PUBLISHED = KINDS.filter(({ isPublishable: isPublished }) => isPublished).map(
  (kind) => [kind.path, kind] as const,
);
const DUE = '2999-01-01T00:00:00Z';
const AFTER = '2999-01-01T00:00:05Z';

let calendar: TestCalendar;
let author: string;
let contributor: string;
let contributorId: number;
beforeAll(async () => {
  calendar = await startTestCalendar();
  author = await calendar.createToken('author');
  contributor = await calendar.createToken('contributor');
  const me = await calendar.request<{ id: number }>('GET', '/calendar/admin/v1/me', { token: contributor });
  contributorId = me.body.id;
});
afterAll(() => calendar.close());

const outcome = async (method: string, path: string, token: string | null, json?: object) => {
  const { status, body } = await calendar.request(method, path, { token, json });
  return [status, body['code'] ?? body['status']];
};

describe.each(PUBLISHED)('Scheduled %s', (path, kind) => {
  it('are not published in the trash: callers who could not read them before get 404 (8.7, 8.9)', async () => {
    const { id, slug } = await createRecord(calendar, path, { date_utc: DUE }, { token: author });
    await calendar.request('DELETE', `${path}/${id}`, { token: author });
    calendar.setNow(AFTER);
    for (const token of [null, contributor]) {
      for (const address of [`${path}/${id}`, `${path}/by-slug/${slug}`]) {
        expect(await outcome('GET', address, token)).toEqual([404, `${kind.kind}_not_found`]);
      }
    }
    expect(await outcome('DELETE', `${path}/${id}`, contributor)).toEqual([404, `${kind.kind}_not_found`]);
    expect(await outcome('GET', `${path}/${id}`, author)).toEqual([200, 'trash']);
    calendar.setNow(undefined);
  });

  it('in the trash can be restored by their contributor, even after their date (8.3, 8.9)', async () => {
    const fields = { date_utc: DUE, author: contributorId };
    const { id } = await createRecord(calendar, path, fields, { token: ADMIN_TOKEN });
    await calendar.request('DELETE', `${path}/${id}`, { token: contributor });
    calendar.setNow(AFTER);
    expect(await outcome('GET', `${path}/${id}`, contributor)).toEqual([200, 'trash']);
    expect(await outcome('PATCH', `${path}/${id}`, contributor, { status: 'draft' })).toEqual([200, 'draft']);
    calendar.setNow(undefined);
  });

  it('become pending if a contributor changes a text or deletes a translation (8.6)', async () => {
    const scheduled = async () => {
      const fields = { date_utc: DUE, author: contributorId };
      const { id } = await createRecord(calendar, path, fields, { token: ADMIN_TOKEN });
      const catalan = { [kind.titleField]: uniqueName('Nit'), ml_language: 'ca' };
      await calendar.request('PATCH', `${path}/${id}`, { json: catalan, token: ADMIN_TOKEN });
      return `${path}/${id}`;
    };
    const text = { description: 'Unread by an editor' };
    expect(await outcome('PATCH', await scheduled(), contributor, text)).toEqual([200, 'pending']);
    const removal = `${await scheduled()}?ml_scope=translation&ml_language=ca`;
    expect(await outcome('DELETE', removal, contributor)).toEqual([200, 'pending']);
    const trashed = await scheduled();
    await calendar.request('DELETE', trashed, { token: contributor });
    expect(await outcome('PATCH', trashed, contributor, text)).toEqual([200, 'trash']);
    calendar.setNow(AFTER);
    expect(await outcome('GET', trashed, null)).toEqual([404, `${kind.kind}_not_found`]);
    calendar.setNow(undefined);
    expect(await outcome('PATCH', await scheduled(), ADMIN_TOKEN, text)).toEqual([200, 'future']);
  });
});
