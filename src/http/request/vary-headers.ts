/** Request headers that an answer depends on, whatever else CORS adds. */
export const VARY_HEADERS = 'Accept-Language, Authorization, X-Event-Password';
