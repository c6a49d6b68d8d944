import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecord, KINDS, uniqueName, type ServedRecord } from '../support/records/kinds.js';
import { readPage, upcomingDates } from '../support/records/records.js';
import { expectShape, SHAPES } from './shapes.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const EACH = KINDS.map((kind) => [kind.path, kind] as const);

let calendar: TestCalendar;
let elsewhere: TestCalendar;
beforeAll(async () => {
  const environment = {
    TIMEZONE: 'Europe/Madrid',
    REST_ROOT: '/wp-json',
    EVENT_URL_TEMPLATE: 'https://agenda.example/{language}/agenda/{slug}?p={id}',
    VENUE_URL_TEMPLATE: 'https://agenda.example/lloc/{id}',
    ORGANIZER_URL_TEMPLATE: 'https://agenda.example/{language}/{language}/{slug}',
    CATEGORY_URL_TEMPLATE: 'https://agenda.example/c/{slug}',
    TAG_URL_TEMPLATE: 'https://agenda.example/tag',
  };
  [calendar, elsewhere] = await Promise.all([startTestCalendar(), startTestCalendar(environment)]);
});
afterAll(() => Promise.all([calendar.close(), elsewhere.close()]));

describe.each(EACH)('Record of %s', (path, kind) => {
  it('has every member with its type if only required fields were sent (5.1, 5.2, 5.3, 5.4, 5.5)', async () => {
    const created = await createRecord(calendar, path, path === 'events' ? upcomingDates() : {});
    expectShape(created, SHAPES[path]);
    const { body } = await readPage(calendar, `${path}?include=${created.id}&hide_empty=false`);
    for (const record of body[path]) expectShape(record, SHAPES[path]);
    const changed = await calendar.request('PATCH', `${path}/${created.id}`, { json: { description: 'Changed' } });
    expectShape(changed.body, SHAPES[path]);
    const removed = await calendar.request('DELETE', `${path}/${created.id}`);
    expectShape(removed.body, SHAPES[path]);
    if (kind.isPublishable)
      expectShape((await calendar.request('GET', `${path}/${created.id}`, { token: ADMIN_TOKEN })).body, SHAPES[path]);
  });

  it('has an absolute rest_url with the id and without a language segment (5.1)', async () => {
    const { id, slug } = await createRecord(calendar, path);
    const addresses = [`/ca/calendar/events/v1/${path}/${id}`, `/calendar/events/v1/${path}/${id}/?ml_language=es`];
    if (kind.isPublishable) addresses.push(`/ES/calendar/events/v1/${path}/by-slug/${slug}`);
    for (const address of addresses) {
      const { body } = await calendar.request<ServedRecord>('GET', address);
      expect(body.rest_url).toBe(`${calendar.base}/${path}/${id}`);
      expect(body['url']).toBe(body.rest_url);
    }
    const other = await createRecord(elsewhere, path);
    expect(other.rest_url).toBe(`${elsewhere.origin}/wp-json/calendar/events/v1/${path}/${other.id}`);
  });

  it('has its language and the URLs of its translations (3.4)', async () => {
    const { id } = await createRecord(calendar, path, { ml_language: 'ca' });
    const json = { [kind.titleField]: uniqueName('En español'), ml_language: 'es' };
    const { body } = await calendar.request<ServedRecord>('PATCH', `${path}/${id}`, { json });
    expect([body['ml_language'], Object.keys(body['ml_translations'] as object)]).toEqual(['es', ['ca', 'es']]);
    for (const [language, members] of Object.entries(body['ml_translations'] as Record<string, ServedRecord>)) {
      expect(members.rest_url).toBe(`${calendar.base}/${path}/${id}?ml_language=${language}`);
      const translation = await calendar.request('GET', members.rest_url.replace(calendar.origin, ''));
      expect([translation.body['ml_language'], translation.body['slug']]).toEqual([language, members.slug]);
      expect(translation.headers.get('Content-Language')).toBe(language);
    }
    const english = await calendar.request('GET', `${path}/${id}`);
    expect([english.body['ml_language'], english.headers.get('Content-Language')]).toEqual(['ca', 'ca']);
  });

  it('has a plain text title or name without tags and with all other characters unchanged (5.10)', async () => {
    const name = uniqueName('R&B < jazz > 1 &amp; &lt;b&gt; "1 < 2" \'q\'');
    const record = await createRecord(calendar, path, { [kind.titleField]: `<b>${name}</b><script>alert(1)</script>` });
    expect(record[kind.titleField]).toBe(name);
    const again = await calendar.request('PATCH', `${path}/${record.id}`, { json: { [kind.titleField]: name } });
    expect(again.body[kind.titleField]).toBe(name);
  });

  it('has only allow-listed HTML in its description (5.10)', async () => {
    const description =
      '<p onclick="x()" style="color:red">Un <b>text</b> <a href="https://a.example/?b=1&amp;c=2">amb enllaç</a></p>' +
      '<script>alert(1)</script><a href="javascript:alert(1)">x</a><img src="x" onerror="alert(1)"><iframe src="//e"></iframe>';
    const { description: served } = (await createRecord(calendar, path, { description })) as { description?: string };
    expect(served).toContain('<p>Un <b>text</b> <a href="https://a.example/?b=1&amp;c=2">amb enllaç</a></p>');
    expect(served).not.toMatch(/script|onclick|onerror|style|iframe/i);
  });
});

