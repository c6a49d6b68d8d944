import { beforeAll, describe, expect, it } from 'vitest';
import { useTestCalendar } from '../../support/calendar/use-test-calendar.js';
import { query } from '../../support/database/database-session.js';
import { readHtml } from '../../support/pages/read-page.js';
import { createRecord, KINDS } from '../../support/records/kinds.js';

const HOSTILE = '</title><script>alert(1)</script>"><img src=x onerror=alert(1)>';

const calendar = useTestCalendar();
const proxied = useTestCalendar({ PUBLIC_URL: 'https://agenda.example/town' });
const hostile = useTestCalendar({ PAGES_NAME_EN: HOSTILE });

const get = (path: string) => calendar.request('GET', path);
const read = (path: string, from = calendar) => readHtml(from, `/en/agenda/${path}`);
const jsonLdOf = (text: string): unknown =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? 'null');

describe('Page of a venue', () => {
  it('shows address, contact and coming events, and has JSON-LD of a Place (17.5, 17.13)', async () => {
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
    const past = { start_date: '2020-01-01 10:00', end_date: '2020-01-01 11:00' };
    await createRecord(calendar, 'events', { title: 'Inside', venue: [venue.id] });
    await createRecord(calendar, 'events', { title: 'Elsewhere' });
    await createRecord(calendar, 'events', { title: 'Over', venue: [venue.id], ...past });
    const text = await read(`venue/${venue.slug}`);
    for (const part of [
      '<span>Carrer Major, 1</span><span>Reus</span>',
      'href="geo:41.1,1.1?q=41.1,1.1"',
      '<a href="tel:+34977000000" rel="noopener noreferrer">+34 977 000 000</a>',
      '<a href="https://www.auditori.example/" rel="noopener noreferrer">auditori.example</a>',
      '<h3>History</h3>',
      '>Inside</a>',
      `href="/en/agenda?venue=${venue.id}"`,
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/Elsewhere|Over/);
    expect(jsonLdOf(text)).toMatchObject({ '@type': 'Place', name: 'Auditori', address: { addressLocality: 'Reus' } });
    for (const feed of ['ics', 'atom'].map((suffix) => `events.${suffix}?venue=${venue.id}`)) {
      expect(text).toContain(`" href="${calendar.base}/${feed}&amp;ml_language=en"/>`);
      expect((await get(`${feed}&ml_language=en`)).status).toBe(200);
    }
  });

  it('without events says so, and without details shows none (17.8)', async () => {
    const text = await read(`venue/${(await createRecord(calendar, 'venues')).slug}`);
    expect(text).toContain('No events are announced at the moment.');
    expect(text).toContain('<dl class="details"></dl>');
  });

  it('does not show protected events as belonging to it (8.14)', async () => {
    const { id, slug } = await createRecord(calendar, 'venues');
    await createRecord(calendar, 'events', { title: 'Secret meeting', venue: [id], password: 'x' });
    expect(await read(`venue/${slug}`)).not.toContain('Secret meeting');
  });
});

describe('Page of an organizer', () => {
  it('shows contact and coming events, and has JSON-LD of an Organization (17.5, 17.13)', async () => {
    const contact = { phone: 'ask at the bar', email: 'info@coral.example' };
    const organizer = await createRecord(calendar, 'organizers', { organizer: 'Coral', ...contact });
    await createRecord(calendar, 'events', { title: 'Concert', organizer: [organizer.id] });
    const text = await read(`organizer/${organizer.slug}`);
    for (const part of ['<dd>ask at the bar</dd>', 'href="mailto:info@coral.example"', '>Concert</a>'])
      expect(text).toContain(part);
    expect(jsonLdOf(text)).toMatchObject({ '@type': 'Organization', name: 'Coral', email: 'info@coral.example' });
  });
});

describe('Page of a term', () => {
  it('of a category shows events of its subcategories (17.5, 17.13)', async () => {
    const culture = await createRecord(calendar, 'categories', { name: 'Culture' });
    const music = await createRecord(calendar, 'categories', { name: 'Music', parent: culture.id });
    const jazz = await createRecord(calendar, 'categories', { name: 'Jazz', parent: music.id });
    const { slug } = await createRecord(calendar, 'events', { title: 'Jam session', categories: [jazz.id] });
    const text = await read(`category/${music.slug}`);
    expect(text).toContain('>Jam session</a>');
    expect(jsonLdOf(text)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      itemListElement: [{ '@type': 'ListItem', position: 1, url: `${calendar.origin}/en/agenda/event/${slug}` }],
    });
  });

  it('of a tag shows its events (17.5)', async () => {
    await createRecord(calendar, 'events', { title: 'Picnic', tags: ['Outdoors'] });
    const text = await read('tag/outdoors');
    for (const part of ['<h1>Outdoors</h1>', '>Picnic</a>', 'content="Outdoors: upcoming events."'])
      expect(text).toContain(part);
  });
});

