import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_TOKEN, type RequestOptions } from '../../support/calendar/test-calendar.js';
import { useTestCalendar } from '../../support/calendar/use-test-calendar.js';
import { readJsonLd } from '../../support/feeds/read-json-ld.js';
import { readHtml, textOf } from '../../support/pages/read-page.js';
import { createRecord } from '../../support/records/kinds.js';
import { EVENT_PASSWORD } from '../../support/records/protected-events.js';

const DATES = { start_date: '2027-03-10 18:00:00', end_date: '2027-03-10 20:00:00' };
const ADDRESS = { address: 'Carrer Major, 1', city: 'Reus', zip: '43201', country: 'ES' };

const calendar = useTestCalendar({ TIMEZONE: 'Europe/Madrid', PAGES_IMAGE_HOSTS: 'images.example' });
beforeAll(() => calendar.setNow('2027-03-01T12:00:00Z'));

const createEvent = (fields: object = {}) => createRecord(calendar, 'events', { ...DATES, ...fields });
const pathOf = ({ slug }: { slug: string }, language = 'en') => `/${language}/agenda/event/${slug}`;
/** The page of a new event with these fields. */
const pageOf = async (fields: object, language?: string) =>
  readHtml(calendar, pathOf(await createEvent(fields), language));
const mainOf = async (fields: object, language?: string) =>
  /<main[^]*<\/main>/.exec(await pageOf(fields, language))?.[0] ?? '';

describe('Page of an event', () => {
  it('shows status, title, date, place, price, organizer and terms, in this order (17.8)', async () => {
    const main = await mainOf({
      title: 'Spring concert',
      event_status: 'cancelled',
      cost: '10 €',
      venue: [{ venue: 'Auditori', ...ADDRESS, geo_lat: 41.1, geo_lng: 1.1 }],
      organizer: [{ organizer: 'Coral' }],
      categories: ['Music'],
      tags: ['Choir'],
      description: '<p>With the choir.</p>',
    });
    expect(textOf(main)).toMatch(
      /^Cancelled Spring concert When Wednesday, 10 March 2027, 18:00 ?– ?20:00 Where Auditori Carrer Major, 1 43201 Reus Spain Open in a map application Price 10\s€ Organizer Coral Category Music Tags Choir Add to calendar .* With the choir\./,
    );
    for (const path of ['venue/auditori', 'organizer/coral', 'category/music'])
      expect(main).toContain(`href="/en/agenda/${path}"`);
    expect(main).toContain('href="geo:41.1,1.1?q=41.1,1.1"');
  });

  it('without venue, organizer, price and image shows none of their labels (17.8)', async () => {
    const text = textOf(await mainOf({ title: 'Alone' }));
    expect(text).toMatch(/^Alone When Wednesday, 10 March 2027, 18:00 ?– ?20:00 Add to calendar \(\.ics\) Subscribe/);
  });

  it.each([
    ['costs nothing', { cost: '0' }, 'Price Free'],
    ['has a price in words', { cost: 'Donation' }, 'Price Donation'],
    ['is in another zone', { timezone: 'Europe/London' }, '18:00 – 20:00 Time zone: Europe/London (GMT)'],
    ['lasts all day', { all_day: true, start_date: '2027-03-10', end_date: '2027-03-10' }, '10 March 2027, all day'],
    [
      'lasts several days',
      { all_day: true, start_date: '2027-03-10', end_date: '2027-03-12' },
      '10 – 12 March 2027 Add',
    ],
    ['ends on another day', { end_date: '2027-03-12 02:00:00' }, '18:00 – Friday, 12 March 2027, 02:00'],
    ['ends in the night', { end_date: '2027-03-11 02:00:00' }, '18:00 – 02:00 Add'],
    ['has no length', { end_date: '2027-03-10 18:00:00' }, 'March 2027, 18:00 Add'],
    ['is running', { start_date: '2027-03-01 10:00:00' }, 'Happening now'],
    ['is past', { start_date: '2027-02-01 10:00:00', end_date: '2027-02-01 11:00:00' }, 'This event has ended'],
    ['is online', { attendance_mode: 'online', online_url: 'https://video.example/' }, 'Online Join online'],
    ['was moved', { event_status: 'rescheduled', previous_start_date: '2027-03-03 18:00:00' }, 'New date'],
  ])('that %s says so (17.8)', async (_case, fields, expected) => {
    const text = textOf(await mainOf(fields)).replace(/[\u2009\u202f\u00a0]/g, ' ');
    expect(text.replace(/ ?– ?/g, ' – ')).toContain(expected);
  });

  it('in Catalan and Spanish has dates and labels of that language (17.11)', async () => {
    expect(textOf(await mainOf({ title: 'Concert' }, 'ca'))).toContain('Quan dimecres, 10 de març del 2027, 18:00');
    expect(textOf(await mainOf({ title: 'Concert' }, 'es'))).toContain('Cuándo miércoles, 10 de marzo de 2027, 18:00');
  });

  it('lowers the headings of the description below its own, and sets rel on its links (17.17, 17.18)', async () => {
    const description = '<h1>A</h1><h3>B</h3><h1>C</h1><p><a href="https://a.example/" rel="author">D</a></p>';
    const main = await mainOf({ description });
    expect(main).toContain('<h3>A</h3><h4>B</h4><h3>C</h3>');
    expect(main).toContain('<a href="https://a.example/" rel="noopener noreferrer">D</a>');
  });

  it('shows images of allowed hosts and links to others (17.20)', async () => {
    const description =
      '<p><img src="https://images.example/1.png" alt="One" /><img src="https://b.example/2.png?a&b" alt="Two" /></p>';
    const main = await mainOf({ image: { url: 'https://images.example/a.jpg', alt: 'Stage' }, description });
    expect(main).toMatch(/<img class="record-image" src="https:\/\/images.example\/a.jpg" alt="Stage"/);
    expect(main).toContain('<img src="https://images.example/1.png"');
    expect(main).toContain('<a href="https://b.example/2.png?a&amp;b" rel="noopener noreferrer">Two</a>');
    expect(await mainOf({ image: { url: 'https://b.example/a.jpg', alt: 'Stage' } })).not.toContain('<img');
  });

  it('offers the event as a file, and the calendar of its venue for subscription, in the language of the page (17.8)', async () => {
    const event = await createEvent({ venue: [{ venue: 'Hall' }] });
    const text = await readHtml(calendar, pathOf(event, 'es'));
    const [venue] = event['venue'] as { id: number }[];
    const feed = `${calendar.base.replace('http:', 'webcal:')}/events.ics?venue=${venue?.id}`;
    const encoded = encodeURIComponent(`${feed}&ml_language=es`);
    for (const address of [
      `${calendar.base}/events/${event.id}.ics?ml_language=es"`,
      `${feed}&amp;ml_language=es"`,
      `https://calendar.google.com/calendar/render?cid=${encoded}"`,
      'https://outlook.live.com/calendar/0/addfromweb?url=http',
    ])
      expect(text).toContain(`href="${address}`);
  });
});

