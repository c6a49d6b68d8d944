import { beforeAll, describe, expect, it } from 'vitest';
import { useTestCalendar } from '../../support/calendar/use-test-calendar.js';
import { articleOf, listedSlugs, readHtml, textOf } from '../../support/pages/read-page.js';
import { createRecord, type ServedRecord } from '../../support/records/kinds.js';
import { EVENT_PASSWORD } from '../../support/records/protected-events.js';
import { upcomingDates } from '../../support/records/records.js';

const NOW = '2027-03-10T12:00:00Z';
const SCRIPT = '<script>alert(1)</script>';
const ORIGINS = ['https://www.example.org', 'https://news.example.org:8443'];

const calendar = useTestCalendar({
  TIMEZONE: 'Europe/Madrid',
  PAGES_NAME_EN: SCRIPT,
  PAGES_EMBED: 'none',
  MAX_PER_PAGE: '5',
});

/** An event from 10:00 to 11:00 on a day of March 2027. */
const createEvent = (slug: string, day: number, input: object = {}): Promise<ServedRecord> => {
  const date = `2027-03-${String(day).padStart(2, '0')}`;
  const fields = { title: slug, slug, start_date: `${date} 10:00:00`, end_date: `${date} 11:00:00`, ...input };
  return createRecord(calendar, 'events', { ml_language: 'ca', ...fields });
};
const list = (query = '', language = 'ca') => readHtml(calendar, `/${language}/agenda${query}`);

