/**
 * Error codes that do not depend on a kind of records, with their HTTP status. Codes never change. Their texts are in
 * `i18n/*\/errors.json` under the same key.
 */
export const STATUS_BY_GENERAL_CODE = {
  no_route: 404,
  method_not_allowed: 405,
  missing_parameter: 400,
  invalid_parameter: 400,
  invalid_json: 400,
  unsupported_media_type: 415,
  payload_too_large: 413,
  uri_too_long: 414,
  bad_request: 400,
  request_timeout: 408,
  header_fields_too_large: 431,
  unauthorized: 401,
  invalid_credentials: 401,
  forbidden: 403,
  translation_not_found: 404,
  page_not_found: 404,
  last_translation: 409,
  conflict: 409,
  precondition_failed: 412,
  precondition_required: 428,
  idempotency_conflict: 422,
  request_in_progress: 409,
  too_many_requests: 429,
  unavailable: 503,
  internal: 500,
} as const satisfies Record<string, number>;

/** Error codes of kinds of records end with one of these: `venue_not_found`, `event_in_trash`, `term_exists`. */
const STATUS_BY_CODE_SUFFIX = {
  _not_found: 404,
  _in_trash: 410,
  _exists: 409,
  _password_required: 403,
} as const;

/** A stable, documented error code. */
export type ErrorCode = keyof typeof STATUS_BY_GENERAL_CODE | `${string}${keyof typeof STATUS_BY_CODE_SUFFIX}`;

const DEFAULT_CODE_BY_STATUS: Readonly<Partial<Record<number, ErrorCode>>> = {
  403: 'forbidden',
  404: 'no_route',
  408: 'request_timeout',
  409: 'conflict',
  412: 'precondition_failed',
  413: 'payload_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
};

/** The general error code of a status below 500, for errors of Nest and Express, which have no code. */
export const codeOfStatus = (status: number): ErrorCode => DEFAULT_CODE_BY_STATUS[status] ?? 'bad_request';

export function statusOfCode(code: ErrorCode): number {
  const known: Readonly<Partial<Record<string, number>>> = STATUS_BY_GENERAL_CODE;
  const [, status] = Object.entries(STATUS_BY_CODE_SUFFIX).find(([suffix]) => code.endsWith(suffix)) ?? [];
  return known[code] ?? status ?? 500;
}
