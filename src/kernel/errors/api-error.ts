import type { Message } from '../language/message.js';
import { statusOfCode, type ErrorCode } from './error-codes.js';

/** What is wrong with one parameter, by its name on the wire, such as `venue[0].website`. */
export type FieldErrors = Readonly<Record<string, Message>>;

interface ApiErrorDetails {
  /** Values of the placeholders of the error's texts. */
  readonly args?: Readonly<Record<string, unknown>>;
  readonly params?: FieldErrors;
  /** What the problem's `detail` says in place of what the code says in general. */
  readonly detail?: Message;
  /** Members of the problem beside the standard ones, such as the `id` of a term that exists (RFC 9457, 3.2). */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/**
 * An answer other than success. One filter translates and shapes it.
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

/** The error for what the service cannot do at the moment, and the client may ask for again. */
export function unavailableError(cause?: unknown): ApiError {
  return new ApiError('unavailable', { headers: { 'Retry-After': '1' }, cause });
}

/**
 * The error for parameters that cannot be used, all of them at once.
 * @example throw parameterError({ end_date: { key: 'validation.end_before_start' } })
 */
export function parameterError(params: FieldErrors): ApiError {
  const missing = Object.values(params).every((message) => message.key === 'validation.required');
  return new ApiError(missing ? 'missing_parameter' : 'invalid_parameter', {
    params,
    args: { names: Object.keys(params).join(', ') },
  });
}
