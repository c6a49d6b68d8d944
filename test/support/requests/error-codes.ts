/** Error codes of rule 9.2 and of malformed HTTP messages, by status. */
const CODES_BY_STATUS = {
  400: ['missing_parameter', 'invalid_parameter', 'invalid_json', 'bad_request'],
  401: ['unauthorized', 'invalid_credentials'],
  403: ['forbidden', 'event_password_required'],
  404: [
    'no_route',
    'page_not_found',
    'event_not_found',
    'venue_not_found',
    'organizer_not_found',
    'category_not_found',
    'tag_not_found',
    'user_not_found',
    'token_not_found',
    'translation_not_found',
  ],
  405: ['method_not_allowed'],
  408: ['request_timeout'],
  409: ['term_exists', 'last_translation', 'conflict', 'request_in_progress'],
  410: ['event_in_trash', 'venue_in_trash', 'organizer_in_trash'],
  412: ['precondition_failed'],
  413: ['payload_too_large'],
  414: ['uri_too_long'],
  415: ['unsupported_media_type'],
  422: ['idempotency_conflict'],
  428: ['precondition_required'],
  429: ['too_many_requests'],
  431: ['header_fields_too_large'],
  500: ['internal'],
  503: ['unavailable'],
};

/** Every error code of the service, with its status. */
export const ALL_CODES: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(CODES_BY_STATUS).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)])),
);
