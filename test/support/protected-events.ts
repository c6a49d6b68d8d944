import type { Role } from '../../src/kernel/context/principal.js';
import { query } from './database-session.js';
import { createRecord, type ServedRecord } from './kinds.js';
import { soon } from './records.js';
import { startTestCalendar, type Answer, type Sent, type TestCalendar } from './test-calendar.js';

/** The password of the events that are created here. */
export const SECRET = 'Setze jutges 16';
export const ENCODED = encodeURIComponent(SECRET);

/** What comes of a request, in short. */
export const OPEN = '200';
export const CLOSED = '403 event_password_required';
export const MISSING = '404 event_not_found';
export const shortly = ({ status, body }: Pick<Answer, 'status' | 'body'>): string =>
  status < 400 ? String(status) : `${status} ${String(body['code'])}`;

/** A calendar with users, and events that passwords protect. */
export interface PasswordScene {
  readonly calendar: TestCalendar;
  readonly tokens: Readonly<Record<Role, string>>;
  /** The ids of users. */
  readonly users: Readonly<Record<Role, number>>;
  create(fields?: object): Promise<ServedRecord>;
  read(path: string, sent?: Sent): Promise<Answer<ServedRecord>>;
  /** Reads an event by id, with a password in the query. */
  byQuery(event: Pick<ServedRecord, 'id'>, password: string): Promise<Answer<ServedRecord>>;
  /** Reads an address with a password in the header. */
  byHeader(path: string, password: string): Promise<Answer<ServedRecord>>;
}

export async function startPasswordScene(): Promise<PasswordScene> {
  const calendar = await startTestCalendar();
  const tokens: Record<string, string> = {};
  const users: Record<string, number> = {};
  for (const role of ['editor', 'author', 'contributor', 'subscriber'] as const) {
    tokens[role] = await calendar.tokenOf(role);
    users[role] = Number((await query<{ id: string }>(calendar.databaseUrl, 'select max(id) as id from users'))[0]?.id);
  }
  const read = (path: string, sent?: Sent) => calendar.request<ServedRecord>('GET', path, sent);
  return {
    calendar,
    tokens: tokens as PasswordScene['tokens'],
    users: users as PasswordScene['users'],
    create: (fields = {}) =>
      createRecord(calendar, 'events', { ...soon(), description: 'Inside', password: SECRET, ...fields }),
    read,
    byQuery: ({ id }, password) => read(`events/${id}?password=${encodeURIComponent(password)}`),
    byHeader: (path, password) => read(path, { headers: withPassword(password) }),
  };
}

/** The header that brings a password. */
export const withPassword = (password: string) => ({ 'X-Event-Password': encodeURIComponent(password) });
