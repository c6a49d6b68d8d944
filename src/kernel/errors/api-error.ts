import type { Message } from '../language/message.js';
import { statusOfCode, type ErrorCode } from './error-codes.js';

/** Messages for invalid parameters by their name in the request, such as `venue[0].website`. */
export type FieldErrors = Readonly<Record<string, Message>>;

interface ApiErrorDetails {
  /** Values of the placeholders in the messages of the code. */
  readonly args?: Readonly<Record<string, unknown>>;
  readonly params?: FieldErrors;
  /** Replaces the general `detail` of the code. */
  readonly detail?: Message;
  /** Additional members of the problem, such as the `id` of an existing term (RFC 9457, 3.2). */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/**
 * An error response. `ProblemFilter` translates and sends it.
 * @example throw new ApiError('venue_not_found')
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    readonly details: ApiErrorDetails = {},
  ) {
    super(code, { cause: details.cause });
    this.status = statusOfCode(code);
  }
}

/** Whether an error says that parameters are invalid or missing. A 403 may name parameters, too. */
export const isParameterError = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 400 && error.details.params !== undefined;

/** The error for an operation that is impossible at the moment. The client may retry. */
export function unavailableError(cause?: unknown): ApiError {
  return new ApiError('unavailable', { headers: { 'Retry-After': '1' }, cause });
}

/** The error for missing or invalid credentials. It never offers `Basic`, for which browsers would open a password dialog. */
export function authenticationError(code: 'unauthorized' | 'invalid_credentials'): ApiError {
  return new ApiError(code, { headers: { 'WWW-Authenticate': 'Bearer realm="calendar"' } });
}

/**
 * The error for all invalid parameters of a request.
 * @example throw parameterError({ end_date: { key: 'validation.end_before_start', args: { start, end } } })
 */
export function parameterError(params: FieldErrors): ApiError {
  const missing = Object.values(params).every((message) => message.key === 'validation.required');
  return new ApiError(missing ? 'missing_parameter' : 'invalid_parameter', {
    params,
    args: { names: Object.keys(params).join(', ') },
  });
}