describe('List page', () => {
  beforeAll(async () => {
    calendar.setNow(NOW);
    const venue = { venue: 'Teatre Fortuny', city: 'Reus', address: 'Plaça de Prim, 4', geo_lat: 41, geo_lng: 1 };
    await createEvent('concert-secret', 12, { password: EVENT_PASSWORD, venue: [venue], cost: '12 €' });
    await createEvent('exposicio', 1, { all_day: true, end_date: '2027-04-02', venue: [venue], cost: '0 €' });
    await createEvent('avui', 10, { start_date: '2027-03-10 18:00', end_date: '2027-03-11 02:00', featured: true });
    await createEvent('ahir', 9, { end_date: '2027-03-10 20:00', categories: ['Música'], event_status: 'cancelled' });
    await createEvent('amagat', 11, { hide_from_listings: true });
    await createEvent('passat', 9);
  });

  it('shows a running event once, below today, with its end (17.5)', async () => {
    const html = await list('?search=exposicio');
    expect(listedSlugs(html)).toEqual(['exposicio']);
    expect(textOf(/<h2 class="day-heading">.*?<\/h2>/s.exec(html)?.[0] ?? '')).toBe('Avui dimecres , 10 de març');
    expect(textOf(articleOf(html, 'exposicio'))).toContain('fins al 2 d’abr. exposicio');
    expect(textOf(articleOf(await list(), 'ahir'))).toContain('fins a les 20:00');
    expect(textOf(articleOf(await list(), 'avui'))).toContain('18:00 – 02:00');
  });

  it('shows only the public members of protected events, and no hidden or past events (8.14, 17.5)', async () => {
    const html = await list();
    expect(textOf(articleOf(html, 'concert-secret'))).toBe('10:00 – 11:00 concert-secret');
    expect(html).not.toMatch(/amagat|passat/);
  });

  it('names the language of texts that are not translated (17.11)', async () => {
    const article = articleOf(await list('', 'es'), 'exposicio');
    expect(article).toContain('<h3 lang="ca">');
    expect(article).toContain('<span lang="ca">Teatre Fortuny</span>, Reus');
    expect(textOf(article)).toContain('Sin traducción: texto en catalán');
  });

  it('marks featured, free and cancelled events in words (17.23)', async () => {
    const html = await list('', 'en');
    expect(textOf(articleOf(html, 'avui'))).toContain('Featured');
    expect(textOf(articleOf(html, 'exposicio'))).toContain('Free');
    expect(articleOf(html, 'ahir')).toMatch(/is-cancelled.*Cancelled/s);
  });

  it('escapes markup in the search and in the name of the site (17.17)', async () => {
    const html = await list(`?search=${encodeURIComponent(`jazz ${SCRIPT}`)}`, 'en');
    expect(html).toContain(`value="jazz ${SCRIPT.replaceAll('<', '&lt;')}"`);
    expect(html).not.toContain(SCRIPT);
  });

  it('keeps filters by venue and place as hidden fields, and has a link that clears all filters (17.6)', async () => {
    const { body } = await calendar.request<{ venues: ServedRecord[] }>('GET', 'venues');
    const venue = String(body.venues[0]?.id);
    const html = await list(`?search=exposicio&venue=${venue}&geoloc_lat=41&geoloc_lng=1`, 'en');
    for (const [name, value] of Object.entries({ venue, geoloc_lat: '41', geoloc_lng: '1' }))
      expect(html).toContain(`<input type="hidden" name="${name}" value="${value}"/>`);
    expect(html).toContain('<a class="clear-filters" href="/en/agenda">Clear filters</a>');
  });

  it('links the calendar file with its filters, shows its address for a subscription, and has an ItemList (17.13)', async () => {
    const html = await list('?categories=musica&utm_source=x', 'es');
    const feed = `${calendar.base}/events.ics?categories=musica&amp;ml_language=es`;
    expect(html).toContain(`<link rel="alternate" type="text/calendar" href="${feed}"/>`);
    expect(html).toContain(`value="${feed}"`);
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(json)).toMatchObject({ '@type': 'ItemList', itemListElement: [{ position: 1 }] });
  });

  it('shows the events of the REST list with the same filters, in its order, on the first two pages (17.5, 17.6)', async () => {
    for (let day = 20; day > 13; day -= 1) await createEvent(`excursio-${day}`, day, { featured: day % 2 === 0 });
    for (const filter of ['', 'search=excursio&', 'featured=true&', 'categories=musica&', 'free=true&']) {
      let path: string | undefined = `/ca/agenda?${filter}`;
      for (const page of [1, 2]) {
        const query = `events?${filter}ends_after=now&per_page=5&page=${page}`;
        const { body } = await calendar.request<{ events?: ServedRecord[] }>('GET', query);
        const html: string = path === undefined ? '' : await readHtml(calendar, path);
        expect([query, listedSlugs(html)]).toEqual([query, (body.events ?? []).map(({ slug }) => slug)]);
        path = /href="([^"]+)" rel="next"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
      }
    }
  });

  it('shows an event of another zone below its day in TIMEZONE, with its own date and zone (17.5)', async () => {
    const tokyo = { timezone: 'Asia/Tokyo', start_date: '2027-03-25 01:00', end_date: '2027-03-25 03:00' };
    await createEvent('zona-toquio', 25, tokyo);
    await createEvent('zona-local', 24, { start_date: '2027-03-24 20:00', end_date: '2027-03-24 21:00' });
    const html = await list('?search=zona');
    const days = [...html.matchAll(/<h2 class="day-heading"><time datetime="([^"]+)"/g)].map(([, day]) => day);
    expect(days).toEqual(['2027-03-24']);
    expect(textOf(articleOf(html, 'zona-toquio'))).toContain('25 de març, 01:00 – 03:00 JST');
  });

  it.each([
    ['2027-03-12 00:00', 'fins a l’11 de març', '5–11 de març del 2027, 18:00'],
    ['2027-04-01 20:00', 'fins a l’1 d’abr.', '5 de març – 1 d’abril del 2027, 18:00'],
    ['2028-03-09 20:00', 'fins al 9 de març del 2028', '5 de març del 2027 – 9 de març del 2028, 18:00'],
  ])(
    'shows the last day of an event that ends at %s, with the Catalan article of the number (17.5, 17.11)',
    async (end_date, end, days) => {
      const slug = `festival-${end_date.slice(0, 10)}`;
      await createEvent(slug, 5, { start_date: '2027-03-05 18:00', end_date });
      const article = articleOf(await list('?search=festival'), slug);
      expect(textOf(article)).toContain(end);
      expect(article.replaceAll(/[\u2009\u202F]/g, ' ')).toContain(`aria-label="${slug}, ${days}"`);
    },
  );
});

