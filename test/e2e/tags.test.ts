import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeFields, type FieldCase } from '../support/records/field-cases.js';
import { createRecord, KINDS, type Kind, type ServedRecord } from '../support/records/kinds.js';
import { describeOperations } from '../support/records/operation-cases.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const TAGS = KINDS.find(({ path }) => path === 'tags') as Kind;

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

describe('Tags', () => {
  describeOperations(() => calendar, TAGS);
  describeFields(
    () => calendar,
    TAGS,
    (run): FieldCase[] => [
      { name: 'name', first: `Gratuït ${run}`, second: `Infantil ${run}` },
      { name: 'description', first: '<strong>0 €</strong>', second: 'Per a infants', empty: '' },
      {
        name: 'slug',
        first: `gra-${run}`,
        second: `inf-${run}`,
        empty: `gratuit-${run}`,
        derived: ['ml_translations'],
      },
    ],
  );

  it('are deleted permanently, with or without force, and removed from events (8.10)', async () => {
    const [kept, ...removed] = [
      await createRecord(calendar, 'tags'),
      await createRecord(calendar, 'tags'),
      await createRecord(calendar, 'tags'),
    ];
    const event = await createRecord(calendar, 'events', { tags: [...removed, kept].map((tag) => tag?.id) });
    for (const [index, tag] of removed.entries()) {
      const count = { ...tag, count: 1 };
      const { status, body } = await calendar.request('DELETE', `tags/${tag.id}?force=${String(index === 1)}`);
      expect([status, body]).toEqual([200, count]);
      const again = await calendar.request('DELETE', `tags/${tag.id}`);
      expect([again.status, again.body['code']]).toEqual([404, 'tag_not_found']);
    }
    const { body } = await calendar.request<{ tags: ServedRecord[] }>('GET', `events/${event.id}`);
    expect(body.tags.map(({ id }) => id)).toEqual([kept?.id]);
  });

  it('have no parent, and the parameter is ignored (5.5)', async () => {
    const { id } = await createRecord(calendar, 'tags');
    const { status, body } = await calendar.request('PATCH', `tags/${id}`, { json: { parent: 987_654_321 } });
    expect([status, 'parent' in body]).toEqual([200, false]);
  });
});
