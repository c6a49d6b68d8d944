import { ApiError, unavailable } from '../../kernel/errors/api-error.js';

/** What errors of the database, or of the way to it, mean to a client. */
interface Row {
  /** The beginning of the SQLSTATE. */
  readonly code: string;
  readonly answer: 'unavailable' | 'conflict' | 'invalid_parameter';
  /** Whether a transaction that met it is worth running again. */
  readonly again?: true;
}

/**
 * Which error is answered how, and whether it is tried again before; the first row that fits counts. What is not in it is `internal`, but
 * for what befalls a connection without an SQLSTATE, such as errors of the system: that is `unavailable`. Names of the codes: PostgreSQL
 * manual, appendix A.
 */
export const DATABASE_ERRORS: readonly Row[] = [
  // serialization_failure, deadlock_detected: the database ended a transaction so that another could go on.
  { code: '40001', answer: 'unavailable', again: true },
  { code: '40P01', answer: 'unavailable', again: true },
  { code: '40', answer: 'unavailable' },
  // lock_not_available, query_canceled: it took longer than we allow.
  { code: '55P03', answer: 'unavailable' },
  { code: '57014', answer: 'unavailable' },
  // idle_in_transaction_session_timeout, transaction_timeout
  { code: '25P03', answer: 'unavailable' },
  { code: '25P04', answer: 'unavailable' },
  // read_only_sql_transaction: a standby, until it is promoted or another is found.
  { code: '25006', answer: 'unavailable' },
  // connection exceptions
  { code: '08', answer: 'unavailable' },
  // invalid_authorization_specification, invalid_catalog_name: it lets us in no more, or not yet.
  { code: '28', answer: 'unavailable' },
  { code: '3D', answer: 'unavailable' },
  // insufficient_resources, such as too_many_connections, disk_full, out_of_memory
  { code: '53', answer: 'unavailable' },
  // admin_shutdown, crash_shutdown, cannot_connect_now, …
  { code: '57P', answer: 'unavailable' },
  // system_error, such as io_error; data_corrupted, index_corrupted: no request is to blame, and none can be served.
  { code: '58', answer: 'unavailable' },
  { code: 'XX001', answer: 'unavailable' },
  { code: 'XX002', answer: 'unavailable' },
  // not_null_violation, check_violation: no other writer can cause them, so to read again and repeat does not help. It is a
  // value that our validation has let through, as those of class 22 are.
  { code: '23502', answer: 'invalid_parameter' },
  { code: '23514', answer: 'invalid_parameter' },
  // Uniqueness, foreign keys: somebody else was faster. Services name what they know, such as `term_exists`, before it comes to this.
  { code: '23', answer: 'conflict' },
  // A value that the database cannot read: our parsing has let it through, the mistake remains the client's.
  { code: '22', answer: 'invalid_parameter' },
];

/** Codes of the system begin with an E, and those of Node.js are longer, as those of PostgreSQL are not. */
const SQLSTATE = /^(?!E)[\dA-Z]{5}$/;

/** What the system says of a connection, or of the way to it. */
const LOST_WAY = /^(?:ECONN\w+|EPIPE|EHOST\w+|ENET\w+|ETIMEDOUT|ENOTFOUND|EAI_\w+)$/;

/** What pg and pg-pool report without a code. */
const NOT_CONNECTED = 'Could not connect to the database';
const LOST =
  /Connection terminated|Could not connect to the database|Client has encountered a connection error|Query read timeout/;
const NOTHING_FREE = /timeout exceeded when trying to connect/;

/** What the client is told of an error of the database; undefined where that is no more than `internal`. */
export function databaseError(exception: unknown): ApiError | undefined {
  for (let error = exception; error instanceof Error; error = error.cause) {
    const answer = rowOf(codeOf(error))?.answer ?? (isWithoutConnection(error) ? 'unavailable' : undefined);
    if (answer === 'unavailable') return unavailable(exception);
    if (answer) return new ApiError(answer, { args: { names: '' }, cause: exception });
  }
  return undefined;
}

/** Whether something has waited for the database in vain. */
export const isUnavailable = (exception: unknown): boolean => databaseError(exception)?.code === 'unavailable';

/** Whether a transaction had to give way to another: nothing of it was kept, and it may well succeed the next time. */
export function gaveWay(exception: unknown): boolean {
  for (let error = exception; error instanceof Error; error = error.cause) {
    if (rowOf(codeOf(error))?.again) return true;
  }
  return false;
}

/** The SQLSTATE, or the system's code, of the first error in a chain of causes that has one. */
export function sqlState(exception: unknown): string {
  for (let error = exception; error instanceof Error; error = error.cause) {
    if (codeOf(error)) return codeOf(error);
  }
  return '';
}

/**
 * The class that an error is counted in: the first two characters of its SQLSTATE; `08`, connection exception, for what
 * befalls a connection outside the database; `pool` where none was free in time.
 */
export function classOfError(error: Error): string {
  const code = codeOf(error);
  if (NOTHING_FREE.test(error.message)) return 'pool';
  if (isWithoutConnection(error)) return '08';
  return SQLSTATE.test(code) ? code.slice(0, 2) : 'other';
}

/**
 * An error that a connection could not be opened for. What the database itself says keeps its SQLSTATE; an error of the system or of TLS
 * becomes the cause of a connection error.
 */
export function asConnectionError<Thrown>(error: Thrown): Thrown | Error {
  if (!(error instanceof Error) || SQLSTATE.test(codeOf(error))) return error;
  return new Error(NOT_CONNECTED, { cause: error });
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

const rowOf = (code: string): Row | undefined =>
  DATABASE_ERRORS.find((row) => SQLSTATE.test(code) && code.startsWith(row.code));

const isWithoutConnection = (error: Error): boolean =>
  LOST.test(error.message) || NOTHING_FREE.test(error.message) || LOST_WAY.test(codeOf(error));
