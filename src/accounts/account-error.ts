import { ApiError, parameterError } from '../kernel/errors/api-error.js';
import { SetupError } from '../kernel/errors/setup-error.js';

type AccountErrorCode =
  | 'username_taken'
  | 'username_length'
  | 'username_characters'
  | 'last_administrator'
  | 'unknown_user'
  | 'unknown_token'
  | 'external_user';

/** A rejected write of an account. The command line prints the message; responses of the API depend on `code` only. */
export class AccountError extends SetupError {
  override readonly name = 'AccountError';

  constructor(
    readonly code: AccountErrorCode,
    message: string,
  ) {
    super(message);
  }
}

const API_ERROR_BY_ACCOUNT_CODE: Readonly<Record<AccountErrorCode, () => ApiError>> = {
  username_taken: () => new ApiError('conflict', { params: { username: { key: 'validation.username_taken' } } }),
  // The API checks the length before. Only the command line reports it.
  username_length: () => new ApiError('internal'),
  username_characters: () => parameterError({ username: { key: 'validation.invalid_characters' } }),
  last_administrator: () => new ApiError('conflict', { detail: { key: 'errors.conflict.last_administrator' } }),
  external_user: () => new ApiError('conflict', { detail: { key: 'errors.conflict.external_user' } }),
  unknown_user: () => new ApiError('user_not_found'),
  unknown_token: () => new ApiError('token_not_found'),
};

/**
 * Runs `work` and maps an {@link AccountError} to the error of the API.
 * @throws {ApiError} `conflict`, `invalid_parameter`, `user_not_found`, `token_not_found`
 */
export async function withMappedAccountErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AccountError ? API_ERROR_BY_ACCOUNT_CODE[error.code]() : error;
  }
}
