import type { Role } from '../../../src/kernel/context/principal.js';
import { startWithCallers } from '../callers.js';
import { createRecord, type ServedRecord } from './kinds.js';
import { upcomingDates } from './records.js';
import type { RequestOptions, TestResponse } from '../calendar/test-calendar.js';

export const EVENT_PASSWORD = 'Setze jutges 16';
export const ENCODED_PASSWORD = encodeURIComponent(EVENT_PASSWORD);

/** Values of {@link outcomeOf}. */
export const ACCESS_GRANTED = '200';
export const PASSWORD_REQUIRED = '403 event_password_required';
export const EVENT_NOT_FOUND = '404 event_not_found';
export const outcomeOf = ({ status, body }: Pick<TestResponse, 'status' | 'body'>): string =>
  status < 400 ? String(status) : `${status} ${String(body['code'])}`;

/** A calendar with a user of each role, and functions that create and read protected events. */
export type PasswordFixture = Awaited<ReturnType<typeof startPasswordFixture>>;

export async function startPasswordFixture() {
  const { calendar, tokens, users } = await startWithCallers();
  const defaults = { ...upcomingDates(), description: 'Inside', password: EVENT_PASSWORD };
  const read = (path: string, options?: RequestOptions) => calendar.request<ServedRecord>('GET', path, options);
  return {
    calendar,
    tokens: tokens as Readonly<Record<Role, string>>,
    /** Ids of the users. */
    users: users as Readonly<Record<Role, number>>,
    create: (fields: object = {}) => createRecord(calendar, 'events', { ...defaults, ...fields }),
    read,
    /** Reads an event by id, with a password in the query. */
    byQuery: ({ id }: Pick<ServedRecord, 'id'>, password: string) =>
      read(`events/${id}?password=${encodeURIComponent(password)}`),
    /** Reads a path with a password in the header. */
    byHeader: (path: string, password: string) => read(path, { headers: withPassword(password) }),
  };
}

/** Header with a password. */
export const withPassword = (password: string) => ({ 'X-Event-Password': encodeURIComponent(password) });
