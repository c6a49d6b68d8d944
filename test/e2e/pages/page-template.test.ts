import { describe, expect, it } from 'vitest';
import { useTestCalendar } from '../../support/calendar/use-test-calendar.js';
import { createRecord, KINDS } from '../../support/records/kinds.js';

const TEMPLATES = Object.fromEntries(KINDS.map(({ kind }) => [`${kind.toUpperCase()}_URL_TEMPLATE`, 'page']));

const calendar = useTestCalendar({ ...TEMPLATES, PAGES_ROOT: '/que-fem', REST_ROOT: '/wp-json' });

describe('The URL template page', () => {
  it.each(KINDS)('makes url the address of the page: $path (17.29)', async ({ path, kind }) => {
    const { url, slug, id } = await createRecord(calendar, path, { ml_language: 'ca' });
    expect(url).toBe(`${calendar.origin}/ca/que-fem/${kind}/${slug}`);
    // The text falls back to Catalan, and so does the page.
    const { body } = await calendar.request('GET', `/es/wp-json/calendar/events/v1/${path}/${id}`);
    expect(body['url']).toBe(url);
  });

  it('makes url the address of a page that is served, also in feeds (17.29, 13.24)', async () => {
    const { url, slug } = await createRecord(calendar, 'events', { title: 'Cançó & veu', slug: 'canço-i-veu' });
    const { status, text } = await calendar.request('GET', new URL(String(url)).pathname);
    expect([status, text]).toEqual([200, expect.stringContaining('<h1>Cançó &amp; veu</h1>')]);
    for (const path of [`events/by-slug/${slug}.ics`, `events/by-slug/${slug}.jsonld`]) {
      const feed = await calendar.request('GET', path);
      expect([path, feed.text.replaceAll('\r\n ', '')]).toEqual([path, expect.stringContaining(String(url))]);
    }
  });
});
