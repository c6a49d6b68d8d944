import { beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Language } from '../support/languages/languages.js';
import { pathAndQueryOf, type ServedPage } from '../support/records/records.js';
import type { TestCalendar } from '../support/calendar/test-calendar.js';
import { diffWalk, diffWithModel } from './compare.js';
import { calendars, commonRecords, manyEvents } from './generators/calendars.js';
import { DAY_SECONDS } from './generators/dates.js';
import {
  COMMON_MIX,
  DATE_MIX,
  FILTER_MIX,
  FULL_MIX,
  listRequests,
  OWNER_MIX,
  WALK_MIX,
  type QueryMix,
} from './generators/list-requests.js';
import { listRecords } from './lists.js';
import { expectedResponse } from './model.js';
import type { KindName, ModelState } from './records.js';
import { toHttpRequest, type ModelRequest } from './requests.js';
import { SEED, RUN_FACTOR } from './run-options.js';
import { storeRecords } from './store.js';
import { setNow, useModel } from './use-model.js';

type Service = [zone: string, defaultLanguage: Language, furtherEvents: number, ...times: string[]];

/**
 * Services and the times at which they are read: at clock changes, at the ends of days, on a leap day. The short form
 * reads two of them. In the second, many events meet each filter, so that the service reads pages from the index of the sort order.
 */
