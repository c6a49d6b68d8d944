import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecord, KINDS } from '../support/kinds.js';
import { startTestCalendar, type TestCalendar } from '../support/test-calendar.js';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
  // Examples link to the first record of each kind.
  for (const { path } of KINDS.toReversed()) await createRecord(calendar, path);
});
afterAll(() => calendar.close());

interface Document {
  paths: Record<
    string,
    { post: { requestBody: { content: Record<string, { examples: { record: { value: object } } }> } } }
  >;
}

describe('the examples of the document', () => {
  it.each(KINDS)('10.3 create $path as they are', async ({ path }) => {
    const { body } = await calendar.request<Document>('GET', 'doc');
    const content = body.paths[`/calendar/events/v1/${path}`]?.post.requestBody.content ?? {};
    const example = content['application/json']?.examples.record.value;
    const answer = await calendar.request('POST', path, { json: example });
    expect(answer).toMatchObject({ status: 201, body: {} });
    expect(Object.keys(example ?? {}).length).toBeGreaterThan(2);
  });
});
