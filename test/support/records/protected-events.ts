import type { Role } from '../../../src/kernel/context/principal.js';
import { startWithCallers } from '../callers.js';
import { createRecord, type ServedRecord } from './kinds.js';
import { upcomingDates } from './records.js';
import type { RequestOptions, TestCalendar, TestResponse } from '../calendar/test-calendar.js';

export const EVENT_PASSWORD = 'Setze jutges 16';
export const ENCODED_PASSWORD = encodeURIComponent(EVENT_PASSWORD);

/** Summaries of responses. */
export const ACCESS_GRANTED = '200';
export const PASSWORD_REQUIRED = '403 event_password_required';
export const EVENT_NOT_FOUND = '404 event_not_found';
export const outcomeOf = ({ status, body }: Pick<TestResponse, 'status' | 'body'>): string =>
  status < 400 ? String(status) : `${status} ${String(body['code'])}`;

/** A calendar with a user of each role and protected events. */
export interface PasswordFixture {
  readonly calendar: TestCalendar;
  readonly tokens: Readonly<Record<Role, string>>;
  /** Ids of the users. */
  readonly users: Readonly<Record<Role, number>>;
  create(fields?: object): Promise<ServedRecord>;
  read(path: string, options?: RequestOptions): Promise<TestResponse<ServedRecord>>;
  /** Reads an event by id, with a password in the query. */
  byQuery(event: Pick<ServedRecord, 'id'>, password: string): Promise<TestResponse<ServedRecord>>;
  /** Reads a path with a password in the header. */
  byHeader(path: string, password: string): Promise<TestResponse<ServedRecord>>;
}

export async function startPasswordFixture(): Promise<PasswordFixture> {
  const { calendar, tokens, users } = await startWithCallers();
  const read = (path: string, options?: RequestOptions) => calendar.request<ServedRecord>('GET', path, options);
  return {
    calendar,
    tokens: tokens as PasswordFixture['tokens'],
    users,
    create: (fields = {}) =>
      createRecord(calendar, 'events', {
        ...upcomingDates(),
        description: 'Inside',
        password: EVENT_PASSWORD,
        ...fields,
      }),
    read,
    byQuery: ({ id }, password) => read(`events/${id}?password=${encodeURIComponent(password)}`),
    byHeader: (path, password) => read(path, { headers: withPassword(password) }),
  };
}

/** Header with a password. */
export const withPassword = (password: string) => ({ 'X-Event-Password': encodeURIComponent(password) });