const SERVICES: readonly Service[] = [
  ['Europe/Madrid', 'en', 0, '2026-10-25T00:30:00'],
  ['Europe/Madrid', 'ca', RUN_FACTOR > 1 ? 4000 : 1500, '2026-10-25T00:30:00'],
];
const FURTHER_SERVICES: readonly Service[] = [
  ['UTC', 'en', 0, '2028-02-29T23:59:59', '2026-12-31T12:00:00', '2027-03-01T00:00:00'],
  ['Europe/Madrid', 'ca', 0, '2027-03-27T22:59:59', '2027-03-28T01:30:00'],
  ['America/New_York', 'es', 0, '2026-11-01T05:30:00', '2027-03-14T07:00:00', '2026-06-01T03:59:59'],
  // Clocks change at midnight: days begin at one o'clock, or end twice.
  ['Africa/Cairo', 'en', 0, '2026-10-29T20:30:00', '2027-04-29T22:00:00', '2027-04-29T21:59:59'],
  ['Europe/Madrid', 'en', 12_000, '2026-10-25T00:30:00'],
];
describe.each(RUN_FACTOR > 1 ? [...SERVICES, ...FURTHER_SERVICES] : SERVICES)(
  'lists with TIMEZONE=%s, DEFAULT_LANGUAGE=%s and %d further events',
  (zone, defaultLanguage, furtherEvents, ...times) => {
    const epochs = times.map((time) => Date.parse(`${time}Z`) / 1000) as [number, ...number[]];
    const { calendar, state } = useModel(epochs[0], { zone, defaultLanguage });
    beforeAll(async () => {
      const { users } = state;
      const [firstTime, ...otherTimes] = epochs.map((now) => ({ now, zone }));
      const plan = {
        users,
        referenceTimes: [firstTime as { now: number; zone: string }, ...otherTimes] as const,
        events: furtherEvents > 0 ? 100 : 300,
      };
      const records = fc.sample(calendars(plan), { seed: SEED, numRuns: 1 })[0] ?? [];
      state.records = [...records, ...manyEvents(records, users, epochs[0], furtherEvents)];
      await storeRecords(calendar.databaseUrl, state.records);
    });

    /** Compares `runs` requests at each time. The required parameter changes with each request. */
    async function expectModelResponses(
      runs: number,
      kind: KindName,
      mix: QueryMix,
      diff: (request: ModelRequest) => Promise<string[]> = (request) => diffWithModel(calendar, request),
    ): Promise<void> {
      for (const now of epochs) {
        setNow(calendar, state, now);
        const users =
          mix === OWNER_MIX ? state.users.filter(({ role }) => /author|contributor/.test(role)) : state.users;
        const records = mix === COMMON_MIX ? commonRecords(state.records, epochs[0]) : state.records;
        for (let run = 0; run < runs * RUN_FACTOR; run += 1) {
          const requests = listRequests(state, kind, mix, { users, records, parameterIndex: SEED + run });
          const property = fc.asyncProperty(requests, async (request) => {
            expect(await diff(request)).toEqual([]);
          });
          await fc.assert(property, { numRuns: 1, seed: SEED, path: String(run) });
        }
      }
    }

    if (furtherEvents > 0) {
      it(
        'match the model if many events meet a filter (5.8, 7.1)',
        async () => {
          await expectModelResponses(4, 'event', COMMON_MIX);
          await expectModelResponses(1, 'event', COMMON_MIX, (request) => diffPages(calendar, state, request));
        },
        RUN_FACTOR * 60_000,
      );
      return;
    }

    it.each<[title: string, kinds: readonly KindName[], runs: number, mix: QueryMix]>([
      ['of events match the model for dates of every kind (2.4, 7.2, 7.3, 7.4, 7.5)', ['event'], 8, DATE_MIX],
      [
        'of events match the model for filters of every kind (3.3, 3.5, 3.11, 6.14, 7.1, 7.6, 7.7, 7.8, 7.9, 8.3, 8.9, 8.11, 8.14)',
        ['event'],
        10,
        FILTER_MIX,
      ],
      [
        'of events match the model for callers with events of their own (7.1, 7.7, 8.3, 8.9, 8.11, 8.14)',
        ['event'],
        6,
        OWNER_MIX,
      ],
      ['of events match the model for filters and dates, in every order (7.1, 7.2)', ['event'], 5, FULL_MIX],
      [
        'of venues and organizers match the model (3.5, 7.1, 7.6, 7.10, 8.3, 8.9, 8.11, 8.14)',
        ['venue', 'organizer'],
        6,
        FILTER_MIX,
      ],
      ['of terms match the model (3.5, 5.5, 7.1, 7.11, 8.3, 8.14)', ['category', 'tag'], 6, FILTER_MIX],
    ])(
      '%s',
      async (_title, kinds, runs, mix) => {
        for (const kind of kinds) await expectModelResponses(runs, kind, mix);
      },
      RUN_FACTOR * 60_000,
    );

    it.each(['event', 'venue', 'organizer', 'category', 'tag'] as const)(
      'contain each record once, and their page URLs mean the same a day later: %s (5.6, 5.7, 5.8)',
      (kind) => expectModelResponses(1, kind, WALK_MIX, (request) => diffPages(calendar, state, request)),
      RUN_FACTOR * 60_000,
    );
  },
);

/** Reads the first page of a list and follows its page URLs one day later, in about five pages. */
async function diffPages(calendar: TestCalendar, state: ModelState, request: ModelRequest): Promise<string[]> {
  const { now } = state;
  const { page: _page, ...query } = request.query;
  const unpaged = { ...request, query, searchParams: request.searchParams.filter(([name]) => name !== 'page') };
  if (expectedResponse(unpaged).status !== 200) return [];
  const per_page = Math.min(50, Math.max(query.per_page ?? 12, Math.ceil(listRecords(unpaged).length / 5)));
  const searchParams = [
    ...unpaged.searchParams.filter(([name]) => name !== 'per_page'),
    ['per_page', String(per_page)] as const,
  ];
  const firstPage = { ...unpaged, query: { ...query, per_page }, searchParams };
  const { path, options } = toHttpRequest(firstPage);
  const { body } = await calendar.request<ServedPage>('GET', path, options);
  setNow(calendar, state, now + DAY_SECONDS);
  const differences = await diffWalk(calendar, { ...firstPage, datesAt: now }, pathAndQueryOf(body.rest_url));
  setNow(calendar, state, now);
  return differences;
}
