import { isNativeError } from 'node:util/types';
import { ApiError, unavailableError } from '../../kernel/errors/api-error.js';

interface ErrorMapping {
  readonly sqlStatePrefix: string;
  readonly errorCode: 'unavailable' | 'conflict' | 'invalid_parameter';
  /** Whether the transaction can succeed if it runs again. */
  readonly isRetryable?: true;
}

/**
 * API errors by SQLSTATE; the first matching row applies. Connection failures without an SQLSTATE are `unavailable`, all other errors
 * `internal`. Names of the codes: PostgreSQL manual, appendix A.
 */
export const DATABASE_ERROR_MAPPINGS: readonly ErrorMapping[] = [
  // serialization_failure, deadlock_detected: the database ended a transaction so that another could go on.
  { sqlStatePrefix: '40001', errorCode: 'unavailable', isRetryable: true },
  { sqlStatePrefix: '40P01', errorCode: 'unavailable', isRetryable: true },
  { sqlStatePrefix: '40', errorCode: 'unavailable' },
  // lock_not_available, query_canceled: a timeout expired.
  { sqlStatePrefix: '55P03', errorCode: 'unavailable' },
  { sqlStatePrefix: '57014', errorCode: 'unavailable' },
  // idle_in_transaction_session_timeout, transaction_timeout
  { sqlStatePrefix: '25P03', errorCode: 'unavailable' },
  { sqlStatePrefix: '25P04', errorCode: 'unavailable' },
  // read_only_sql_transaction: a standby that has not been promoted yet.
  { sqlStatePrefix: '25006', errorCode: 'unavailable' },
  // connection exceptions
  { sqlStatePrefix: '08', errorCode: 'unavailable' },
  // invalid_authorization_specification, invalid_catalog_name
  { sqlStatePrefix: '28', errorCode: 'unavailable' },
  { sqlStatePrefix: '3D', errorCode: 'unavailable' },
  // insufficient_resources, such as too_many_connections, disk_full, out_of_memory
  { sqlStatePrefix: '53', errorCode: 'unavailable' },
  // admin_shutdown, crash_shutdown, cannot_connect_now, …
  { sqlStatePrefix: '57P', errorCode: 'unavailable' },
  // system_error, such as io_error; data_corrupted, index_corrupted
  { sqlStatePrefix: '58', errorCode: 'unavailable' },
  { sqlStatePrefix: 'XX001', errorCode: 'unavailable' },
  { sqlStatePrefix: 'XX002', errorCode: 'unavailable' },
  // not_null_violation, check_violation: a value that validation let through. A retry does not help.
  { sqlStatePrefix: '23502', errorCode: 'invalid_parameter' },
  { sqlStatePrefix: '23514', errorCode: 'invalid_parameter' },
  // Uniqueness, foreign keys: another writer was faster. Services map the cases that they expect, such as `term_exists`.
  { sqlStatePrefix: '23', errorCode: 'conflict' },
  // A value that the database cannot read and that parsing let through.
  { sqlStatePrefix: '22', errorCode: 'invalid_parameter' },
];

/** Unlike PostgreSQL's, codes of the operating system begin with E, and codes of Node.js are longer. */
const SQLSTATE_PATTERN = /^(?!E)[\dA-Z]{5}$/;

/** Codes of the operating system for a failed connection. */
const NETWORK_ERROR_PATTERN = /^(?:ECONN\w+|EPIPE|EHOST\w+|ENET\w+|ETIMEDOUT|ENOTFOUND|EAI_\w+)$/;

/** Message of {@link asConnectionError}. */
const NOT_CONNECTED_MESSAGE = 'Could not connect to the database';

/** Messages of pg, pg-pool and {@link asConnectionError}, for errors without a code. */
const CONNECTION_LOST_PATTERN =
  /Connection terminated|Could not connect to the database|Client has encountered a connection error|Query read timeout/;
const POOL_TIMEOUT_PATTERN = /timeout exceeded when trying to connect/;

/** Maps a database error to an API error; `undefined` if the error is `internal`. */
export function mapDatabaseError(exception: unknown): ApiError | undefined {
  for (let error = exception; error instanceof Error; error = error.cause) {
    const errorCode =
      mappingOf(errorCodeOf(error))?.errorCode ?? (isConnectionFailure(error) ? 'unavailable' : undefined);
    if (errorCode === 'unavailable') return unavailableError(exception);
    if (errorCode) return new ApiError(errorCode, { args: { names: '' }, cause: exception });
  }
  return undefined;
}

/** Whether an error means that the database is unavailable. */
export const isDatabaseUnavailableError = (exception: unknown): boolean =>
  mapDatabaseError(exception)?.code === 'unavailable';

/** Whether the database rolled a transaction back in favour of another, so that a retry can succeed. */
export function isRetryableError(exception: unknown): boolean {
  for (let error = exception; error instanceof Error; error = error.cause) {
    if (mappingOf(errorCodeOf(error))?.isRetryable) return true;
  }
  return false;
}

/** SQLSTATE or system code of the first error in a chain of causes that has one; else an empty string. */
export function sqlStateOf(exception: unknown): string {
  for (let error = exception; error instanceof Error; error = error.cause) {
    if (errorCodeOf(error)) return errorCodeOf(error);
  }
  return '';
}

/**
 * Class of an error for metrics: the first two characters of its SQLSTATE, `08` for connection failures, `pool` if no connection became
 * free in time, `other` for the rest.
 */
export function sqlStateClassOf(error: Error): string {
  const code = errorCodeOf(error);
  if (POOL_TIMEOUT_PATTERN.test(error.message)) return 'pool';
  if (isConnectionFailure(error)) return '08';
  return SQLSTATE_PATTERN.test(code) ? code.slice(0, 2) : 'other';
}

/** Wraps an error of opening a connection in a connection error, unless the database sent it with an SQLSTATE. */
export function asConnectionError<Thrown>(error: Thrown): Thrown | Error {
  if (!isNativeError(error) || SQLSTATE_PATTERN.test(errorCodeOf(error))) return error;
  return new Error(NOT_CONNECTED_MESSAGE, { cause: error });
}

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

const errorCodeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

const mappingOf = (code: string): ErrorMapping | undefined =>
  DATABASE_ERROR_MAPPINGS.find((row) => SQLSTATE_PATTERN.test(code) && code.startsWith(row.sqlStatePrefix));

const isConnectionFailure = (error: Error): boolean =>
  CONNECTION_LOST_PATTERN.test(error.message) ||
  POOL_TIMEOUT_PATTERN.test(error.message) ||
  NETWORK_ERROR_PATTERN.test(errorCodeOf(error));
