import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCalendar, type TestCalendar } from '../../support/calendar/test-calendar.js';
import { createRecord } from '../../support/records/kinds.js';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

async function read(path: string): Promise<string> {
  const { status, text } = await calendar.request('GET', `/en/agenda/${path}`);
  expect([path, status]).toEqual([path, 200]);
  return text;
}

const jsonLdOf = (text: string): unknown =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? 'null');

describe('Page of a venue', () => {
  it('shows address, contact and coming events, as a Place (17.5, 17.13)', async () => {
    const venue = await createRecord(calendar, 'venues', {
      venue: 'Auditori',
      address: 'Carrer Major, 1',
      city: 'Reus',
      phone: '+34 977 000 000',
      website: 'https://www.auditori.example/',
      geo_lat: 41.1,
      geo_lng: 1.1,
      description: '<h2>History</h2>',
    });
    await createRecord(calendar, 'events', { title: 'Inside', venue: [venue.id] });
    await createRecord(calendar, 'events', { title: 'Elsewhere' });
    await createRecord(calendar, 'events', {
      title: 'Over',
      venue: [venue.id],
      start_date: '2020-01-01 10:00',
      end_date: '2020-01-01 11:00',
    });
    const text = await read(`venue/${venue.slug}`);
    expect(text).toContain('<span>Carrer Major, 1</span><span>Reus</span>');
    expect(text).toContain('href="geo:41.1,1.1?q=41.1,1.1"');
    expect(text).toContain('<a href="tel:+34977000000" rel="noopener noreferrer">+34 977 000 000</a>');
    expect(text).toContain('<a href="https://www.auditori.example/" rel="noopener noreferrer">auditori.example</a>');
    expect(text).toContain('<h3>History</h3>');
    expect(text).toContain('>Inside</a>');
    expect(text).not.toMatch(/Elsewhere|Over/);
    expect(text).toContain(`href="/en/agenda?venue=${venue.id}"`);
    expect(jsonLdOf(text)).toMatchObject({ '@type': 'Place', name: 'Auditori', address: { addressLocality: 'Reus' } });
    const feeds = ['ics', 'atom'].map(
      (suffix) => `${calendar.base}/events.${suffix}?venue=${venue.id}&amp;ml_language=en`,
    );
    for (const feed of feeds) {
      expect(text).toMatch(new RegExp(`<link rel="alternate" type="[^"]+" href="${feed.replace(/[?.]/g, '\\$&')}"/>`));
      expect((await calendar.request('GET', feed.replace(calendar.base + '/', '').replace('&amp;', '&'))).status).toBe(
        200,
      );
    }
  });

  it('without events and facts says so (17.8)', async () => {
    const { slug } = await createRecord(calendar, 'venues', { venue: 'Empty' });
    const text = await read(`venue/${slug}`);
    expect(text).toContain('No events are announced at the moment.');
    expect(text).toContain('<dl class="details"></dl>');
  });

  it('does not show protected events as belonging to it (8.14)', async () => {
    const venue = await createRecord(calendar, 'venues', { venue: 'Vault' });
    await createRecord(calendar, 'events', { title: 'Secret meeting', venue: [venue.id], password: 'x' });
    expect(await read(`venue/${venue.slug}`)).not.toContain('Secret meeting');
  });
});

describe('Page of an organizer', () => {
  it('shows contact and coming events, as an Organization (17.5, 17.13)', async () => {
    const organizer = await createRecord(calendar, 'organizers', {
      organizer: 'Coral',
      phone: 'ask at the bar',
      email: 'info@coral.example',
    });
    await createRecord(calendar, 'events', { title: 'Concert', organizer: [organizer.id] });
    const text = await read(`organizer/${organizer.slug}`);
    expect(text).toContain('<dd>ask at the bar</dd>');
    expect(text).toContain('href="mailto:info@coral.example"');
    expect(text).toContain('>Concert</a>');
    expect(jsonLdOf(text)).toMatchObject({ '@type': 'Organization', name: 'Coral', email: 'info@coral.example' });
  });
});

describe('Page of a term', () => {
  it('of a category shows events of its subcategories, and links to parent and children (17.5, 17.13)', async () => {
    const culture = await createRecord(calendar, 'categories', { name: 'Culture' });
    const music = await createRecord(calendar, 'categories', { name: 'Music', parent: culture.id });
    const jazz = await createRecord(calendar, 'categories', { name: 'Jazz', parent: music.id });
    const { slug } = await createRecord(calendar, 'events', { title: 'Jam session', categories: [jazz.id] });
    const text = await read(`category/${music.slug}`);
    expect(text).toContain('>Jam session</a>');
    expect(text).toMatch(/Part of<\/dt><dd><ul class="links"><li><a href="\/en\/agenda\/category\/culture">Culture/);
    expect(text).toMatch(/Subcategories<\/dt><dd><ul class="links"><li><a href="\/en\/agenda\/category\/jazz">Jazz/);
    expect(jsonLdOf(text)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      itemListElement: [{ '@type': 'ListItem', position: 1, url: `${calendar.origin}/en/agenda/event/${slug}` }],
    });
  });

  it('of a tag shows its events (17.5)', async () => {
    await createRecord(calendar, 'events', { title: 'Picnic', tags: ['Outdoors'] });
    const text = await read('tag/outdoors');
    expect(text).toContain('<h1>Outdoors</h1>');
    expect(text).toContain('>Picnic</a>');
    expect(text).toContain('content="Outdoors: coming events."');
  });

  it.each(['venue', 'organizer', 'category', 'tag', 'event'])('of an unknown %s is 404 (17.9)', async (kind) => {
    const { status, text } = await calendar.request('GET', `/en/agenda/${kind}/unknown`);
    expect([status, text.includes('type="search"')]).toEqual([404, true]);
  });
});

describe('List', () => {
  it('has the feeds of its filters, their subscription, and an ItemList (17.13)', async () => {
    await createRecord(calendar, 'events', { title: 'Listed', tags: ['feedtag'] });
    const { text } = await calendar.request('GET', '/es/agenda?tags=feedtag&utm_source=x');
    const feed = `${calendar.base}/events.ics?tags=feedtag&amp;ml_language=es`;
    expect(text).toContain(`<link rel="alternate" type="text/calendar" href="${feed}"/>`);
    expect(text).toContain(`value="${feed}"`);
    expect(jsonLdOf(text)).toMatchObject({ '@type': 'ItemList', itemListElement: [{ position: 1 }] });
  });
});
