import { afterAll, beforeAll } from 'vitest';
import type { Extension } from 'calendar-events-service';
import { createTestCalendar, type TestCalendar, type TestResponse } from 'calendar-events-service/testing';
import { createTestDatabase } from '../support/database/test-database.js';

/** A calendar with extensions, on a database of the test server. */
export interface ExtendedCalendar extends TestCalendar {
  readonly databaseUrl: string;
  /** Token of a user with the role that `useExtendedCalendar` received. */
  readonly token: string;
  /** Sends a request with this token. */
  send<Body = Record<string, unknown>>(method: string, path: string, json?: object): Promise<TestResponse<Body>>;
}

/**
 * A calendar with extensions for all tests of a file.
 * @returns an empty object, which is filled before the first test
 */
export function useExtendedCalendar(
  extensions: readonly Extension[],
  environment: Readonly<Record<string, string>> = {},
  role: Parameters<TestCalendar['createToken']>[0] = 'editor',
): ExtendedCalendar {
  const calendar = {} as ExtendedCalendar;
  beforeAll(async () => {
    const database = await createTestDatabase();
    const settings = { DATABASE_URL: database.url, DEMO: 'false', ...environment };
    const started = await createTestCalendar({ extensions, environment: settings });
    const token = await started.createToken(role);
    Object.assign(calendar, started, {
      databaseUrl: database.url,
      token,
      send: (method: string, path: string, json?: object) => started.request(method, path, { token, json }),
      close: async () => {
        await started.close();
        await database.drop();
      },
    });
  });
  afterAll(() => calendar.close());
  return calendar;
}
