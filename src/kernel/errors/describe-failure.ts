import { SetupError } from './setup-error.js';

/**
 * Codes of failed connections to PostgreSQL: system errors, or SQLSTATEs of classes 08 and 28 and three more of
 * https://www.postgresql.org/docs/18/errcodes-appendix.html.
 */
const CONNECTION_FAILURE_CODE_PATTERN =
  /^(E(CONN|HOSTUNREACH|NETUNREACH|TIMEDOUT|AI_)\w*|ENOTFOUND|(08|28)\w{3}|3D000|53300|57P03)$/;

const READ_ONLY_TRANSACTION = '25006';

/** Formats a failure for a terminal, without a stack trace. */
export function describeFailure(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (code === READ_ONLY_TRANSACTION)
    return 'The database is read-only. Start again when it accepts writes, or set DATABASE_URL to the primary server.';
  const isUnreachable =
    !(error instanceof SetupError) && typeof code === 'string' && CONNECTION_FAILURE_CODE_PATTERN.test(code);
  const reason = errorMessageOf(error);
  return isUnreachable ? `The database cannot be reached: ${reason}. Check DATABASE_URL.` : reason;
}

/** The message of an error. Node reports a host with several addresses as an AggregateError without a message. */
export function errorMessageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(errorMessageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
