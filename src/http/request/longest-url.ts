/** Longest address, in bytes (RFC 9110, 4.1, asks for at least 8,000). */
export const LONGEST_URL = 8192;
