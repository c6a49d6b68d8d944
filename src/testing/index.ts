/**
 * For the tests of those who extend the calendar: `import { createTestCalendar } from 'calendar-events-service/testing';`
 * @packageDocumentation
 */
export {
  createTestCalendar,
  type TestResponse,
  type TestCalendar,
  type TestCalendarOptions,
  type TestRequest,
} from './test-calendar.js';
