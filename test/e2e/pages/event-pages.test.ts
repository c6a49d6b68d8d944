import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCalendar, type TestCalendar } from '../../support/calendar/test-calendar.js';
import { readJsonLd } from '../../support/feeds/read-json-ld.js';
import { createRecord } from '../../support/records/kinds.js';

const DATES = { start_date: '2027-03-10 18:00:00', end_date: '2027-03-10 20:00:00' };

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar({ TIMEZONE: 'Europe/Madrid', PAGES_IMAGE_HOSTS: 'images.example' });
  calendar.setNow('2027-03-01T12:00:00Z');
});
afterAll(() => calendar.close());

/** The text of the page of an event with these fields, in its main element. */
async function mainOf(fields: object, language = 'en'): Promise<string> {
  const { slug } = await createRecord(calendar, 'events', { ...DATES, ...fields });
  const { status, text } = await calendar.request('GET', `/${language}/agenda/event/${slug}`);
  expect(status).toBe(200);
  return /<main[^]*<\/main>/.exec(text)?.[0] ?? '';
}

const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('Page of an event', () => {
  it('shows status, title, date, place, price, organizer and terms, in this order (17.8)', async () => {
    const main = await mainOf({
      title: 'Spring concert',
      event_status: 'cancelled',
      cost: '10 €',
      venue: [
        {
          venue: 'Auditori',
          address: 'Carrer Major, 1',
          city: 'Reus',
          zip: '43201',
          country: 'ES',
          geo_lat: 41.1,
          geo_lng: 1.1,
        },
      ],
      organizer: [{ organizer: 'Coral' }],
      categories: ['Music'],
      tags: ['Choir'],
      description: '<p>With the choir.</p>',
    });
    expect(textOf(main)).toMatch(
      /^Cancelled Spring concert When Wednesday, 10 March 2027, 18:00 ?– ?20:00 Where Auditori Carrer Major, 1 43201 Reus Spain Open in a map application Price 10\s€ Organizer Coral Category Music Tags Choir Add to calendar .* With the choir\./,
    );
    expect(main).toContain('href="/en/agenda/venue/auditori"');
    expect(main).toContain('href="/en/agenda/organizer/coral"');
    expect(main).toContain('href="/en/agenda/category/music"');
    expect(main).toContain('href="geo:41.1,1.1?q=41.1,1.1"');
  });

  it('without venue, organizer, price and image shows none of their labels (17.8)', async () => {
    const text = textOf(await mainOf({ title: 'Alone' }));
    expect(text).toMatch(/^Alone When Wednesday, 10 March 2027, 18:00 ?– ?20:00 Add to calendar \(\.ics\) Subscribe/);
  });

  it.each([
    ['costs nothing', { cost: '0' }, 'Price Free'],
    ['has several prices', { cost: '5 €, 10 €' }, 'Price 5 €, 10 €'],
    ['has a price in words', { cost: 'Donation' }, 'Price Donation'],
    ['is in another zone', { timezone: 'Europe/London' }, '18:00 – 20:00 Time zone: Europe/London (GMT)'],
    ['lasts all day', { all_day: true, start_date: '2027-03-10', end_date: '2027-03-10' }, '10 March 2027 , all day'],
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
    [
      'was moved',
      { event_status: 'rescheduled', previous_start_date: '2027-03-03 18:00:00' },
      'Before: Wednesday, 3 March 2027, 18:00',
    ],
  ])('that %s says so (17.8)', async (_case, fields, expected) => {
    const text = textOf(await mainOf(fields)).replace(/[\u2009\u202f\u00a0]/g, ' ');
    expect(text.replace(/ ?– ?/g, ' – ')).toContain(expected);
  });

  it('in Catalan and Spanish has dates and labels of that language (17.11)', async () => {
    expect(textOf(await mainOf({ title: 'Concert' }, 'ca'))).toContain('Quan dimecres, 10 de març del 2027, 18:00');
    expect(textOf(await mainOf({ title: 'Concert' }, 'es'))).toContain('Cuándo miércoles, 10 de marzo de 2027, 18:00');
  });

  it('lowers the headings of the description below its own, and completes its links (17.17, 17.18)', async () => {
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

  it('links to the event that it is part of, if that is listed (17.5, 17.8)', async () => {
    const festival = await createRecord(calendar, 'events', { ...DATES, title: 'Festival' });
    expect(textOf(await mainOf({ title: 'Opening', post_parent: festival.id }))).toContain('Part of Festival');
    for (const json of [{ hide_from_listings: true }, { hide_from_listings: false, status: 'draft' }]) {
      await calendar.request('PATCH', `events/${festival.id}`, { json });
      expect(textOf(await mainOf({ title: 'Closing', post_parent: festival.id }))).not.toContain('Part of');
    }
  });

  it('offers the event as a file, and its calendar for subscription, in its language (17.8)', async () => {
    const { id, slug, venue } = await createRecord(calendar, 'events', { ...DATES, venue: [{ venue: 'Hall' }] });
    const { text } = await calendar.request('GET', `/es/agenda/event/${slug}`);
    const feed = `${calendar.base.replace('http:', 'webcal:')}/events.ics?venue=${(venue as { id: number }[])[0]?.id}`;
    expect(text).toContain(`href="${calendar.base}/events/${id}.ics?ml_language=es"`);
    expect(text).toContain(`href="${feed}&amp;ml_language=es"`);
    const encoded = encodeURIComponent(`${feed}&ml_language=es`);
    expect(text).toContain(`href="https://calendar.google.com/calendar/render?cid=${encoded}"`);
    expect(text).toContain('href="https://outlook.live.com/calendar/0/addfromweb?url=http');
  });
});

describe('Head of the page of an event', () => {
  it('has the JSON-LD of the event with the address of the page (17.13)', async () => {
    const { slug } = await createRecord(calendar, 'events', { ...DATES, title: 'R&B </script>' });
    const { text } = await calendar.request('GET', `/en/agenda/event/${slug}`);
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
    const url = `${calendar.origin}/en/agenda/event/${slug}`;
    expect(readJsonLd(json)).toMatchObject({ '@type': 'Event', '@id': url, url, subjectOf: { url } });
    expect(text).toContain(`<link rel="canonical" href="${url}"/>`);
  });

  it.each([
    ['an excerpt', { excerpt: '<p>Short &amp; good</p>', description: '<p>Long</p>' }, 'Short &amp; good'],
    ['a long description', { description: `<p>${'word '.repeat(60)}</p>` }, `${'word '.repeat(31)}word…`],
    ['no text', { title: 'Bare', venue: [{ venue: 'Casal' }] }, 'Bare, 10 March 2027, 18:00, Casal'],
  ])('of an event with %s has a description (17.13)', async (_case, fields, expected) => {
    const { slug } = await createRecord(calendar, 'events', { ...DATES, ...fields });
    const { text } = await calendar.request('GET', `/en/agenda/event/${slug}`);
    expect(text).toContain(`<meta name="description" content="${expected}"/>`);
    expect(text).toContain(`<meta property="og:description" content="${expected}"/>`);
  });
});

describe('Visibility', () => {
  it('shows a hidden event at its own address only (6.14, 17.5)', async () => {
    const { slug } = await createRecord(calendar, 'events', { ...DATES, hide_from_listings: true, tags: ['secret'] });
    expect((await calendar.request('GET', `/en/agenda/event/${slug}`)).status).toBe(200);
    expect((await calendar.request('GET', '/en/agenda/tag/secret')).text).not.toContain(`/event/${slug}`);
  });

  it.each([
    ['draft', { status: 'draft' }, 404],
    ['scheduled', { date: '2027-12-01 10:00:00' }, 404],
    ['trashed', { status: 'trash' }, 410],
  ])('of a %s event is an error page (8.5, 8.9, 17.9)', async (_case, fields, status) => {
    const { id, slug } = await createRecord(calendar, 'events', DATES);
    if (status === 410) await calendar.request('DELETE', `events/${id}`);
    else await calendar.request('PATCH', `events/${id}`, { json: fields });
    const response = await calendar.request('GET', `/en/agenda/event/${slug}`);
    expect(response.status).toBe(status);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  });
});
