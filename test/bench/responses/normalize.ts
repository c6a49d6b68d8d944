import type { RecordedResponse } from './recording.js';

const DAY = 86_400_000;
/** Period around the current time in which timestamps of demo data and new records vary between runs. */
const [PAST, COMING] = [45 * DAY, 3 * DAY];

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const TOKEN = /cal_[A-Za-z0-9_-]{20,}/g;
const PORT = /(127\.0\.0\.1:)\d+/g;
const CURSOR = /\b(after=)[A-Za-z0-9_%-]+/g;
const HTTP_DATE = /[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/g;
const TIMESTAMP =
  /\b(\d{4}-\d\d-\d\d)(?:[T +]|%20)(\d\d(?::|%3A)\d\d(?::|%3A)\d\d)(?:\.\d+)?(?:Z|(?:\+|%2B)\d\d(?::|%3A)\d\d)?/g;
const EXPIRY = /("expires_at":)"[^"]*"/g;
/** Updated shortly after the response. */
const LAST_USE = /("last_used_at":)(?:null|"[^"]*")/g;
const ETAG_HASH = /[0-9a-f]{32}/g;
const SECONDS_TO_RESET = /;t=\d+/;

/** Replaces values that vary between runs of the same code with placeholders. */
export function normalize({ request, status, headers, body }: RecordedResponse, now: number): RecordedResponse {
  const hasLength = body.search(LAST_USE) < 0;
  const masked = (name: string, value: string) =>
    !hasLength && name.toLowerCase() === 'content-length' ? '<length>' : maskHeader(name, value, now);
  return {
    request: mask(request, now),
    status,
    headers: headers.map(([name, value]) => [name, masked(name, value)]),
    body: mask(body, now),
  };
}

function maskHeader(name: string, value: string, now: number): string {
  switch (name.toLowerCase()) {
    case 'etag':
      return value.replace(ETAG_HASH, '<hash>');
    case 'ratelimit':
      return value.replace(SECONDS_TO_RESET, ';t=<seconds>');
    default:
      return mask(value, now);
  }
}

function mask(text: string, now: number): string {
  return text
    .replace(UUID, '<uuid>')
    .replace(TOKEN, '<token>')
    .replace(PORT, '$1<port>')
    .replace(CURSOR, '$1<cursor>')
    .replace(HTTP_DATE, '<date>')
    .replace(EXPIRY, '$1"<time>"')
    .replace(LAST_USE, '$1"<time>"')
    .replace(TIMESTAMP, (timestamp, day: string, time: string) => (isVolatile(day, time, now) ? '<time>' : timestamp));
}

/** Whether a timestamp depends on the start time of the service. The first and last second of a day do not. */
function isVolatile(day: string, time: string, now: number): boolean {
  const clock = time.replaceAll('%3A', ':');
  if (clock === '00:00:00' || clock === '23:59:59') return false;
  const instant = Date.parse(`${day}T${clock}Z`);
  return instant > now - PAST && instant < now + COMING;
}