describe('Error page', () => {
  it('of rejected filters has the values and each message next to its field, else in a list (17.6)', async () => {
    const query = 'search=jazz&categories=nothing&free=maybe&geoloc_lat=41&tags=nothing';
    const html = await readHtml(calendar, `/en/agenda?${query}`, 400);
    for (const field of ['categories', 'free'])
      expect(html).toMatch(new RegExp(`aria-describedby="${field}-error".*id="${field}-error">[A-Z]`, 's'));
    for (const name of ['geoloc_lng', 'tags']) expect(html).toMatch(new RegExp(`<code>${name}</code>: [A-Z]`));
    for (const value of ['value="jazz"', 'value="nothing"']) expect(html).toContain(value);
  });

  it('of a view has the form of that view (17.6)', async () => {
    const html = await readHtml(calendar, '/en/agenda/month/2027-03?free=maybe', 400);
    expect(html).toContain('<form class="filters" action="/en/agenda/month/2027-03"');
  });

  it.each([
    ['GET', '/ca/agenda/res', 404, 'No hem trobat la pàgina'],
    ['GET', '/es/agenda/event/nada', 404, 'No hemos encontrado la página'],
    ['POST', '/en/agenda', 405, 'Not possible here'],
  ])('of %s %s is %i with a search field, in words for visitors (17.9)', async (method, path, status, title) => {
    const response = await calendar.request(method, path, { token: null });
    expect([response.status, /<h1>(.*?)<\/h1>/.exec(response.text)?.[1]]).toEqual([status, title]);
    expect(response.text).toContain('type="search"');
    expect(response.text).not.toMatch(/API|calendar\/events/);
  });
});

