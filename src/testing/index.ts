/**
 * For tests of extensions: `import { createTestCalendar } from 'calendar-events-service/testing';`
 * @packageDocumentation
 */
export {
  createTestCalendar,
  type TestResponse,
  type TestCalendar,
  type TestCalendarOptions,
  type TestRequest,
} from './test-calendar.js';
