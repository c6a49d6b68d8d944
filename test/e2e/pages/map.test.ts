import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCalendar, type TestCalendar } from '../../support/calendar/test-calendar.js';
import { createRecord } from '../../support/records/kinds.js';
import { upcomingDates } from '../../support/records/records.js';

const TILES = 'https://{s}.tiles.example/{z}/{x}/{y}.png';

let calendar: TestCalendar;
let withTiles: TestCalendar;
beforeAll(async () => {
  [calendar, withTiles] = await Promise.all([
    startTestCalendar({ MAX_PER_PAGE: '1' }),
    startTestCalendar({ MAP_TILES: TILES, MAP_ATTRIBUTION: '© <Tiles> & "Co"', MAP_AUTOLOAD: 'true' }),
  ]);
  const reus = { address: 'Carrer Major, 1', zip: '43201', city: 'Reus', geo_lat: 41.1561, geo_lng: 1.1069 };
  const auditori = await createRecord(calendar, 'venues', { venue: 'Auditori', ...reus });
  const moll = await createRecord(calendar, 'venues', { venue: 'Moll', geo_lat: 41.11, geo_lng: 1.25 });
  const secret = { venue: 'Secret', geo_lat: 41.2, geo_lng: 1.2, show_map: false, show_map_link: false };
  await createRecord(calendar, 'venues', { venue: 'Biblioteca', city: 'Valls' });
  await createRecord(calendar, 'venues', secret);
  const venues = [
    auditori.id,
    moll.id,
    auditori.id,
    { venue: 'Biblioteca' },
    { venue: 'Secret' },
    auditori.id,
    auditori.id,
  ];
  for (const [index, venue] of venues.entries())
    await createRecord(calendar, 'events', { title: `Event ${index}`, venue: [venue], ...upcomingDates(index + 1) });
  await createRecord(calendar, 'events', { title: 'Nowhere', ...upcomingDates() });
  const ended = { start_date: '2020-01-01 10:00:00', end_date: '2020-01-01 11:00:00' };
  await createRecord(calendar, 'events', { title: 'Ended', venue: [{ venue: 'Closed' }], ...ended });
  await createRecord(withTiles, 'events', {
    title: 'Concert',
    venue: [{ venue: 'Auditori', ...reus }],
    ...upcomingDates(),
  });
});
afterAll(() => Promise.all([calendar.close(), withTiles.close()]));

async function read(path: string, from = calendar) {
  const { status, text } = await from.request('GET', path);
  expect([path, status]).toEqual([path, 200]);
  return text;
}

/** The places of a page by their names. */
async function readPlaces(path: string) {
  const items = (await read(path)).split('<li class="place-card"').slice(1);
  return new Map(items.map((item) => [/<h2[^>]*><a[^>]*>([^<]*)/.exec(item)?.[1] ?? '', item]));
}

describe('Map', () => {
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

  it('shows no place on the map, and no link to one, if the venue says so (6.13)', async () => {
    expect((await readPlaces('/en/agenda/map')).get('Secret')).not.toMatch(/geo:|data-lat/);
  });

  it('with a point in the filters shows distances, the nearest place first (17.22)', async () => {
    const places = await readPlaces('/ca/agenda/map?geoloc_lat=41.11&geoloc_lng=1.24&geoloc_radius=100');
    expect([...places.keys()]).toEqual(['Moll', 'Secret', 'Auditori']);
    const distances = [...places.values()].map((place) => /class="place-distance">([^<]*)/.exec(place)?.[1]);
    expect(distances).toEqual(['A 0,84 km', 'A 11 km', 'A 12 km']);
  });

  it('says how many events it is limited to (17.22)', async () => {
    expect(await read('/en/agenda/map')).not.toContain('Places of the next');
    for (const index of [1, 2, 3])
      await createRecord(calendar, 'events', { title: `Nowhere ${index}`, ...upcomingDates(30 + index) });
    expect(await read('/en/agenda/map')).toContain('Places of the next 10 events.');
  });

  it('without MAP_TILES is the list alone, and the service has no file of Leaflet (17.22)', async () => {
    const html = await read('/en/agenda/map');
    expect(html).not.toContain('class="map"');
    const [, script = ''] = /data-script="([^"]+)"/.exec(await read('/en/agenda/map', withTiles)) ?? [];
    const statusOf = async (from: TestCalendar) => (await from.request('GET', script)).status;
    expect([await statusOf(withTiles), await statusOf(calendar)]).toEqual([200, 404]);
  });

  it('with MAP_TILES allows images from one host of tiles, and has an escaped attribution (17.20, 17.22)', async () => {
    const { text, headers } = await withTiles.request('GET', '/es/agenda/map');
    expect(headers.get('Content-Security-Policy')).toContain("img-src 'self' https://a.tiles.example;");
    expect(text).toContain('data-attribution="© &lt;Tiles> &amp; &quot;Co&quot;"');
    expect(text).toContain('data-autoload="true"');
    expect(text).toMatch(/<button type="button">Mostrar el mapa \(se carga de a\.tiles\.example\)</);
  });
});