describe('Map', () => {
  /** Its map is limited to 10 times MAX_PER_PAGE. */
  const mapCalendar = useTestCalendar({ MAX_PER_PAGE: '1' });
  beforeAll(async () => {
    const reus = { address: 'Carrer Major, 1', zip: '43201', city: 'Reus', geo_lat: 41.1561, geo_lng: 1.1069 };
    const venues = {
      auditori: { venue: 'Auditori', ...reus },
      moll: { venue: 'Moll', geo_lat: 41.11, geo_lng: 1.25 },
      biblioteca: { venue: 'Biblioteca', city: 'Valls' },
      secret: { venue: 'Secret', geo_lat: 41.2, geo_lng: 1.2, show_map: false, show_map_link: false },
    };
    const places = ['auditori', 'moll', 'auditori', 'biblioteca', 'secret', 'auditori', 'auditori'] as const;
    for (const [index, place] of places.entries()) {
      const event_status = place === 'moll' ? 'cancelled' : 'scheduled';
      const fields = { title: `Event ${index}`, venue: [venues[place]], event_status };
      await createRecord(mapCalendar, 'events', { ...fields, ...upcomingDates(index + 1) });
    }
    await createRecord(mapCalendar, 'events', { title: 'Nowhere', ...upcomingDates() });
    const ended = { start_date: '2020-01-01 10:00:00', end_date: '2020-01-01 11:00:00' };
    await createRecord(mapCalendar, 'events', { title: 'Ended', venue: [{ venue: 'Closed' }], ...ended });
  });

  /** The HTML of the places of a page, by their names. */
  async function readPlaces(path: string) {
    const items = (await readHtml(mapCalendar, path)).split('<li class="place-card"').slice(1);
    return new Map(items.map((item) => [/<h2[^>]*><a[^>]*>([^<]*)/.exec(item)?.[1] ?? '', item]));
  }

  it('lists the venues of coming events with address, events and a geo: link, in the order of their events (17.22)', async () => {
    const places = await readPlaces('/en/agenda/map');
    expect([...places.keys()]).toEqual(['Auditori', 'Moll', 'Biblioteca', 'Secret']);
    const auditori = places.get('Auditori') ?? '';
    expect(auditori).toContain('data-lat="41.1561" data-lng="1.1069" data-count="4"');
    expect(auditori).toContain('<address><span>Carrer Major, 1</span><span>43201 Reus</span></address>');
    expect(auditori).toContain('href="geo:41.1561,1.1069?');
    expect(auditori.match(/>Event \d</g)).toEqual(['>Event 0<', '>Event 2<', '>Event 5<']);
    expect(auditori).toMatch(/href="\/en\/agenda\?venue=\d+"[^>]*>1 more event</);
    expect(places.get('Biblioteca')).not.toMatch(/geo:|data-lat/);
  });

  it('says which of the events are cancelled (17.23)', async () => {
    const places = [...(await readPlaces('/en/agenda/map'))];
    expect(places.flatMap(([name, place]) => (place.includes('>Cancelled<') ? [name] : []))).toEqual(['Moll']);
  });

  it.each([
    ['no event matches', 'search=nothing', 'No event matches your search.'],
    ['the events have no place', 'search=nowhere', 'None of the upcoming events has a place.'],
  ])('says if %s (17.6)', async (_, query, message) => {
    expect(await readHtml(mapCalendar, `/en/agenda/map?${query}`)).toContain(message);
  });

  it('shows no place on the map, and no link to one, if the venue says so (6.13)', async () => {
    expect((await readPlaces('/en/agenda/map')).get('Secret')).not.toMatch(/geo:|data-lat/);
  });

  it('with a point in the filters shows distances, the nearest place first (17.22)', async () => {
    const places = await readPlaces('/ca/agenda/map?geoloc_lat=41.11&geoloc_lng=1.24&geoloc_radius=100');
    const distances = [...places].map(([name, place]) => [name, /class="place-distance">([^<]*)/.exec(place)?.[1]]);
    expect(distances).toEqual([
      ['Moll', 'A 0,84 km'],
      ['Secret', 'A 11 km'],
      ['Auditori', 'A 12 km'],
    ]);
  });

  it('says how many events it is limited to (17.22)', async () => {
    expect(await readHtml(mapCalendar, '/en/agenda/map')).not.toContain('Places of the next');
    for (const days of [31, 32, 33]) await createRecord(mapCalendar, 'events', upcomingDates(days));
    expect(await readHtml(mapCalendar, '/en/agenda/map')).toContain('Places of the next 10 events.');
  });
});