describe('Head of the page of an event', () => {
  it('has the JSON-LD of the event with the address of the page (17.13)', async () => {
    const path = pathOf(await createEvent({ title: 'R&B </script>' }));
    const text = await readHtml(calendar, path);
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
    const url = calendar.origin + path;
    expect(readJsonLd(json)).toMatchObject({ '@type': 'Event', '@id': url, url, subjectOf: { url } });
    expect(text).toContain(`<link rel="canonical" href="${url}"/>`);
  });

  it.each([
    ['an excerpt', { excerpt: '<p>Short &amp; good</p>', description: '<p>Long</p>' }, 'Short &amp; good'],
    ['a long description', { description: `<p>${'word '.repeat(60)}</p>` }, `${'word '.repeat(31)}word…`],
    ['no text', { title: 'Bare', venue: [{ venue: 'Casal' }] }, 'Bare, 10 March 2027, 18:00, Casal'],
  ])('has a description for an event with %s (17.13)', async (_case, fields, expected) => {
    const text = await pageOf(fields);
    for (const attribute of ['name="description"', 'property="og:description"'])
      expect(text).toContain(`<meta ${attribute} content="${expected}"/>`);
  });
});

describe('Page of an event that lists leave out', () => {
  it('is served for a hidden event, without links from lists (6.14, 17.5)', async () => {
    const path = pathOf(await createEvent({ hide_from_listings: true, tags: ['secret'] }));
    await readHtml(calendar, path);
    expect(await readHtml(calendar, '/en/agenda/tag/secret')).not.toContain(path);
  });

  it.each([
    ['draft', 'PATCH', { status: 'draft' }, 404],
    ['scheduled', 'PATCH', { date: '2027-12-01 10:00:00' }, 404],
    ['trashed', 'DELETE', undefined, 410],
  ])('is an error page for a %s event (8.5, 8.9, 17.9)', async (_case, method, json, status) => {
    const event = await createEvent();
    await calendar.request(method, `events/${event.id}`, { json });
    await readHtml(calendar, pathOf(event), status);
  });
});

