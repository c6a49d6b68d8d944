import fc from 'fast-check';
import { uniqueWord } from '../support/records/unique-words.js';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';

/** A unique word, or a token of any kind. */
const arbitrarySecret = fc.oneof(
  fc.constant('').map(() => uniqueWord()),
  fc.stringMatching(/^cal_[0-9A-Za-z]{36}$/),
  fc.stringMatching(/^eyJ[0-9A-Za-z_-]{20}\.eyJ[0-9A-Za-z_-]{20}\.[0-9A-Za-z_-]{20}$/),
  fc.constant(ADMIN_TOKEN),
);
const arbitraryParameterName = fc.constantFrom(
  'password',
  'PASSWORD',
  '%70assword',
  '%2570ass',
  'password[]',
  'password[a]',
  '+password',
  'x',
);
const arbitraryPath = fc.constantFrom(
  '/calendar/events/v1/events',
  '/ca/calendar/events/v1/tags/1',
  '/calendar/admin/v1/me',
  '/docs',
  '/no',
);
/** Text between a path and the name of a parameter. */
const arbitrarySeparator = fc.constantFrom(
  '?',
  '?page=2&',
  '?search=x%26',
  '?search=x;',
  '/',
  '#',
  '?tags[]=1&',
  '?%&',
  '?a=%E0&',
  '/%/',
  '?=&',
  '??',
);
const arbitraryHeader = fc.constantFrom(
  'Authorization',
  'Cookie',
  'User-Agent',
  'Referer',
  'Host',
  'Accept-Language',
  'Prefer',
  'Origin',
  'X-Event-Password',
  'X-Forwarded-For',
  'Idempotency-Key',
  'If-None-Match',
  'traceparent',
  'X-Other',
);
const arbitraryBody = fc.constantFrom(
  (secret: string) => ['application/json', JSON.stringify({ password: secret, title: { secret } })],
  (secret: string) => ['application/json', `{"password":"${secret}"`],
  (secret: string) => ['application/x-www-form-urlencoded', `password=${secret}&${secret}&title=%`],
  (secret: string) => [`text/${secret}`, secret],
);

/** A request with secrets in its URL, a header and the body, and the list of these secrets. */
export const arbitraryRequestWithSecret = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'),
    target: fc.record({ path: arbitraryPath, separator: arbitrarySeparator, name: arbitraryParameterName }),
    authority: fc.constantFrom('', 'http://anna:SECRET@calendar.example', 'https://SECRET.example', '/'),
    header: arbitraryHeader,
    body: arbitraryBody,
    secrets: fc.tuple(arbitrarySecret, arbitrarySecret, arbitrarySecret),
  })
  .map(({ method, target: { path, separator, name }, authority, header, body, secrets }) => {
    const [first, second, third] = secrets;
    const [type = '', text = ''] = body(third);
    return {
      method,
      path: `${authority.replace('SECRET', first)}${path}${separator}${name}=${first}`,
      headers: { [header]: second, 'Content-Type': type },
      body: text,
      secrets,
    };
  });
