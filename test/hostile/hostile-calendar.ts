import { expect } from 'vitest';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';
import { CanaryServer } from './canary-server.js';
import { createFixtures } from './fixtures.js';
import { createGoldenLists } from './golden-lists.js';
import type { Fixtures, HostileCase } from './hostile-case.js';
import type { Target } from './request-bytes.js';
import { runCases } from './run-cases.js';

/** A calendar with the records that cases refer to, and with lists that no case may change. */
export interface HostileCalendar extends Target {
  readonly calendar: TestCalendar;
  /** Differences from the lists before the cases. */
  readonly findChanges: () => Promise<string[]>;
  /** Closes the calendar. Expects that it never called the server of the fixture `canary`. */
  readonly close: () => Promise<void>;
}

export async function startHostileCalendar(): Promise<HostileCalendar> {
  const calendar = await startTestCalendar();
  const tokens: Record<string, string> = { administrator: ADMIN_TOKEN };
  for (const role of ['editor', 'author', 'contributor', 'subscriber'] as const)
    tokens[role] = await calendar.createToken(role);
  const { contributor = '', editor = '' } = tokens;
  const canary = await new CanaryServer().open();
  const fixtures: Fixtures = { ...(await createFixtures(calendar, contributor)), canary: canary.origin };
  const ids = (...names: string[]) => names.map((name) => fixtures[`${name}_id`] ?? '');
  const findChanges = await createGoldenLists(calendar, editor, {
    events: ids('event', 'draft_event', 'private_event', 'future_event', 'protected_event', 'own_event'),
    venues: ids('venue', 'draft_venue', 'own_venue'),
    organizers: ids('organizer', 'own_organizer'),
  });
  const close = async () => {
    await calendar.close();
    expect(await canary.close()).toEqual([]);
  };
  return { calendar, origin: calendar.origin, tokens, fixtures, findChanges, close };
}

/** Expects a correct response to each case, a healthy service afterwards, and unchanged lists. */
export async function expectUnharmed(hostile: HostileCalendar, cases: readonly HostileCase[]): Promise<void> {
  expect(await runCases(cases, hostile)).toEqual([]);
  expect((await hostile.calendar.request('GET', '/health/ready')).status).toBe(200);
  expect(await hostile.findChanges()).toEqual([]);
}
