import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withRolledBackTransaction, waitForBlockedSession } from '../support/database/database-session.js';
import { casesByRunMode } from '../support/run/run-mode.js';
import { createRecord, KINDS, type Kind } from '../support/records/kinds.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const PUBLISHABLE = KINDS.filter(({ isPublishable }) => isPublishable).map(({ path, kind }) => [path, kind] as const);

let calendar: TestCalendar;
let contributor: string;
let author: string;
beforeAll(async () => {
  calendar = await startTestCalendar();
  contributor = await calendar.createToken('contributor');
  author = await calendar.createToken('author');
});
afterAll(() => calendar.close());

const createDraft = (path: Kind['path']) =>
  createRecord(calendar, path, { status: 'draft', description: 'As it was' }, { token: contributor });

/** The short form tests one kind, because the three kinds share this code. */
const TESTED_KINDS = casesByRunMode(PUBLISHABLE, ([path]) => path === 'events');

describe.each(TESTED_KINDS)('Concurrent writes to %s', (path, kind) => {
  it.each(['PATCH', 'DELETE'])(
    '%s by a contributor is 403 if the record is published while the request waits for it (8.3, 8.5)',
    async (method) => {
      const { id } = await createDraft(path);
      const response = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
        await session.query(`select from ${path} where id = ${id} for update`);
        const json = method === 'PATCH' ? { description: 'Unread by an editor' } : undefined;
        const change = calendar.request(method, `${path}/${id}`, { json, token: contributor });
        await waitForBlockedSession(session);
        // The publication date has to be later than the start of the waiting transaction.
        await setTimeout(1100);
        await session.query(`
          update ${path} set status = 'publish', published_at = date_trunc('second', clock_timestamp()) where id = ${id};
          commit`);
        return change;
      });
      expect([response.status, response.body['code']]).toEqual([403, 'forbidden']);
      const { body } = await calendar.request('GET', `${path}/${id}`);
      expect([body['status'], body['description']]).toEqual(['publish', 'As it was']);
    },
  );

  it('a caller who may not read the record gets 404 without waiting for its lock (8.5)', async () => {
    const { id, slug } = await createDraft(path);
    await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query(`select from ${path} where id = ${id} for update`);
      for (const address of [`${path}/${id}`, `${path}/by-slug/${slug}`]) {
        for (const method of ['GET', 'PATCH', 'DELETE']) {
          const response = await calendar.request(method, address, { token: author });
          expect([method, response.status, response.body['code']]).toEqual([method, 404, `${kind}_not_found`]);
        }
      }
    });
  });
});
