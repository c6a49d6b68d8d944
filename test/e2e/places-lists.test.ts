import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectRefused } from '../support/expect-refused.js';
import { createRecord } from '../support/kinds.js';
import { readPage } from '../support/records.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/test-calendar.js';

let calendar: TestCalendar;
let editor: string;
beforeAll(async () => {
  calendar = await startTestCalendar();
  editor = await calendar.tokenOf('editor');
});
afterAll(() => calendar.close());

/** The fields of a new record that is served with each status; what is to be in the trash is put there. */
const STATUSES = {
  publish: {},
  future: { date: '2999-12-31 23:59:59' },
  draft: { status: 'draft' },
  pending: { status: 'pending' },
  private: { status: 'private' },
  trash: {},
};

describe.each(['venues', 'organizers'] as const)('the status of %s', (path) => {
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    for (const [status, fields] of Object.entries(STATUSES))
      ids[status] = (await createRecord(calendar, path, fields)).id;
    await calendar.request('DELETE', `${path}/${ids['trash']}`);
  });
  const listed = async (query: string, token?: string) => {
    const { body } = await readPage(calendar, `${path}?order=asc&${query}`, token);
    return body[path].map(({ id }) => Object.keys(ids).find((status) => ids[status] === id)).toSorted();
  };

  it('8.11 is what an editor asks for, one or several; not asked for, all but the trash', async () => {
    const all = Object.keys(STATUSES);
    expect(await listed('', editor)).toEqual(all.filter((each) => each !== 'trash').toSorted());
    for (const status of all) expect(await listed(`status=${status.toUpperCase()}`, editor)).toEqual([status]);
    for (const query of [
      'status=draft,trash',
      'status=trash&status=draft',
      'status[]=draft&status[]=trash&status[]=draft',
    ])
      expect(await listed(query, editor)).toEqual(['draft', 'trash']);
    expect(await listed(`status=${all.join(',')}`, editor)).toEqual(all.toSorted());
  });

  it('8.11 is publish for others: the rest is 401 or 403, before anything else is judged; a value that is none is 400', async () => {
    const subscriber = await calendar.tokenOf('subscriber');
    for (const token of [undefined, subscriber])
      for (const query of ['', 'status=', 'status=publish', 'status=PUBLISH,publish'])
        expect(await listed(query, token)).toEqual(['publish']);
    for (const status of [
      'future',
      'draft',
      'pending',
      'private',
      'trash',
      'publish,draft',
      'draft,nonsense',
      'draft&page=0',
    ]) {
      const anonymous = await calendar.request('GET', `${path}?status=${status}`);
      expect([status, anonymous.status, anonymous.body['code']]).toEqual([status, 401, 'unauthorized']);
      const known = await calendar.request('GET', `${path}?status=${status}`, { token: subscriber });
      expect([status, known.status, known.body['code']]).toEqual([status, 403, 'forbidden']);
    }
    for (const token of [null, subscriber, ADMIN_TOKEN])
      for (const status of ['nonsense', 'publish,nonsense', 'published', '1'])
        expectRefused(await calendar.request('GET', `${path}?status=${status}`, { token }), 'status');
  });
});
