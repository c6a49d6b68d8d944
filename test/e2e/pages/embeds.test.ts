import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCalendar, type TestCalendar } from '../../support/calendar/test-calendar.js';
import { createRecord } from '../../support/records/kinds.js';
import { upcomingDates } from '../../support/records/records.js';

const ORIGINS = ['https://www.example.org', 'https://news.example.org:8443'];

let calendar: TestCalendar;
/** Calendar that no page may embed, with pages at another path. */
let closed: TestCalendar;
beforeAll(async () => {
  [calendar, closed] = await Promise.all([
    startTestCalendar({ PAGES_EMBED: ORIGINS.join(','), CORS_ORIGINS: ORIGINS[0], PAGES_ROOT: '/city/events' }),
    startTestCalendar({ PAGES_EMBED: 'none' }),
  ]);
  await createRecord(calendar, 'events', { title: 'Castanyada', categories: ['Food'], ...upcomingDates() });
  await createRecord(calendar, 'events', { title: 'Regatta', ...upcomingDates() });
});
afterAll(() => Promise.all([calendar.close(), closed.close()]));

const get = (path: string, from = calendar) => from.request('GET', path);
const policyOf = (headers: Headers) => headers.get('Content-Security-Policy')?.split('; ').at(-1);

describe('Embed', () => {
  it('is the list with the filters, without header, footer and form; links leave the frame (17.27)', async () => {
    const { status, text, headers } = await get('/en/city/events/embed?view=list&categories=food&theme=dark');
    expect([status, headers.get('X-Robots-Tag')]).toEqual([200, 'noindex']);
    expect(text).toMatch(/<html lang="en" class="is-embed" data-theme="dark">/);
    expect(text).toContain('Castanyada');
    expect(text).not.toContain('Regatta');
    expect(text).not.toMatch(/<(header|footer|nav|form)\b/);
    const links = text.match(/<a\b[^>]*>/g) ?? [];
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(link).toContain('target="_top"');
  });

  it('of a month or a day links to the pages of the site (17.27)', async () => {
    for (const view of ['month', 'day']) {
      const { status, text } = await get(`/ca/city/events/embed?view=${view}&categories=food`);
      expect([view, status]).toEqual([view, 200]);
      expect(text).toContain('class="is-embed"');
      expect(text).toContain(`<a target="_top" href="/ca/city/events/${view}?categories=food"`);
      expect(text).not.toMatch(/<(header|footer|form)\b/);
    }
  });

  it('may be framed by the origins of PAGES_EMBED, also if it is an error; other pages by their own origin only (17.27)', async () => {
    for (const path of ['embed', 'embed?view=year', 'embed?theme=blue', 'embed?categories=unknown']) {
      const { headers } = await get(`/en/city/events/${path}`);
      expect([policyOf(headers), headers.get('X-Frame-Options')]).toEqual([
        `frame-ancestors ${ORIGINS.join(' ')}`,
        null,
      ]);
    }
    for (const path of ['', '/map', '/event/unknown', '/embed/unknown']) {
      const { headers } = await get(`/en/city/events${path}`);
      expect([policyOf(headers), headers.get('X-Frame-Options')]).toEqual(["frame-ancestors 'self'", 'SAMEORIGIN']);
    }
  });

  it('with an unknown view or theme is a page with status 400 and the message (17.27)', async () => {
    for (const name of ['view', 'theme']) {
      const { status, text, headers } = await get(`/ca/city/events/embed?${name}=unknown`);
      expect([status, headers.get('Content-Type')]).toEqual([400, 'text/html; charset=utf-8']);
      expect(text).toContain('class="is-embed"');
      expect(text).toMatch(new RegExp(`<p>[^<]*${name}`));
    }
  });

  it('without a language segment redirects to the requested language (17.2)', async () => {
    const response = await calendar.request('GET', '/city/events/embed?theme=dark', {
      headers: { 'Accept-Language': 'es' },
    });
    expect([response.status, response.headers.get('Location')]).toEqual([302, '../../es/city/events/embed?theme=dark']);
  });

  it('is 404 with PAGES_EMBED=none, like its script (17.27)', async () => {
    for (const path of ['/en/agenda/embed', '/agenda/embed', '/agenda/embed.js'])
      expect([path, (await get(path, closed)).status]).toEqual([path, 404]);
    expect(policyOf((await get('/en/agenda/embed', closed)).headers)).toBe("frame-ancestors 'self'");
  });
});

it('embed.js loads from any origin, is cached for an hour and knows PAGES_ROOT (17.28)', async () => {
  const { status, headers, text } = await get('/city/events/embed.js');
  expect([status, text.includes('const PAGES_ROOT = "/city/events";')]).toEqual([200, true]);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'content-encoding': 'gzip',
    vary: 'Accept-Encoding',
  });
  expect((await get('/ca/city/events/embed.js')).status).toBe(404);
});
