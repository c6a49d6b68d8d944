import { expect } from '@jest/globals';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';
import { createFixtures } from './fixtures.js';
import { createGoldenLists } from './golden-lists.js';
import type { HostileCase } from './hostile-case.js';
import type { Target } from './request-bytes.js';
import { runCases } from './run-cases.js';

/** A calendar with the records that cases refer to, and with lists that no case may change. */
export interface HostileCalendar extends Target {
  readonly calendar: TestCalendar;
  /** Differences to the lists before the cases. */
  readonly findChanges: () => Promise<string[]>;
}

export async function startHostileCalendar(): Promise<HostileCalendar> {
  const calendar = await startTestCalendar();
  const tokens: Record<string, string> = { administrator: ADMIN_TOKEN };
  for (const role of ['editor', 'author', 'contributor', 'subscriber'] as const)
    tokens[role] = await calendar.createToken(role);
  const { contributor = '', editor = '' } = tokens;
  const fixtures = await createFixtures(calendar, contributor);
  const ids = (...names: string[]) => names.map((name) => fixtures[`${name}_id`] ?? '');
  const findChanges = await createGoldenLists(calendar, editor, {
    events: ids('event', 'draft_event', 'private_event', 'future_event', 'protected_event', 'own_event'),
    venues: ids('venue', 'draft_venue', 'own_venue'),
    organizers: ids('organizer', 'own_organizer'),
  });
  return { calendar, origin: calendar.origin, tokens, fixtures, findChanges };
}

/** Expects a correct response to each case, a healthy service afterwards, and unchanged lists. */
export async function expectUnharmed(hostile: HostileCalendar, cases: readonly HostileCase[]): Promise<void> {
  expect(await runCases(cases, hostile)).toEqual([]);
  expect((await hostile.calendar.request('GET', '/health/ready')).status).toBe(200);
  expect(await hostile.findChanges()).toEqual([]);
}
