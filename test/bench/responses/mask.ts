const DAY_MS = 86_400_000;
/** Period around the current time in which timestamps of demo data and new records vary between runs. */
const [PAST_MS, FUTURE_MS] = [45 * DAY_MS, 3 * DAY_MS];

/** Masked because the service updates it shortly after the response. */
const LAST_USED_AT = /("last_used_at": ?)(?:null|"[^"]*")/g;
const TIMESTAMP =
  /\b(\d{4}-\d\d-\d\d)(?:[T +]|%20)(\d\d(?::|%3A)\d\d(?::|%3A)\d\d)(?:\.\d+)?(?:Z|(?:\+|%2B)\d\d(?::|%3A)\d\d)?/g;

const MASKS: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>'],
  [/cal_[A-Za-z0-9_-]{20,}/g, '<token>'],
  [/(127\.0\.0\.1:)\d+/g, '$1<port>'],
  [/\b(after=)[A-Za-z0-9_%-]+/g, '$1<cursor>'],
  [/[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/g, '<date>'],
  [/^(etag: .*)[0-9a-f]{32}/im, '$1<hash>'],
  [/^(ratelimit: .*;t=)\d+/im, '$1<seconds>'],
  [/("expires_at": ?)"[^"]*"/g, '$1"<time>"'],
  [LAST_USED_AT, '$1"<time>"'],
];

/** Replaces values of a response that vary between runs of the same code with placeholders. */
export function mask(response: string, now: number): string {
  const text =
    response.search(LAST_USED_AT) < 0 ? response : response.replace(/^(content-length: )\d+/im, '$1<length>');
  return MASKS.reduce((masked, [pattern, placeholder]) => masked.replace(pattern, placeholder), text).replace(
    TIMESTAMP,
    (timestamp, day: string, time: string) => (isVolatile(day, time, now) ? '<time>' : timestamp),
  );
}

/** Whether a timestamp depends on the start time of the service. The first and last second of a day do not. */
function isVolatile(day: string, encodedTime: string, now: number): boolean {
  const time = encodedTime.replaceAll('%3A', ':');
  if (time === '00:00:00' || time === '23:59:59') return false;
  const instant = Date.parse(`${day}T${time}Z`);
  return instant > now - PAST_MS && instant < now + FUTURE_MS;
}
