import { expect } from '@jest/globals';
import type { Role } from '../../src/kernel/context/principal.js';
import type { Answer, Sent, TestCalendar } from './test-calendar.js';

export const USERS = '/calendar/admin/v1/users';
export const TOKENS = '/calendar/admin/v1/tokens';
export const ME = '/calendar/admin/v1/me';

/** What a token looks like. */
export const TOKEN = /^cal_[0-9A-Za-z]{36}$/;

/** A user as served on creation. */
export interface CreatedUser {
  readonly id: number;
  readonly username: string;
  readonly role: Role;
  readonly rest_url: string;
  readonly token: string;
}

/** A token as served; `token` on creation only. */
export interface ServedToken {
  readonly id: number;
  readonly user: number;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
  readonly rest_url: string;
  readonly token: string;
}

let made = 0;

/** Makes a user over HTTP. */
export async function createUser(
  calendar: TestCalendar,
  role: Role = 'editor',
  username = `user ${(made += 1)}`,
): Promise<CreatedUser> {
  const answer = await calendar.request<CreatedUser>('POST', USERS, { json: { username, role } });
  expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
  return answer.body;
}

/** Makes a token over HTTP. */
export async function createToken(calendar: TestCalendar, json: object = {}, sent: Sent = {}): Promise<ServedToken> {
  const answer = await calendar.request<ServedToken>('POST', TOKENS, { ...sent, json });
  expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
  return answer.body;
}

/** Who a token makes one, and what is said where it makes one nobody. */
export const whoIs = (calendar: TestCalendar, token: string): Promise<Answer> => calendar.request('GET', ME, { token });

/** Status and code of an answer. */
export const outcome = ({ status, body }: Answer<object>) => [status, (body as { code?: string }).code];
