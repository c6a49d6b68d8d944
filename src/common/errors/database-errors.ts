import { ApiError } from './api-error.js';

/**
 * What the database's refusals mean to a client. Waiting too long (57014, 55P03), a lost or missing connection (08,
 * 57P, 53, and a pool that has nothing) and conflicts that retrying solves (40) are the service being unavailable.
 * Class 22, a value the database cannot read, means that our parsing let something through: it stays the client's error.
 * Codes: PostgreSQL manual, appendix A.
 */
export function databaseError(exception: unknown): ApiError | undefined {
  for (let error = exception; error instanceof Error; error = error.cause) {
    const state = 'code' in error && typeof error.code === 'string' ? error.code : '';
    if (/^(08(?!P01)|53|40|57P)|^(57014|55P03|25P03|ECONN|EPIPE|ETIMEDOUT)/.test(state) || isConnectionLoss(error)) {
      return new ApiError('unavailable', { headers: { 'Retry-After': '1' }, cause: exception });
    }
    if (state.startsWith('22')) return new ApiError('invalid_parameter', { args: { names: '' }, cause: exception });
    if (state.startsWith('23')) return new ApiError('conflict', { cause: exception });
  }
  return undefined;
}

/** The SQLSTATE, or the system's code, of the first error in a chain of causes that has one. */
export function sqlState(exception: unknown): string {
  for (let error = exception; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string') return error.code;
  }
  return '';
}

/** pg and pg-pool report these without a code. */
function isConnectionLoss({ message }: Error): boolean {
  return /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/.test(
    message,
  );
}
