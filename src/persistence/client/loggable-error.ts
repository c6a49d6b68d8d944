import { sqlStateOf } from './database-errors.js';

/**
 * An error as the log may have it: name, first line of its message, and where it was thrown. Errors of drivers hold rows and statements
 * as well, of which MikroORM adds the row to the message; where PostgreSQL cannot read a value (class 22), its message repeats it.
 */
export function loggableError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const [message = ''] = sqlStateOf(error).startsWith('22') ? ['a value cannot be read'] : error.message.split('\n', 1);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line));
  return [`${error.name}: ${message}`, ...frames].join('\n');
}