describe('Slug', () => {
  /** An event with a Catalan and a Spanish text, and their slugs. */
  async function createBilingual() {
    const { id, slug: ca } = await createRecord(calendar, 'events', { title: 'Fira del llibre', ml_language: 'ca' });
    const json = { title: 'Feria del libro', ml_language: 'es' };
    const { body } = await calendar.request('PATCH', `events/${id}`, { json });
    return { ca, es: String(body['slug']) };
  }

  it.each(KINDS)('of no record is 404, with a search field: $path (17.9)', async ({ kind }) => {
    expect(await readHtml(calendar, `/en/agenda/${kind}/unknown`, 404)).toContain('type="search"');
  });

  it('of another language redirects to that of the address, with the query (4.4, 17.12)', async () => {
    const { ca, es } = await createBilingual();
    const { status, headers } = await get(`/es/agenda/event/${ca}?a=1&b=?`);
    expect([status, headers.get('Location')]).toEqual([301, `/es/agenda/event/${es}?a=1&b=?`]);
    // The event has no English text, so the current slug is the one of the served language, Catalan.
    expect((await get(`/en/agenda/event/${ca}`)).status).toBe(200);
    expect((await get(`/en/agenda/event/${es}`)).headers.get('Location')).toBe(`/en/agenda/event/${ca}`);
  });

  // The slugs of venues and organizers cannot be replaced.
  it.each(KINDS.filter(({ kind }) => kind !== 'venue' && kind !== 'organizer'))(
    'that was replaced redirects to the current one: $path (4.5, 17.12)',
    async ({ path, kind }) => {
      const { id, slug } = await createRecord(calendar, path);
      await calendar.request('PATCH', `${path}/${id}`, { json: { slug: `new-${kind}` } });
      const { status, headers } = await get(`/en/agenda/${kind}/${slug}`);
      expect([status, headers.get('Location')]).toEqual([301, `/en/agenda/${kind}/new-${kind}`]);
    },
  );

  it('in a redirect is below the path of PUBLIC_URL (11.1)', async () => {
    const { id, slug } = await createRecord(proxied, 'events');
    await proxied.request('PATCH', `events/${id}`, { json: { slug: 'renamed' } });
    const { headers } = await proxied.request('GET', `/en/agenda/event/${slug}`);
    expect(headers.get('Location')).toBe('/town/en/agenda/event/renamed');
  });

  it('of each existing translation is linked by a page (17.12)', async () => {
    const { ca, es } = await createBilingual();
    const text = await readHtml(calendar, `/ca/agenda/event/${ca}`);
    const links = [...text.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)];
    expect(Object.fromEntries(links.map(([, language, url]) => [language, url]))).toEqual({
      ca: `${calendar.origin}/ca/agenda/event/${ca}`,
      es: `${calendar.origin}/es/agenda/event/${es}`,
      'x-default': expect.stringContaining('/agenda/event/'),
    });
    expect(text).toContain(`<a href="/es/agenda/event/${es}" lang="es" hreflang="es"`);
    expect(text).not.toContain('fallback-note');
  });
});

describe('Page of a record without the language of the address', () => {
  it('shows another language and says so (17.11)', async () => {
    const fields = { title: 'Solo en español', description: '<p>Hola</p>', ml_language: 'es' };
    const { slug } = await createRecord(calendar, 'events', fields);
    const { headers, text } = await get(`/ca/agenda/event/${slug}`);
    expect(headers.get('Content-Language')).toBe('ca');
    for (const part of [
      '<html lang="ca">',
      '<h1 lang="es">Solo en español</h1>',
      '<div lang="es"><p>Hola</p></div>',
      'Sense traducció: text en castellà',
      `<link rel="canonical" href="${calendar.origin}/es/agenda/event/${slug}"/>`,
    ])
      expect(text).toContain(part);
    const alternates = [...text.matchAll(/<link rel="alternate" hreflang="([^"]+)"/g)];
    expect(alternates.map(([, language]) => language)).toEqual(['es', 'x-default']);
  });
});

describe('Page of a record with markup in every field', () => {
  const PLACE_FIELDS = ['address', 'city', 'country', 'province', 'zip', 'phone'].map(
    (name) => `${name} = '${HOSTILE}'`,
  );
  beforeAll(async () => {
    const website = 'https://a.example/';
    await createRecord(hostile, 'events', {
      title: 'Event',
      cost: 'Donation',
      attendance_mode: 'mixed',
      online_url: website,
      website,
      image: { url: 'https://a.example/a.jpg', alt: 'Alt' },
      venue: [{ venue: 'Venue', website }],
      organizer: [{ organizer: 'Organizer', email: 'a@a.example' }],
      categories: ['Category'],
      tags: ['Tag'],
    });
    // Stores markup past the checks of the API.
    const texts = KINDS.map(
      ({ kind }) => `update ${kind}_translations set ${kind === 'event' ? 'title' : 'name'} = '${HOSTILE}'`,
    );
    const script = `website = 'javascript:alert(1)'`;
    const statements = [
      'set session_replication_role = replica',
      ...texts,
      `update events set ${script}, online_url = 'data:text/html,1'`,
      `update venues set ${script}, ${PLACE_FIELDS.join()}`,
      `update organizers set ${script}, phone = '${HOSTILE}'`,
    ];
    await query(hostile.databaseUrl, statements.join(';'));
  });

  it.each(KINDS)('has no script, handler or scheme from it: $path (17.17, 17.18)', async ({ kind }) => {
    const text = await read(`${kind}/${kind}`, hostile);
    const scripts = [...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    expect(scripts).toEqual([expect.stringContaining('type="module"'), '<script type="application/ld+json">']);
    expect(text).toContain('&lt;script>');
    expect(text).not.toMatch(/<img|href="(?:javascript|data):/i);
  });

  it('shows addresses with other schemes as text (17.18)', async () => {
    const text = await read('event/event', hostile);
    for (const address of ['javascript:alert(1)', 'data:text/html,1']) expect(text).toContain(`<dd>${address}</dd>`);
  });
});