describe('Plain text', () => {
  const text = '<i>R&B</i> < jazz &amp; "més"';
  const plain = 'R&B < jazz &amp; "més"';

  it('is the format of every text of a venue or organizer except the description (5.10)', async () => {
    const names = ['venue', 'address', 'city', 'country', 'province', 'state', 'stateprovince', 'zip', 'phone'];
    const venue = await createRecord(calendar, 'venues', Object.fromEntries(names.map((name) => [name, text])));
    expect(venue).toMatchObject(Object.fromEntries(names.map((name) => [name, plain])));
    const organizer = await createRecord(calendar, 'organizers', { organizer: text, phone: text });
    expect(organizer).toMatchObject({ organizer: plain, phone: plain });
  });

  it('is the format of cost and alternative text; excerpt is HTML, custom fields are unchanged (5.10)', async () => {
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
    const url = async (path: (typeof KINDS)[number]['path'], fields: Record<string, unknown>) => {
      const record = await createRecord(elsewhere, path, fields);
      return { ...record, url: String(record['url']) };
    };
    const event = await url('events', { title: 'Nit de Jazz', ml_language: 'ca' });
    expect(event.url).toBe(`https://agenda.example/ca/agenda/nit-de-jazz?p=${event.id}`);
    const venue = await url('venues', { venue: 'Sala' });
    expect(venue.url).toBe(`https://agenda.example/lloc/${venue.id}`);
    expect((await url('organizers', { organizer: 'Музей', ml_language: 'es' })).url).toBe(
      `https://agenda.example/es/es/${encodeURIComponent('музей')}`,
    );
    expect((await url('categories', { name: 'Música' })).url).toBe('https://agenda.example/c/musica');
    expect((await url('tags', { name: 'Gratis' })).url).toBe('https://agenda.example/tag');
  });

  it('use the served language of each record, also of embedded records (5.2)', async () => {
    const { id: organizer } = await createRecord(elsewhere, 'organizers', { organizer: 'Coral', ml_language: 'ca' });
    const event = await createRecord(elsewhere, 'events', { title: 'Concert', ml_language: 'es', organizer });
    const { body } = await elsewhere.request<{ url: string; organizer: { url: string }[] }>(
      'GET',
      `events/${event.id}`,
    );
    expect(body.url).toBe(`https://agenda.example/es/agenda/concert?p=${event.id}`);
    expect(body.organizer[0]?.url).toBe('https://agenda.example/ca/ca/coral');
  });
});

describe('Dates of records', () => {
  it('are in TIMEZONE and in UTC, and for events in the time zone of the event (5.2)', async () => {
    const fields = { date: '2026-07-01 12:00:00' };
    const venue = await createRecord(elsewhere, 'venues', fields);
    expect(venue).toMatchObject({ date: '2026-07-01 12:00:00', date_utc: '2026-07-01 10:00:00' });
    const times = { start_date: '2030-01-01 10:00:00', end_date: '2030-01-01 11:00:00' };
    const event = await createRecord(elsewhere, 'events', { ...times, ...fields, timezone: 'America/New_York' });
    expect(event).toMatchObject({ ...times, date: '2026-07-01 12:00:00', date_utc: '2026-07-01 16:00:00' });
    expect(event).toMatchObject({ starts_at: '2030-01-01T10:00:00-05:00', timezone_abbr: 'EST' });
    const local = await createRecord(elsewhere, 'events', times);
    expect(local).toMatchObject({
      timezone: 'Europe/Madrid',
      starts_at: '2030-01-01T10:00:00+01:00',
      timezone_abbr: 'CET',
    });
  });

  it('include modified, which only an actual change of the record updates (5.2)', async () => {
    const modified = async (path: string) => {
      const { body } = await elsewhere.request('GET', path);
      return [body['modified'], body['modified_utc']];
    };
    elsewhere.setNow('2026-03-01T10:00:00Z');
    const { id } = await createRecord(elsewhere, 'venues', { city: 'Reus' });
    const path = `venues/${id}`;
    expect(await modified(path)).toEqual(['2026-03-01 11:00:00', '2026-03-01 10:00:00']);
    elsewhere.setNow('2026-03-01T10:00:01Z');
    await elsewhere.request('PATCH', path, { json: { city: 'Reus' } });
    expect(await modified(path)).toEqual(['2026-03-01 11:00:00', '2026-03-01 10:00:00']);
    await elsewhere.request('PATCH', path, { json: { description: 'A text' } });
    expect(await modified(path)).toEqual(['2026-03-01 11:00:01', '2026-03-01 10:00:01']);
    elsewhere.setNow('2026-03-01T10:00:02Z');
    await elsewhere.request('PATCH', path, { json: { city: 'Valls' } });
    expect(await modified(path)).toEqual(['2026-03-01 11:00:02', '2026-03-01 10:00:02']);
    elsewhere.setNow(undefined);
  });
});
