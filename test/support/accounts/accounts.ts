import { expect } from 'vitest';
import type { Role } from '../../../src/kernel/context/principal.js';
import type { TestResponse, RequestOptions, TestCalendar } from '../calendar/test-calendar.js';

export const USERS_PATH = '/calendar/admin/v1/users';
export const TOKENS_PATH = '/calendar/admin/v1/tokens';
export const ME_PATH = '/calendar/admin/v1/me';

export const TOKEN_PATTERN = /^cal_[0-9A-Za-z]{36}$/;

/** Response to the creation of a user. */
export interface CreatedUser {
  readonly id: number;
  readonly username: string;
  readonly role: Role;
  readonly rest_url: string;
  readonly token: string;
}

/** A token as served. `token` is present on creation only. */
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

export async function createUser(
  calendar: TestCalendar,
  role: Role = 'editor',
  username = `user ${(createdUsers += 1)}`,
): Promise<CreatedUser> {
  const response = await calendar.request<CreatedUser>('POST', USERS_PATH, { json: { username, role } });
  expect([response.status, response.text]).toEqual([201, expect.anything()]);
  return response.body;
}

export async function createToken(
  calendar: TestCalendar,
  json: object = {},
  options: RequestOptions = {},
): Promise<ServedToken> {
  const response = await calendar.request<ServedToken>('POST', TOKENS_PATH, { ...options, json });
  expect([response.status, response.text]).toEqual([201, expect.anything()]);
  return response.body;
}

/** Requests the user of a token. The response to an invalid token is an error. */
export const requestMe = (calendar: TestCalendar, token: string): Promise<TestResponse> =>
  calendar.request('GET', ME_PATH, { token });

export const statusAndCode = ({ status, body }: TestResponse<object>) => [status, (body as { code?: string }).code];