describe('Page of a protected event', () => {
  const SECRET = 'Bring a score';
  const RIGHT_PASSWORD = `password=${encodeURIComponent(EVENT_PASSWORD)}`;
  const HIDDEN = { venue: [{ venue: 'Sala secreta' }], attendance_mode: 'mixed', online_url: 'https://video.example/' };
  const PROTECTED = { title: 'Rehearsal', password: EVENT_PASSWORD, description: `<p>${SECRET}</p>`, ...HIDDEN };

  let path: string;
  beforeAll(async () => {
    path = pathOf(await createEvent(PROTECTED));
  });
  const post = (form: string, options: RequestOptions = {}, to = path) =>
    calendar.request('POST', to, { form, token: null, ...options });

  it('has a password form and the public parts, whatever the credentials, and is not indexed (8.14, 17.10)', async () => {
    for (const token of [null, ADMIN_TOKEN]) {
      const { status, headers, text } = await calendar.request('GET', path, { token });
      expect([status, headers.get('X-Robots-Tag')]).toEqual([200, 'noindex']);
      expect(text).toContain('Rehearsal');
      expect(text).toContain(`<form class="password-form" method="post" action="${path}">`);
      for (const secret of [SECRET, 'Sala secreta', 'VirtualLocation']) expect(text).not.toContain(secret);
    }
    expect((await post('password=no', { token: 'invalid' })).status).toBe(403);
  });

  it('shows the secret parts to a request with the password, but not to the next request (17.10)', async () => {
    const { status, headers, text } = await post(RIGHT_PASSWORD);
    expect([status, headers.get('Cache-Control'), headers.get('X-Robots-Tag')]).toEqual([200, 'no-store', 'noindex']);
    expect(headers.get('Set-Cookie')).toBeNull();
    expect(text).toContain(SECRET);
    expect(text).not.toContain('Setze');
    expect(await readHtml(calendar, path)).not.toContain(SECRET);
  });

  it('has no link to its calendar file, which asks for the password (13.19, 17.10)', async () => {
    for (const { text } of [await calendar.request('GET', path), await post(RIGHT_PASSWORD)]) {
      expect(text).not.toMatch(/\/events\/\d+\.ics/);
      expect(text).toContain('/events.ics?ml_language=en"');
    }
  });

  it('ignores a password in the query (17.10)', async () => {
    const { status, text } = await post('', {}, `${path}?${RIGHT_PASSWORD}`);
    expect([status, text.includes(SECRET)]).toEqual([403, false]);
  });

  it('rejects wrong passwords with the form and a message, and after ten also the right one (8.13, 17.10)', async () => {
    const attacked = pathOf(await createEvent(PROTECTED));
    const withoutPassword = ['password=', '', `other=${encodeURIComponent(EVENT_PASSWORD)}`];
    for (const form of [...withoutPassword, ...Array<string>(10).fill('password=no')]) {
      const { status, headers, text } = await post(form, {}, attacked);
      expect([form, status, headers.get('Cache-Control')]).toEqual([form, 403, 'no-store']);
      expect(text).toMatch(/<input type="password"[^>]* autofocus [^>]*aria-invalid="true"/);
      expect(text).toContain('The password is not correct.');
      expect(text).not.toContain(SECRET);
    }
    const { status, headers, text } = await post(RIGHT_PASSWORD, {}, attacked);
    expect([status, headers.get('Cache-Control')]).toEqual([429, 'no-store']);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(text).toContain('There were too many wrong passwords.');
    expect(text).not.toContain(SECRET);
  });

  it('rejects other media types with an error page (9.1, 17.9)', async () => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const response = await calendar.request('POST', path, { raw: '--x--', headers, token: null });
    expect([response.status, response.headers.get('Content-Type')]).toEqual([415, 'text/html; charset=utf-8']);
  });

  it('is not stored for a retry with an Idempotency-Key (8.15)', async () => {
    const headers = { 'Idempotency-Key': 'again' };
    expect((await post(RIGHT_PASSWORD, { headers })).text).toContain(SECRET);
    const retry = await post(RIGHT_PASSWORD, { headers });
    expect([200, 409]).toContain(retry.status);
    expect(retry.headers.get('Idempotency-Replayed') === null || !retry.text.includes(SECRET)).toBe(true);
  });

  it('is the only page that can be posted to (17.9, 17.10, 17.30)', async () => {
    const { status, headers } = await post('password=x', {}, pathOf(await createEvent()));
    expect([status, headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    for (const page of ['', '/venue/x', '/organizer/x', '/category/x', '/tag/x'])
      expect([page, (await post('password=x', {}, `/en/agenda${page}`)).status]).toEqual([page, 405]);
    expect((await post('password=x', {}, '/en/agenda/event/unknown')).status).toBe(404);
  });
});
