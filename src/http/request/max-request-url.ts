/** Longest address, in bytes (RFC 9110, 4.1, asks for at least 8,000). */
export const MAX_REQUEST_URL_BYTES = 8192;
