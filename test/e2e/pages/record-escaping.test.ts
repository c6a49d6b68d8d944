import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { startTestCalendar, type TestCalendar } from '../../support/calendar/test-calendar.js';
import { createRecord } from '../../support/records/kinds.js';

const HOSTILE = '</title><script>alert(1)</script>"><img src=x onerror=alert(1)>';

let calendar: TestCalendar;
let paths: readonly string[];
beforeAll(async () => {
  calendar = await startTestCalendar({ PAGES_NAME_EN: HOSTILE });
  const event = await createRecord(calendar, 'events', {
    title: 'Event',
    cost: 'Donation',
    attendance_mode: 'mixed',
    online_url: 'https://a.example/',
    website: 'https://a.example/',
    image: { url: 'https://a.example/a.jpg', alt: 'Alt' },
    venue: [{ venue: 'Venue', website: 'https://a.example/' }],
    organizer: [{ organizer: 'Organizer', email: 'a@a.example' }],
    categories: ['Category'],
    tags: ['Tag'],
  });
  await overwriteTexts();
  paths = [`event/${event.slug}`, 'venue/venue', 'organizer/organizer', 'category/category', 'tag/tag'];
});
afterAll(() => calendar.close());

/** Stores markup in the texts of all records, past the checks of the API. */
async function overwriteTexts(): Promise<void> {
  const session = new pg.Client({ connectionString: calendar.databaseUrl });
  await session.connect();
  await session.query('set session_replication_role = replica');
  const assignments = {
    event_translations: 'title = $1',
    events: "website = 'javascript:alert(1)', online_url = 'data:text/html,1'",
    venue_translations: 'name = $1',
    venues:
      "address = $1, city = $1, country = $1, province = $1, zip = $1, phone = $1, website = 'javascript:alert(1)'",
    organizer_translations: 'name = $1',
    organizers: "phone = $1, website = 'javascript:alert(1)'",
    category_translations: 'name = $1',
    tag_translations: 'name = $1',
  };
  for (const [table, assignment] of Object.entries(assignments))
    await session.query(`update ${table} set ${assignment}`, assignment.includes('$1') ? [HOSTILE] : []);
  await session.end();
}

describe('Page of a record with markup in every field', () => {
  it('has no script, handler or scheme from a record (17.17, 17.18)', async () => {
    for (const path of paths) {
      const { status, text } = await calendar.request('GET', `/en/agenda/${path}`);
      expect([path, status]).toEqual([path, 200]);
      const scripts = [...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
      expect(scripts).toEqual([expect.stringContaining('type="module"'), '<script type="application/ld+json">']);
      expect(text).toContain('&lt;script>');
      expect(text).not.toMatch(/<img|href="(?:javascript|data):/i);
    }
  });

  it('shows addresses with other schemes as text (17.18)', async () => {
    const { text } = await calendar.request('GET', `/en/agenda/${paths[0] ?? ''}`);
    expect(text).toContain('<dd>javascript:alert(1)</dd>');
    expect(text).toContain('<dd>data:text/html,1</dd>');
  });
});

describe('Page of a record with invisible characters', () => {
  it('has no character that reverses the text around it (17.17)', async () => {
    const title = 'Con\u202Ecert \u200B\u200Dx';
    const { slug } = await createRecord(calendar, 'events', { title, description: `<p>${title}</p>` });
    const { text } = await calendar.request('GET', `/en/agenda/event/${slug}`);
    expect(text).toContain('<h1>Concert');
    expect(text).not.toContain('\u202E');
  });
});
