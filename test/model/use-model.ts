import { beforeAll } from 'vitest';
import type { TestCalendar } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { query } from '../support/database/database-session.js';
import type { Language } from '../support/languages/languages.js';
import type { ModelState, User } from './records.js';

/** Roles of the users. The list contains two authors. */
export const USERS = ['administrator', 'editor', 'author', 'author', 'contributor', 'subscriber', 'anonymous'] as const;

interface ModelOptions {
  readonly roles?: readonly User['role'][];
  /** `TIMEZONE` */
  readonly zone?: string;
  /** `DEFAULT_LANGUAGE` */
  readonly defaultLanguage?: Language;
}

/**
 * An empty calendar with users, and its model, for all tests of a file or group.
 * @param now the time of both, in epoch seconds
 * @returns empty objects, which are filled before the first test
 */
export function useModel(
  now: number,
  { roles = USERS, zone = 'UTC', defaultLanguage = 'en' }: ModelOptions = {},
): { calendar: TestCalendar; state: ModelState } {
  const calendar = useTestCalendar({ TIMEZONE: zone, DEFAULT_LANGUAGE: defaultLanguage });
  const state = {} as ModelState;
  beforeAll(async () => {
    const users: User[] = [];
    for (const role of roles) users.push(await createUser(calendar, role));
    Object.assign(state, { base: calendar.base, zone, defaultLanguage, users, records: [], deleted: [] });
    setNow(calendar, state, now);
  });
  return { calendar, state };
}

async function createUser(calendar: TestCalendar, role: User['role']): Promise<User> {
  if (role === 'anonymous') return { role, id: 0 };
  const token = await calendar.createToken(role);
  const newest = await query<{ id: string }>(calendar.databaseUrl, 'select max(id) as id from users');
  return { role, token, id: Number(newest[0]?.id) };
}

export function setNow(calendar: TestCalendar, state: ModelState, now: number): void {
  state.now = now;
  calendar.setNow(new Date(now * 1000).toISOString());
}
