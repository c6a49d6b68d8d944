import { query } from './database/database-session.js';
import { startTestCalendar, type TestCalendar } from './calendar/test-calendar.js';

const ROLES = ['subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;
type KnownCaller = (typeof ROLES)[number] | 'stranger';
export type Caller = KnownCaller | 'anonymous';
export const CALLERS: readonly Exclude<Caller, 'stranger'>[] = ['anonymous', ...ROLES];

/** A calendar with a user of every role. `stranger` is a second author. */
export interface CallersFixture {
  readonly calendar: TestCalendar;
  readonly tokens: Readonly<Record<Caller, string | null>>;
  /** Ids of the users. */
  readonly users: Readonly<Record<KnownCaller, number>>;
}

export async function startWithCallers(): Promise<CallersFixture> {
  const calendar = await startTestCalendar();
  const tokens: Record<string, string | null> = { anonymous: null };
  const users: Record<string, number> = {};
  for (const caller of [...ROLES, 'stranger'] as const) {
    tokens[caller] = await calendar.createToken(caller === 'stranger' ? 'author' : caller);
    const [newest] = await query<{ id: string }>(calendar.databaseUrl, 'select max(id) as id from users');
    users[caller] = Number(newest?.id);
  }
  return { calendar, tokens: tokens as CallersFixture['tokens'], users: users as CallersFixture['users'] };
}

/** Summary of a response: the status, and the code of a problem. */
export const outcomeOf = (status: number, body: Readonly<Record<string, unknown>>): string =>
  status < 400 ? String(status) : `${status} ${String(body['code'])}`;