describe('Embed', () => {
  const embedded = useTestCalendar({
    PAGES_EMBED: ORIGINS.join(','),
    CORS_ORIGINS: ORIGINS[0],
    PAGES_ROOT: '/city/events',
    MAP_TILES: 'https://{s}.tiles.example/{z}/{x}/{y}.png',
    MAP_ATTRIBUTION: '© <Tiles> & "Co"',
    MAP_AUTOLOAD: 'true',
  });
  beforeAll(async () => {
    const venue = { venue: 'Moll', geo_lat: 41.11, geo_lng: 1.25 };
    await createRecord(embedded, 'events', { title: 'Castanyada', categories: ['Food'], venue, ...upcomingDates() });
    await createRecord(embedded, 'events', { title: 'Regatta', ...upcomingDates() });
  });

  const get = (path: string, from = embedded) => from.request('GET', path);
  const framePolicyOf = ({ headers }: Awaited<ReturnType<typeof get>>) => [
    headers.get('Content-Security-Policy')?.split('; ').at(-1),
    headers.get('X-Frame-Options'),
  ];

  it('is the list with the filters, without header, footer and form; links leave the frame (17.27)', async () => {
    const { status, text, headers } = await get('/en/city/events/embed?view=list&categories=food&theme=dark');
    expect([status, headers.get('X-Robots-Tag')]).toEqual([200, 'noindex']);
    expect(text).toMatch(/<html lang="en" class="is-embed" data-theme="dark">/);
    expect(text).toContain('Castanyada');
    expect(text).not.toMatch(/Regatta|<(header|footer|nav|form)\b/);
    const links = text.match(/<a\b[^>]*>/g) ?? [];
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(link).toContain('target="_top"');
  });

  it.each(['month', 'day'])('of a %s links to the pages of the site (17.27)', async (view) => {
    const text = await readHtml(embedded, `/ca/city/events/embed?view=${view}&categories=food`);
    expect(text).toContain('class="is-embed"');
    expect(text).toContain(`<a target="_top" href="/ca/city/events/${view}?categories=food"`);
    expect(text).not.toMatch(/<(header|footer|form)\b/);
  });

  it('may be framed by the origins of PAGES_EMBED, also if it is an error; other pages by their own origin only (17.27)', async () => {
    for (const path of ['embed', 'embed?view=year', 'embed?theme=blue', 'embed?categories=unknown'])
      expect(framePolicyOf(await get(`/en/city/events/${path}`))).toEqual([
        `frame-ancestors ${ORIGINS.join(' ')}`,
        null,
      ]);
    for (const path of ['', '/map', '/event/unknown', '/embed/unknown'])
      expect(framePolicyOf(await get(`/en/city/events${path}`))).toEqual(["frame-ancestors 'self'", 'SAMEORIGIN']);
  });

  it.each(['view', 'theme'])('with an unknown %s is a page with status 400 and the message (17.27)', async (name) => {
    const text = await readHtml(embedded, `/ca/city/events/embed?${name}=unknown`, 400);
    expect(text).toContain('class="is-embed"');
    expect(text).toMatch(new RegExp(`<p>[^<]*${name}`));
  });

  it('without a language segment redirects to the requested language (17.2)', async () => {
    const headers = { 'Accept-Language': 'es' };
    const response = await embedded.request('GET', '/city/events/embed?theme=dark', { headers });
    expect([response.status, response.headers.get('Location')]).toEqual([302, '../../es/city/events/embed?theme=dark']);
  });

  it.each(['/en/agenda/embed', '/agenda/embed', '/agenda/embed.js'])(
    'is 404 with PAGES_EMBED=none, like its script, and may not be framed by other origins: %s (17.27)',
    async (path) => {
      const response = await get(path, calendar);
      expect([response.status, framePolicyOf(response)[1]]).toEqual([404, expect.stringMatching(/SAMEORIGIN|DENY/)]);
    },
  );

  it('has a script that loads from any origin, is cached for an hour and knows PAGES_ROOT (17.28)', async () => {
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

  it('the map with MAP_TILES loads images from one host of tiles; without, no file of Leaflet is served (17.20, 17.22)', async () => {
    const { text, headers } = await get('/es/city/events/map');
    expect(headers.get('Content-Security-Policy')).toContain("img-src 'self' https://a.tiles.example;");
    expect(text).toContain('data-attribution="© &lt;Tiles> &amp; &quot;Co&quot;"');
    expect(text).toContain('data-autoload="true"');
    expect(text).toMatch(/<button type="button">Mostrar el mapa \(se carga de a\.tiles\.example\)</);
    expect(await readHtml(calendar, '/en/agenda/map')).not.toContain('class="map"');
    const [, script = ''] = /data-script="([^"]+)"/.exec(text) ?? [];
    const scriptWithoutTiles = script.replace('/city/events', '/agenda');
    expect([(await get(script)).status, (await get(scriptWithoutTiles, calendar)).status]).toEqual([200, 404]);
  });
});
