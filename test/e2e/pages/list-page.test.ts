import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCalendar, type TestCalendar } from '../../support/calendar/test-calendar.js';
import { articleOf, listedSlugs, readHtml, textOf } from '../../support/pages/read-page.js';
import { createRecord, type ServedRecord } from '../../support/records/kinds.js';
import { EVENT_PASSWORD } from '../../support/records/protected-events.js';

const NOW = '2027-03-10T12:00:00Z';
const SCRIPT = '<script>alert(1)</script>';
let calendar: TestCalendar;

/** An event from 10:00 to 11:00 on a day of March 2027. */
const createEvent = (slug: string, day: number, input: object = {}): Promise<ServedRecord> => {
  const date = `2027-03-${String(day).padStart(2, '0')}`;
  const times = { start_date: `${date} 10:00:00`, end_date: `${date} 11:00:00` };
  return createRecord(calendar, 'events', { title: slug, slug, ...times, ...input }, { headers: CATALAN });
};
const CATALAN = { 'Accept-Language': 'ca' };
const list = (query = '', language = 'ca') => readHtml(calendar, `/${language}/agenda${query}`);

beforeAll(async () => {
  calendar = await startTestCalendar({ TIMEZONE: 'Europe/Madrid', PAGES_NAME_EN: SCRIPT, MAX_PER_PAGE: '5' });
  calendar.setNow(NOW);
  const venue = { venue: 'Teatre Fortuny', city: 'Reus', address: 'Plaça de Prim, 4', geo_lat: 41, geo_lng: 1 };
  await createEvent('concert-secret', 12, { password: EVENT_PASSWORD, venue: [venue], cost: '12 €' });
  await createEvent('exposicio', 1, { all_day: true, end_date: '2027-04-02', venue: [venue], cost: '0 €' });
  await createEvent('avui', 10, { start_date: '2027-03-10 18:00', end_date: '2027-03-11 02:00', featured: true });
  await createEvent('ahir', 9, { end_date: '2027-03-10 20:00', categories: ['Música'], event_status: 'cancelled' });
  await createEvent('amagat', 11, { hide_from_listings: true });
  await createEvent('passat', 9);
});
afterAll(() => calendar.close());

describe('List page', () => {
  it('shows the events of the REST list with the same filters, in its order, on all pages (17.5, 17.6)', async () => {
    for (let day = 20; day > 13; day -= 1) await createEvent(`excursio-${day}`, day, { featured: day % 2 === 0 });
    for (const filter of ['', 'search=excursio&', 'featured=true&', 'categories=musica&', 'free=true&']) {
      const rest = await calendar.request<{ events: ServedRecord[] }>(
        'GET',
        `events?${filter}ends_after=now&per_page=5`,
      );
      const [, second] = [
        rest,
        await calendar.request<{ events: ServedRecord[] }>('GET', `events?${filter}ends_after=now&per_page=5&page=2`),
      ];
      const html = await list(`?${filter}`);
      expect(listedSlugs(html)).toEqual(rest.body.events.map(({ slug }) => slug));
      const [, next] = /href="([^"]+)" rel="next"/.exec(html) ?? [];
      const following = next === undefined ? '' : await readHtml(calendar, next.replaceAll('&amp;', '&'));
      expect(listedSlugs(following)).toEqual((second.body.events ?? []).map(({ slug }) => slug));
    }
  });

  it('shows a running event once, below today, with its end (17.5)', async () => {
    const html = await list('?search=exposicio');
    expect(textOf(/<h2 class="day-heading">.*?<\/h2>/s.exec(html)?.[0] ?? '')).toBe('Avui dimecres , 10 de març');
    expect(textOf(articleOf(html, 'exposicio'))).toContain('fins al 2 d’abr. exposicio');
    expect(textOf(articleOf(await list(), 'ahir'))).toContain('fins a les 20:00');
    expect(textOf(articleOf(await list(), 'avui'))).toContain('18:00 – 02:00');
  });

  it('shows only the public members of protected events, and no hidden events (8.14, 17.5)', async () => {
    const html = await list();
    expect(textOf(articleOf(html, 'concert-secret'))).toBe('10:00 – 11:00 concert-secret');
    expect(html).not.toContain('amagat');
    expect(html).not.toContain('passat');
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

  it('keeps all filters as fields, and has a link that removes each (17.6)', async () => {
    const { body } = await calendar.request<{ venues: ServedRecord[] }>('GET', 'venues');
    const venue = String(body.venues[0]?.id);
    const html = await list(`?search=exposicio&venue=${venue}&geoloc_lat=41&geoloc_lng=1`, 'en');
    expect(html).toContain(`<input type="hidden" name="venue" value="${venue}"/>`);
    const chips = [...html.matchAll(/<a class="chip" href="([^"]+)">(.*?)<\/a>/gs)];
    expect(chips.map(([, href = '', text = '']) => [textOf(text), href.replaceAll('&amp;', '&')])).toEqual([
      ['Remove filter: “exposicio” ×', `/en/agenda?venue=${venue}&geoloc_lat=41&geoloc_lng=1`],
      ['Remove filter: Venue: Teatre Fortuny ×', '/en/agenda?search=exposicio&geoloc_lat=41&geoloc_lng=1'],
      ['Remove filter: Nearby ×', `/en/agenda?search=exposicio&venue=${venue}`],
    ]);
  });

  it('shows events of other zones in its order, below their day in TIMEZONE, with their own date (17.5)', async () => {
    const tokyo = { timezone: 'Asia/Tokyo', start_date: '2027-03-25 01:00', end_date: '2027-03-25 03:00' };
    await createEvent('zona-toquio', 25, tokyo);
    await createEvent('zona-local', 24, { start_date: '2027-03-24 20:00', end_date: '2027-03-24 21:00' });
    const html = await list('?search=zona');
    expect(html.match(/<h2 class="day-heading"><time datetime="[^"]+"/g)).toEqual([
      '<h2 class="day-heading"><time datetime="2027-03-24"',
    ]);
    expect(textOf(articleOf(html, 'zona-toquio'))).toContain('25 de març, 01:00 – 03:00 JST');
  });

  it.each([
    ['2027-03-12 00:00', 'fins a l’11 de març', '5–11 de març del 2027, 18:00'],
    ['2027-04-01 20:00', 'fins a l’1 d’abr.', '5 de març – 1 d’abril del 2027, 18:00'],
  ])(
    'shows the last day of an event until %s, with the article of its number (17.5, 17.11)',
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

  it('keeps a search of 8 KiB or with percent signs from failing (17.9)', async () => {
    for (const search of ['%', '100%25', 'a'.repeat(8192)])
      expect((await calendar.request('GET', `/ca/agenda?search=${search}`)).status).toBeLessThan(500);
  });
});
