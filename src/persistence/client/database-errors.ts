import { isNativeError } from 'node:util/types';
import { ApiError, unavailableError } from '../../kernel/errors/api-error.js';

/** What errors of the database, or of the way to it, mean to a client. */
interface ErrorMapping {
  /** The beginning of the SQLSTATE. */
  readonly sqlStatePrefix: string;
  readonly errorCode: 'unavailable' | 'conflict' | 'invalid_parameter';
  /** Whether a transaction that met it is worth running again. */
  readonly isRetryable?: true;
}

/**
 * Which error is answered how, and whether it is tried again before; the first row that fits counts. What is not in it is `internal`, but
 * for what befalls a connection without an SQLSTATE, such as errors of the system: that is `unavailable`. Names of the codes: PostgreSQL
 * manual, appendix A.
 */
export const DATABASE_ERROR_MAPPINGS: readonly ErrorMapping[] = [
  // serialization_failure, deadlock_detected: the database ended a transaction so that another could go on.
  { sqlStatePrefix: '40001', errorCode: 'unavailable', isRetryable: true },
  { sqlStatePrefix: '40P01', errorCode: 'unavailable', isRetryable: true },
  { sqlStatePrefix: '40', errorCode: 'unavailable' },
  // lock_not_available, query_canceled: it took longer than we allow.
  { sqlStatePrefix: '55P03', errorCode: 'unavailable' },
  { sqlStatePrefix: '57014', errorCode: 'unavailable' },
  // idle_in_transaction_session_timeout, transaction_timeout
  { sqlStatePrefix: '25P03', errorCode: 'unavailable' },
  { sqlStatePrefix: '25P04', errorCode: 'unavailable' },
  // read_only_sql_transaction: a standby, until it is promoted or another is found.
  { sqlStatePrefix: '25006', errorCode: 'unavailable' },
  // connection exceptions
  { sqlStatePrefix: '08', errorCode: 'unavailable' },
  // invalid_authorization_specification, invalid_catalog_name: it lets us in no more, or not yet.
  { sqlStatePrefix: '28', errorCode: 'unavailable' },
  { sqlStatePrefix: '3D', errorCode: 'unavailable' },
  // insufficient_resources, such as too_many_connections, disk_full, out_of_memory
  { sqlStatePrefix: '53', errorCode: 'unavailable' },
  // admin_shutdown, crash_shutdown, cannot_connect_now, …
  { sqlStatePrefix: '57P', errorCode: 'unavailable' },
  // system_error, such as io_error; data_corrupted, index_corrupted: no request is to blame, and none can be served.
  { sqlStatePrefix: '58', errorCode: 'unavailable' },
  { sqlStatePrefix: 'XX001', errorCode: 'unavailable' },
  { sqlStatePrefix: 'XX002', errorCode: 'unavailable' },
  // not_null_violation, check_violation: no other writer can cause them, so to read again and repeat does not help. It is a
  // value that our validation has let through, as those of class 22 are.
  { sqlStatePrefix: '23502', errorCode: 'invalid_parameter' },
  { sqlStatePrefix: '23514', errorCode: 'invalid_parameter' },
  // Uniqueness, foreign keys: somebody else was faster. Services name what they know, such as `term_exists`, before it comes to this.
  { sqlStatePrefix: '23', errorCode: 'conflict' },
  // A value that the database cannot read: our parsing has let it through, the mistake remains the client's.
  { sqlStatePrefix: '22', errorCode: 'invalid_parameter' },
];

/** Codes of the system begin with an E, and those of Node.js are longer, as those of PostgreSQL are not. */
const SQLSTATE_PATTERN = /^(?!E)[\dA-Z]{5}$/;

/** Codes of the operating system for a failed connection. */
const NETWORK_ERROR_PATTERN = /^(?:ECONN\w+|EPIPE|EHOST\w+|ENET\w+|ETIMEDOUT|ENOTFOUND|EAI_\w+)$/;

/** What pg and pg-pool report without a code. */
const NOT_CONNECTED_MESSAGE = 'Could not connect to the database';
const CONNECTION_LOST_PATTERN =
  /Connection terminated|Could not connect to the database|Client has encountered a connection error|Query read timeout/;
const POOL_TIMEOUT_PATTERN = /timeout exceeded when trying to connect/;

/** What the client is told of an error of the database; undefined where that is no more than `internal`. */
export function mapDatabaseError(exception: unknown): ApiError | undefined {
  for (let error = exception; error instanceof Error; error = error.cause) {
    const errorCode =
      mappingOf(errorCodeOf(error))?.errorCode ?? (isConnectionFailure(error) ? 'unavailable' : undefined);
    if (errorCode === 'unavailable') return unavailableError(exception);
    if (errorCode) return new ApiError(errorCode, { args: { names: '' }, cause: exception });
  }
  return undefined;
}

/** Whether something has waited for the database in vain. */
export const isDatabaseUnavailableError = (exception: unknown): boolean =>
  mapDatabaseError(exception)?.code === 'unavailable';

/** Whether a transaction had to give way to another: nothing of it was kept, and it may well succeed the next time. */
export function isRetryableError(exception: unknown): boolean {
  for (let error = exception; error instanceof Error; error = error.cause) {
    if (mappingOf(errorCodeOf(error))?.isRetryable) return true;
  }
  return false;
}

/** The SQLSTATE, or the system's code, of the first error in a chain of causes that has one. */
export function sqlStateOf(exception: unknown): string {
  for (let error = exception; error instanceof Error; error = error.cause) {
    if (errorCodeOf(error)) return errorCodeOf(error);
  }
  return '';
}

/**
 * The class that an error is counted in: the first two characters of its SQLSTATE; `08`, connection exception, for what
 * befalls a connection outside the database; `pool` where none was free in time.
 */
export function sqlStateClassOf(error: Error): string {
  const code = errorCodeOf(error);
  if (POOL_TIMEOUT_PATTERN.test(error.message)) return 'pool';
  if (isConnectionFailure(error)) return '08';
  return SQLSTATE_PATTERN.test(code) ? code.slice(0, 2) : 'other';
}

/**
 * An error that a connection could not be opened for. What the database itself says keeps its SQLSTATE; an error of the system or of TLS
 * becomes the cause of a connection error.
 */
export function asConnectionError<Thrown>(error: Thrown): Thrown | Error {
  if (!isNativeError(error) || SQLSTATE_PATTERN.test(errorCodeOf(error))) return error;
  return new Error(NOT_CONNECTED_MESSAGE, { cause: error });
}

const errorCodeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

const mappingOf = (code: string): ErrorMapping | undefined =>
  DATABASE_ERROR_MAPPINGS.find((row) => SQLSTATE_PATTERN.test(code) && code.startsWith(row.sqlStatePrefix));

const isConnectionFailure = (error: Error): boolean =>
  CONNECTION_LOST_PATTERN.test(error.message) ||
  POOL_TIMEOUT_PATTERN.test(error.message) ||
  NETWORK_ERROR_PATTERN.test(errorCodeOf(error));
