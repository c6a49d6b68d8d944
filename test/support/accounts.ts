import { expect } from '@jest/globals';
import type { Role } from '../../src/kernel/context/principal.js';
import type { TestResponse, RequestOptions, TestCalendar } from './test-calendar.js';

export const USERS_PATH = '/calendar/admin/v1/users';
export const TOKENS_PATH = '/calendar/admin/v1/tokens';
export const ME_PATH = '/calendar/admin/v1/me';

/** What a token looks like. */
export const TOKEN_PATTERN = /^cal_[0-9A-Za-z]{36}$/;

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

let createdUsers = 0;

/** Makes a user over HTTP. */
export async function createUser(
  calendar: TestCalendar,
  role: Role = 'editor',
  username = `user ${(createdUsers += 1)}`,
): Promise<CreatedUser> {
  const response = await calendar.request<CreatedUser>('POST', USERS_PATH, { json: { username, role } });
  expect([response.status, response.text]).toEqual([201, expect.anything()]);
  return response.body;
}

/** Makes a token over HTTP. */
export async function createToken(
  calendar: TestCalendar,
  json: object = {},
  options: RequestOptions = {},
): Promise<ServedToken> {
  const response = await calendar.request<ServedToken>('POST', TOKENS_PATH, { ...options, json });
  expect([response.status, response.text]).toEqual([201, expect.anything()]);
  return response.body;
}

/** Who a token makes one, and what is said where it makes one nobody. */
export const requestMe = (calendar: TestCalendar, token: string): Promise<TestResponse> =>
  calendar.request('GET', ME_PATH, { token });

/** Status and code of an answer. */
export const statusAndCode = ({ status, body }: TestResponse<object>) => [status, (body as { code?: string }).code];
