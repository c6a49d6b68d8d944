import { sqlStateOf } from './database-errors.js';

/**
 * Formats an error for the log, without data of records: name, first line of the message, and stack. MikroORM appends the row to the
 * message, and PostgreSQL repeats an invalid value in it (class 22).
 */
export function loggableError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const [message = ''] = sqlStateOf(error).startsWith('22') ? ['a value cannot be read'] : error.message.split('\n', 1);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line));
  return [`${error.name}: ${message}`, ...frames].join('\n');
}
