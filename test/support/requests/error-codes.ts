/** Error codes of rule 9.2, with their status. */
const CONTRACT_CODES = {
  no_route: 404,
  method_not_allowed: 405,
  missing_parameter: 400,
  invalid_parameter: 400,
  invalid_json: 400,
  unsupported_media_type: 415,
  payload_too_large: 413,
  uri_too_long: 414,
  unauthorized: 401,
  invalid_credentials: 401,
  forbidden: 403,
  event_not_found: 404,
  venue_not_found: 404,
  organizer_not_found: 404,
  category_not_found: 404,
  tag_not_found: 404,
  user_not_found: 404,
  token_not_found: 404,
  translation_not_found: 404,
  page_not_found: 404,
  event_password_required: 403,
  event_in_trash: 410,
  venue_in_trash: 410,
  organizer_in_trash: 410,
  term_exists: 409,
  last_translation: 409,
  conflict: 409,
  precondition_failed: 412,
  precondition_required: 428,
  idempotency_conflict: 422,
  request_in_progress: 409,
  too_many_requests: 429,
  unavailable: 503,
  internal: 500,
};

/** Codes of malformed HTTP messages. */
const MALFORMED_CODES = { bad_request: 400, request_timeout: 408, header_fields_too_large: 431 };

/** Every error code of the service, with its status. */
export const ALL_CODES: Readonly<Record<string, number>> = { ...CONTRACT_CODES, ...MALFORMED_CODES };
