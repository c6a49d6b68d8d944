import { expect } from '@jest/globals';
import type { HostileCase } from '../../hostile/hostile-case.js';
import type { Asking } from '../../hostile/request-bytes.js';
import { runCases } from '../../hostile/run-cases.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../test-calendar.js';
import { createGoldenLists, type GoldenLists } from './golden-lists.js';
import { createFixtures } from './hostile-fixtures.js';

/** A calendar that holds what hostile cases speak of, and lists that none of them may change. */
export interface HostileCalendar {
  readonly calendar: TestCalendar;
  readonly asking: Asking;
  readonly golden: GoldenLists;
}

export async function startHostileCalendar(environment: NodeJS.ProcessEnv = {}): Promise<HostileCalendar> {
  const calendar = await startTestCalendar(environment);
  const tokens: Record<string, string> = { administrator: ADMIN_TOKEN };
  for (const role of ['editor', 'author', 'contributor', 'subscriber'] as const)
    tokens[role] = await calendar.createToken(role);
  const { contributor = '', editor = '' } = tokens;
  const fixtures = await createFixtures(calendar, contributor);
  const ids = (...names: string[]) => names.map((name) => fixtures[`${name}_id`] ?? '');
  const golden = await createGoldenLists(calendar, editor, {
    events: ids('event', 'draft_event', 'private_event', 'future_event', 'protected_event', 'own_event'),
    venues: ids('venue', 'draft_venue', 'own_venue'),
    organizers: ids('organizer', 'own_organizer'),
  });
  return { calendar, asking: { tokens, fixtures }, golden };
}

/** Runs cases, and expects that each is answered as it may be, that the calendar is alive, and that it holds what it held. */
export async function expectUnharmed(hostile: HostileCalendar, cases: readonly HostileCase[]): Promise<void> {
  const { calendar, asking, golden } = hostile;
  const { failed, skipped, passed } = await runCases(calendar.origin, cases, asking);
  expect({ failed, skipped }).toEqual({ failed: [], skipped: [] });
  expect(passed).toBe(cases.length);
  expect((await calendar.request('GET', '/health/ready')).status).toBe(200);
  expect(await golden.changes()).toEqual([]);
}
