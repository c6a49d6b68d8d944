export { createCalendarClient, type CalendarOptions } from './create-calendar-client.js';
export type { AnswerOf, CalendarClient, RequestOf } from './calendar-client.js';
export type { Fields } from './fields.js';
export { CalendarProblem, isProblem, orThrow } from './problem.js';
export type * from './records.js';
export type { components, operations, paths } from './schema.js';
export { walk, type ListPath, type RecordOf } from './walk.js';
