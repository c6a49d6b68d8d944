import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { redactUrl } from '../../../../src/http/request/redact-url.js';

const ADMIN = 'Admin-of-the-calendar-0123456789';
const EVENT = '/calendar/events/v1/events/:id';
const BY_SLUG = '/calendar/events/v1/events/by-slug/:slug';
const shown = (target: string, route?: string) => {
  const { path, query } = redactUrl(target, route, ADMIN);
  return query ? `${path}?${query}` : path;
};

describe('what the log shows of an address', () => {
  it.each([
    ['/calendar/events/v1/events/7', EVENT, '/calendar/events/v1/events/7'],
    ['/ca/wp-json/calendar/events/v1/events/7/', EVENT, '/calendar/events/v1/events/7'],
    ['http://anna:pw@example.org/calendar/events/v1/events/7?page=2', EVENT, '/calendar/events/v1/events/7?page=2'],
    ['/calendar/events/v1/events/by-slug/festa-major', BY_SLUG, '/calendar/events/v1/events/by-slug/festa-major'],
    [
      '/calendar/events/v1/events/by-slug/can%C3%A7%C3%B3',
      BY_SLUG,
      '/calendar/events/v1/events/by-slug/can%C3%A7%C3%B3',
    ],
    ['/calendar/events/v1/events/by-slug/cal_0123456789abc', BY_SLUG, '/calendar/events/v1/events/by-slug/*'],
    [`/calendar/events/v1/events/by-slug/${ADMIN.toLowerCase()}`, BY_SLUG, '/calendar/events/v1/events/by-slug/*'],
    ['/calendar/events/v1/events/by-slug/%ff', BY_SLUG, '/calendar/events/v1/events/by-slug/*'],
    ['/calendar/events/v1/evnts/7', undefined, '/calendar/events/v1/*/7'],
    ['/wp-login.php', undefined, '/*'],
    ['*', undefined, '*'],
    ['ftp://anna:pw@example.org/docs', undefined, '*//*/docs'],
    [
      '/calendar/events/v1/events?search=jazz+night&per_page=5',
      '/calendar/events/v1/events',
      '/calendar/events/v1/events?search=jazz+night&per_page=5',
    ],
    [
      '/calendar/events/v1/events?tags[]=1&tags[1]=2&%74ags=3',
      '/calendar/events/v1/events',
      '/calendar/events/v1/events?tags[]=1&tags[1]=2&tags=3',
    ],
    ['/docs?a&page', '/docs', '/docs?*=*&page='],
    ['/docs?start_date=2030-01-01%2010:00', '/docs', '/docs?start_date=2030-01-01+10%3A00'],
  ])('8.15 %s', (target, route, expected) => {
    expect(shown(target, route)).toBe(expected);
  });

  it.each([
    'password=hunter2',
    'PASSWORD=hunter2',
    '%70assword=hunter2',
    '%2570assword=hunter2',
    'password[]=hunter2',
    'password[a]=hunter2',
    '+password+=hunter2',
    '%20password%20=hunter2',
    'password=hunter2&password=hunter2',
    'password%=hunter2',
    '%E0%A4password=hunter2',
    'password=%hunter2',
    'password==hunter2',
    'password%3Dhunter2',
    'x=1;password=hunter2',
    'search=x;password=hunter2',
    'search=x%26password=hunter2',
    'search=password:hunter2',
    'search=password+hunter2',
    'search=passwort+hunter2',
    '?password=hunter2',
    'x=1#password=hunter2',
    'hunter2',
    'hunter2=1',
    'unknown=hunter2',
    'title=hunter2',
    'after=hunter2',
    `search=${'hunter2'.repeat(15)}`,
    'search=cal_hunter2',
    'search=x+CAL_hunter2',
    'search=eyJhbGciOi.hunter2.c2ln',
    `search=${ADMIN}hunter2`,
    `search=hunter2+${ADMIN.toUpperCase()}`,
    'search=%00hunter2',
    'search=<hunter2>',
    'search=%68unter2%25',
  ])('8.15 hides what may be a secret: %s', (query) => {
    const words = /hunter2|cal_|eyJ|admin-of/i;
    expect(shown(`/calendar/events/v1/events?${query}`, '/calendar/events/v1/events')).not.toMatch(words);
    expect(shown(`/calendar/events/v1/no/${query}`)).not.toMatch(words);
    expect(shown(`http://anna:${query}@example.org/docs?${query}`, '/docs')).not.toMatch(words);
    expect(shown(`//${query}`)).not.toMatch(words);
  });

  it('8.15 has no piece of a secret, wherever in an address it stands', () => {
    const encodings = [
      (text: string) => text,
      encodeURIComponent,
      (text: string) => encodeURIComponent(encodeURIComponent(text)),
    ];
    const joint = fc.constantFrom('', '%', '&', '=', ';', '#', '?', '/', '%00', '[', ' ', '+', '%26', '\\');
    const name = fc.constantFrom('password', 'Password', '%50assword', 'password[]', ' password', 'token', '');
    const place = fc.constantFrom(
      '/calendar/events/v1/events?',
      '/calendar/events/v1/',
      'http://u:',
      '//',
      '/docs?page=1&',
    );
    const secret = fc.stringMatching(/^zq[a-z0-9]{6,20}zq$/);
    fc.assert(
      fc.property(place, joint, name, joint, secret, joint, fc.constantFrom(...encodings), (...drawn) => {
        const [where, before, key, between, word, behind, encode] = drawn;
        const target = `${where}${before}${encode(`${key}=`)}${between}${encode(word)}${behind}@example.org/docs`;
        for (const route of [undefined, '/calendar/events/v1/events', '/docs']) {
          expect(shown(target, route).toLowerCase()).not.toContain(word);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
