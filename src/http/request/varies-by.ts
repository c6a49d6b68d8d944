/** Request headers that an answer depends on, whatever else CORS adds. */
export const VARIES_BY = 'Accept-Language, Authorization, X-Event-Password';
