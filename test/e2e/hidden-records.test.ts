import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { query } from '../support/database/database-session.js';
import { addHiddenRecords, createPublicRecords, HIDDEN_NAMES, hiddenIdRanges } from './hidden/hidden-records.js';
import {
  responsesTo,
  readerRequests,
  diffResponses,
  type ReaderRequest,
  type RequestTargets,
} from './hidden/reader-requests.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

/** Selects the requests of each role: the anonymous caller sends all of them, other roles a sample. */
const READERS: Readonly<Record<string, (question: ReaderRequest, index: number) => boolean>> = {
  anonymous: () => true,
  subscriber: (_question, index) => index % 4 === 0,
  contributor: (_question, index) => index % 3 !== 0,
  author: (_question, index) => index % 3 !== 1,
  editor: ({ method }, index) => method === 'GET' && index % 3 === 2,
};
const LIMITED = Object.keys(READERS).filter((role) => role !== 'editor');

let calendar: TestCalendar;
let reach: RequestTargets['idRanges'];
const before: Record<string, ReadonlyMap<string, string>> = {};
const after: Record<string, ReadonlyMap<string, string>> = {};

beforeAll(async () => {
  calendar = await startTestCalendar();
  calendar.setNow(new Date().toISOString());
  const tokens: Record<string, string | null> = { anonymous: null };
  for (const role of ['subscriber', 'contributor', 'author', 'editor'] as const) {
    tokens[role] = await calendar.createToken(role);
  }
  const scene = await createPublicRecords(calendar);
  reach = await hiddenIdRanges(calendar);
  const questions = readerRequests({ idRanges: reach, terms: 5, words: HIDDEN_NAMES });
  const askAll = async (answers: Record<string, ReadonlyMap<string, string>>) => {
    for (const [role, asks] of Object.entries(READERS)) {
      answers[role] = await responsesTo(calendar, tokens[role] ?? null, questions.filter(asks));
    }
  };
  await askAll(before);
  await addHiddenRecords(calendar, scene);
  await askAll(after);
}, 120_000);
afterAll(() => calendar.close());

it.each(LIMITED)(
  'responses to %s are the same with and without hidden records in the database (8.5, 8.14, 7.1)',
  (role) => {
    const [earlier, later] = [before[role] ?? new Map(), after[role] ?? new Map()];
    const found = diffResponses(earlier, later);
    const [first = ''] = found;
    expect([found, later.get(first)]).toEqual([[], earlier.get(first)]);
    expect(earlier.size).toBeGreaterThan(150);
  },
);

it('responses to an editor differ, so the hidden records exist (8.5)', async () => {
  const found = diffResponses(before['editor'] ?? new Map(), after['editor'] ?? new Map());
  expect(found.length).toBeGreaterThan((before['editor']?.size ?? 0) / 3);
  const last = await query(
    calendar.databaseUrl,
    `select (select max(id)::int from events) as events, (select max(id)::int from venues) as venues,
      (select max(id)::int from organizers) as organizers`,
  );
  const { events, venues, organizers } = reach;
  expect(last).toEqual([{ events: events.unlisted, venues: venues.unlisted, organizers: organizers.unlisted }]);
});
