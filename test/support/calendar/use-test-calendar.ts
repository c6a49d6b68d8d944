import { afterAll, beforeAll } from 'vitest';
import type { RequestTimeouts } from '../../../src/http/limits/request-deadline.js';
import { startTestCalendar, type TestCalendar } from './test-calendar.js';

/**
 * A calendar for all tests of a file, which starts before and closes after them.
 * @returns an empty object, which is filled before the first test
 */
export function useTestCalendar(
  environment: NodeJS.ProcessEnv = {},
  timeouts?: Partial<RequestTimeouts>,
): TestCalendar {
  const calendar = {} as TestCalendar;
  beforeAll(async () => {
    Object.assign(calendar, await startTestCalendar(environment, timeouts));
  });
  afterAll(() => calendar.close());
  return calendar;
}
