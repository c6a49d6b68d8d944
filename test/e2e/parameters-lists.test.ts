import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord, KINDS } from '../support/records/kinds.js';
import { startTestCalendar, type TestResponse, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
let event: string;
/** Ids of two records for each list. The tables refer to them as `A` and `B`. */
const ids = { tags: [0, 0], venue: [0, 0], organizer: [0, 0], categories: [0, 0] };
beforeAll(async () => {
  calendar = await startTestCalendar();
  event = `events/${(await createRecord(calendar, 'events')).id}`;
  const two = async (path: 'tags' | 'venues' | 'organizers' | 'categories') => {
    const [first, second] = [await createRecord(calendar, path), await createRecord(calendar, path)];
    return [first.id, second.id];
  };
  ids.tags = await two('tags');
  ids.venue = await two('venues');
  ids.organizer = await two('organizers');
  ids.categories = await two('categories');
});
afterAll(() => calendar.close());

const LISTS = ['tags', 'venue', 'organizer', 'categories'] as const;

/** Replaces the placeholders of a pattern by the name and the ids of a list. */
const filled = (pattern: string, list: keyof typeof ids) =>
  pattern.replaceAll('list', list).replaceAll('A', String(ids[list][0])).replaceAll('B', String(ids[list][1]));

const linked = ({ body }: TestResponse, list: string) => (body[list] as { id: number }[]).map(({ id }) => id);

/** Expects that each list contains its records of these letters, in this order. */
function expectLinks(answer: TestResponse, letters: string): void {
  expect(answer.status).toBe(200);
  for (const list of LISTS) {
    const wanted = [...letters].map((letter) => ids[list][letter === 'A' ? 0 : 1]);
    expect([list, linked(answer, list)]).toEqual([list, wanted]);
  }
}

describe('List parameters', () => {
  it.each([
    ['[A,B]', 'AB'],
    ['["A","B"]', 'AB'],
    ['[B,A]', 'BA'],
    ['[B,A,B,"A"]', 'BA'],
    ['"A,B"', 'AB'],
    ['" B , A "', 'BA'],
    ['"A"', 'A'],
    ['A', 'A'],
    ['[A]', 'A'],
    ['[{"id":B},A]', 'BA'],
    ['{"id":"A"}', 'A'],
    ['[]', ''],
    ['null', ''],
    ['""', ''],
  ])('accept %s in JSON (2.2)', async (pattern, expected) => {
    const raw = `{${LISTS.map((list) => filled(`"list":${pattern}`, list)).join(',')}}`;
    await calendar.request('PATCH', event, { json: ids });
    const answer = await calendar.request('PATCH', event, { raw, headers: { 'Content-Type': 'application/json' } });
    expectLinks(answer, expected);
  });

  it.each([
    ['list=A&list=B', 'AB'],
    ['list[]=A&list[]=B', 'AB'],
    ['list[]=A', 'A'],
    ['list[0]=B&list[1]=A', 'BA'],
    ['list[1]=A&list[0]=B', 'BA'],
    ['list[7]=B', 'B'],
    ['list%5b%5d=B&list%5b%5d=A', 'BA'],
    ['list=A,B', 'AB'],
    ['list=+B+,%20A', 'BA'],
    ['list=B', 'B'],
    ['list[]=A&list[0]=B', 'BA'],
    ['list[]=A&list=B', 'AB'],
    ['list=A&list[3]=B', 'BA'],
    ['list[0][id]=B&list[1][id]=A', 'BA'],
    ['list[id]=A', 'A'],
    ['list=', ''],
  ])('accept %s in forms and query strings (2.2)', async (pattern, expected) => {
    const text = LISTS.map((list) => filled(pattern, list)).join('&');
    await calendar.request('PATCH', event, { json: ids });
    expectLinks(await calendar.request('PATCH', event, { form: text }), expected);
    await calendar.request('PATCH', event, { json: ids });
    expectLinks(await calendar.request('PATCH', `${event}?${text}`), expected);
  });

  it('do not split array elements and repeated names at commas (2.2)', async () => {
    const pair = ids.venue.join(',');
    expectInvalidParameters(await calendar.request('PATCH', event, { json: { venue: [pair] } }), 'venue');
    for (const text of [`venue[]=${pair}`, `venue=${pair}&venue=${ids.venue[0]}`, `venue[0]=${pair}`]) {
      expectInvalidParameters(await calendar.request('PATCH', event, { form: text }), 'venue');
      expectInvalidParameters(await calendar.request('PATCH', `${event}?${text}`), 'venue');
      expectInvalidParameters(
        await calendar.request('GET', `events?${text.replaceAll('venue', 'include')}`),
        'include',
      );
    }
    const tags = ['Fira, mercat', 'Mercat'];
    const named = await calendar.request('PATCH', event, { json: { tags } });
    expect((named.body['tags'] as { name: string }[]).map(({ name }) => name)).toEqual(tags);
  });

  it('put numbered elements before elements without a number, also for names of terms (2.2, 6.9)', async () => {
    for (const text of ['tags[]=Arròs&tags[0]=Boira', 'tags[]=Arròs&tags[7]=Boira', 'tags=Arròs&tags[1]=Boira']) {
      for (const answer of [
        await calendar.request('PATCH', event, { form: encodeURI(text) }),
        await calendar.request('PATCH', `${event}?${encodeURI(text)}`),
      ]) {
        expect((answer.body['tags'] as { name: string }[]).map(({ name }) => name)).toEqual(['Boira', 'Arròs']);
      }
    }
  });

  it('accept the same forms in reads (2.2)', async () => {
    for (const { path } of KINDS) {
      const [first, second] = [await createRecord(calendar, path), await createRecord(calendar, path)];
      const wanted = [first.id, second.id].toSorted((left, right) => left - right);
      const [a, b] = wanted;
      for (const text of [`${a},${b}`, `+${a}+,+${b}`]) {
        const answer = await calendar.request('GET', `${path}?include=${text}&hide_empty=0`);
        expect(linked(answer, path).toSorted((left, right) => left - right)).toEqual(wanted);
      }
      for (const form of [
        `include=${a}&include=${b}`,
        `include[]=${a}&include[]=${b}`,
        `include[1]=${a}&include[0]=${b}`,
      ]) {
        const answer = await calendar.request('GET', `${path}?${form}&hide_empty=0`);
        expect(linked(answer, path).toSorted((left, right) => left - right)).toEqual(wanted);
      }
    }
  });

  it.each(['abc', '1.5', '1,abc', '-1', 'true', '[1]', '1;2', '99999999999999999999'])(
    'reject %s as a list of ids (2.2)',
    async (text) => {
      const encoded = encodeURIComponent(text);
      for (const list of ['venue', 'organizer']) {
        expectInvalidParameters(await calendar.request('PATCH', event, { form: `${list}=${encoded}` }), list);
        expectInvalidParameters(await calendar.request('PATCH', event, { json: { [list]: text } }), list);
        expectInvalidParameters(await calendar.request('PATCH', event, { json: { [list]: [text] } }), list);
      }
      expectInvalidParameters(await calendar.request('GET', `tags?include=${encoded}`), 'include');
    },
  );

  it.each(['-1', '0', '+0', '99999999999999999999', '007007007007007007007'])(
    'reject %s for terms: a number is an id, never a name (2.2, 6.9)',
    async (text) => {
      for (const list of ['tags', 'categories']) {
        expectInvalidParameters(
          await calendar.request('PATCH', event, { form: `${list}=${encodeURIComponent(text)}` }),
          list,
        );
        expectInvalidParameters(await calendar.request('PATCH', event, { json: { [list]: [text] } }), list);
      }
    },
  );

  it.each([[[null]], [[[1]]], [[{}]], [[{ id: {} }]], [[true]], [true], [{}], [{ ids: 1 }], [-1]])(
    'reject the JSON value %j (2.2)',
    async (tags) => {
      expectInvalidParameters(await calendar.request('PATCH', event, { json: { tags } }), 'tags');
    },
  );
});
