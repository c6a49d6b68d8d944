import { describe, expect, it } from 'vitest';
import { createRecord, KINDS, uniqueName } from '../support/records/kinds.js';
import { LINK_NAMES, idsOf, LINKS } from '../support/records/links.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const calendar = useTestCalendar({
  EVENT_URL_TEMPLATE: 'https://agenda.example/{language}/agenda/{slug}?p={id}',
  VENUE_URL_TEMPLATE: 'https://agenda.example/lloc/{id}',
  ORGANIZER_URL_TEMPLATE: 'https://agenda.example/{language}/{language}/{slug}',
  CATEGORY_URL_TEMPLATE: 'https://agenda.example/c/{slug}',
  TAG_URL_TEMPLATE: 'https://agenda.example/tag',
});

describe('Markup', () => {
  const text = '<i>R&B</i> < jazz &amp; "més"';
  const plain = 'R&B < jazz &amp; "més"';

  it.each(KINDS)(
    'is removed from titles and names, and limited to allow-listed HTML in descriptions: $path (5.10)',
    async ({ path, titleField }) => {
      const name = uniqueName('R&B < jazz > 1 &amp; &lt;b&gt; "1 < 2" \'q\'');
      const paragraph = '<p>Un <b>text</b> <a href="https://a.example/?b=1&amp;c=2">amb enllaç</a></p>';
      const description =
        paragraph.replace('<p>', '<p onclick="x()" style="color:red">') +
        '<script>alert(1)</script><a href="javascript:alert(1)">x</a><img src="x" onerror="alert(1)"><iframe src="//e"></iframe>';
      const title = `<b>${name}</b><script>alert(1)</script>`;
      const record = await createRecord(calendar, path, { [titleField]: title, description });
      expect(record[titleField]).toBe(name);
      expect(record['description']).toContain(paragraph);
      expect(record['description']).not.toMatch(/script|onclick|onerror|style|iframe/i);
      const updated = await calendar.request('PATCH', `${path}/${record.id}`, { json: { [titleField]: name } });
      expect(updated.body[titleField]).toBe(name);
    },
  );

  it('is removed from every text of a venue or organizer except the description (5.4, 5.10)', async () => {
    const names = ['venue', 'address', 'city', 'country', 'province', 'state', 'stateprovince', 'zip', 'phone'];
    const venue = await createRecord(calendar, 'venues', Object.fromEntries(names.map((name) => [name, text])));
    expect(venue).toMatchObject(Object.fromEntries(names.map((name) => [name, plain])));
    const organizer = await createRecord(calendar, 'organizers', { organizer: text, phone: text });
    expect(organizer).toMatchObject({ organizer: plain, phone: plain });
  });

  it('is removed from cost and alternative text; excerpt is HTML, custom fields are unchanged (5.10)', async () => {
    const event = await createRecord(calendar, 'events', {
      excerpt: '<em onclick="x()">R&B</em><script>x()</script>',
      cost: text,
      image: { url: 'https://i.example/a.jpg', alt: text },
      custom_fields: { text },
    });
    expect(event).toMatchObject({ excerpt: '<em>R&amp;B</em>', cost: plain, custom_fields: { text } });
    expect(event['image']).toMatchObject({ alt: plain });
  });
});

describe('Public URLs', () => {
  it('are built from templates with id, slug and language (5.2)', async () => {
    const event = await createRecord(calendar, 'events', { title: 'Nit de Jazz', ml_language: 'ca' });
    expect(event['url']).toBe(`https://agenda.example/ca/agenda/nit-de-jazz?p=${event.id}`);
    const venue = await createRecord(calendar, 'venues', { venue: 'Sala' });
    expect(venue['url']).toBe(`https://agenda.example/lloc/${venue.id}`);
    const organizer = await createRecord(calendar, 'organizers', { organizer: 'Музей', ml_language: 'es' });
    expect(organizer['url']).toBe(`https://agenda.example/es/es/${encodeURIComponent('музей')}`);
    const category = await createRecord(calendar, 'categories', { name: 'Música' });
    expect(category['url']).toBe('https://agenda.example/c/musica');
    expect((await createRecord(calendar, 'tags'))['url']).toBe('https://agenda.example/tag');
  });

  it('use the served language of each record, also of embedded records (5.2)', async () => {
    const { id: organizer } = await createRecord(calendar, 'organizers', { organizer: 'Coral', ml_language: 'ca' });
    const event = await createRecord(calendar, 'events', { title: 'Concert', ml_language: 'es', organizer });
    expect(event['url']).toBe(`https://agenda.example/es/agenda/concert?p=${event.id}`);
    expect(event['organizer']).toMatchObject([{ url: 'https://agenda.example/ca/ca/coral' }]);
  });
});

it.each(LINK_NAMES)(
  'an object with an id in %s of an event links the stored record and does not change it (5.2)',
  async (link) => {
    const { path } = LINKS[link];
    const record = await createRecord(calendar, path);
    const event = await createRecord(calendar, 'events', { [link]: [{ ...record, description: 'Not written' }] });
    expect(idsOf(event, link)).toEqual([record.id]);
    expect((await calendar.request('GET', `${path}/${record.id}`)).body['description']).toBe('');
  },
);

it('timezone_abbr is the abbreviation that applies at the start of the event (5.3)', async () => {
  const abbreviationAt = async (date: string) => {
    const fields = { start_date: date, end_date: '2030-12-31', timezone: 'America/New_York' };
    return (await createRecord(calendar, 'events', fields))['timezone_abbr'];
  };
  expect([await abbreviationAt('2030-01-01'), await abbreviationAt('2030-07-01')]).toEqual(['EST', 'EDT']);
});
