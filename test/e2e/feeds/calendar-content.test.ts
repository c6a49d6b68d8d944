import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../../src/kernel/context/principal.js';
import { startWithCallers, type CallersFixture } from '../../support/callers.js';
import { readCalendar } from '../../support/feeds/read-calendar.js';
import type { TestCalendar } from '../../support/calendar/test-calendar.js';
import { useTestCalendar } from '../../support/calendar/use-test-calendar.js';
import { createRecord, type ServedRecord } from '../../support/records/kinds.js';
import { readPage, upcomingDates } from '../../support/records/records.js';

/** Would start other properties or components if line breaks were not escaped. */
const INJECTION = 'X\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil;X="a:b"';
const PASSWORD = 'Setze jutges 16';

const readFile = async (calendar: TestCalendar, path: string, token?: string) => {
  const { status, text, headers } = await calendar.request('GET', path, { token });
  expect([path, status]).toEqual([path, 200]);
  return { ...readCalendar(text), headers };
};

const secondsOf = (instant: unknown): number => Date.parse(String(instant)) / 1000;

describe('Calendar file', () => {
  const calendar = useTestCalendar({
    TIMEZONE: 'Europe/Madrid',
    FEED_NAME: `Agenda ${INJECTION}`,
    FEED_TTL: 'PT30M',
  });

  it('without events is complete, and its SOURCE has the filters as given, with relative dates (13.8)', async () => {
    const path =
      '/es/calendar/events/v1/events.ics?search=res&start_date=today&utm=x&password=secret&end_date=%2B2+weeks';
    const { properties, timeZones, events } = await readFile(calendar, path);
    expect(events).toEqual([]);
    expect(timeZones).toHaveLength(1);
    expect(Object.fromEntries(properties.map(({ name, value }) => [name, value]))).toMatchObject({
      'X-WR-TIMEZONE': 'Europe/Madrid',
      SOURCE: `${calendar.base}/events.ics?search=res&start_date=today&end_date=%2B2+weeks&ml_language=es`,
      'REFRESH-INTERVAL': 'PT30M',
    });
  });

  it('has the instants of events in several zones, days for all-day ones, and no component from a text (13.7, 13.10)', async () => {
    const venue = [{ venue: INJECTION, address: INJECTION }];
    const inputs = [
      { title: INJECTION, description: INJECTION, venue, organizer: [{ organizer: INJECTION }], tags: ['Música'] },
      ...['America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Africa/Casablanca', 'UTC', 'UTC+5:30'].map(
        (timezone) => ({ timezone }),
      ),
      { all_day: true },
      { end_date: upcomingDates().start_date },
      { start_date: '2027-10-31T02:30:00+02:00', end_date: '2027-10-31T02:30:00+01:00', timezone: 'Europe/Madrid' },
    ];
    for (const input of inputs)
      await createRecord(calendar, 'events', { title: 'Event', ...upcomingDates(), ...input });
    const { body } = await readPage(calendar, 'events?per_page=50');
    const { events } = await readFile(calendar, 'events.ics');
    expect(events.map(({ start, end }) => [start, end])).toEqual(
      body.events.map(({ starts_at, ends_at, all_day, start_date, end_date }) =>
        all_day
          ? [
              String(start_date).slice(0, 10),
              new Date(Date.parse(String(end_date).slice(0, 10)) + 86_400_000).toISOString().slice(0, 10),
            ]
          : [secondsOf(starts_at), secondsOf(ends_at)],
      ),
    );
    const single = await readFile(calendar, `events/${body.events[0]?.id}.ics`);
    expect(single.events[0]?.uid).toBe(events[0]?.uid);
  });

  it('keeps the UID of an event in all languages, and raises SEQUENCE with a translation (13.9)', async () => {
    const { id } = await createRecord(calendar, 'events', { title: 'Festa', ...upcomingDates(), ml_language: 'ca' });
    const eventIn = async (language: string) =>
      (await readFile(calendar, `events/${id}.ics?ml_language=${language}`)).events[0];
    const before = await eventIn('ca');
    await calendar.request('PATCH', `events/${id}`, { json: { title: 'Party', ml_language: 'en' } });
    const [after, english] = [await eventIn('ca'), await eventIn('en')];
    expect([english?.text('SUMMARY'), after?.uid, english?.uid]).toEqual(['Party', before?.uid, before?.uid]);
    expect(Number(after?.value('SEQUENCE'))).toBe(Number(before?.value('SEQUENCE')) + 1);
  });
});

describe('Events in feeds', () => {
  let fixture: CallersFixture;
  const events: ServedRecord[] = [];
  beforeAll(async () => {
    fixture = await startWithCallers();
    const { calendar, tokens } = fixture;
    const inputs = [
      { status: 'publish' },
      { status: 'draft' },
      { status: 'future', date: '2100-01-01 00:00:00' },
      { hide_from_listings: true },
      { password: PASSWORD, description: 'Secret', venue: [{ venue: 'Secret' }] },
    ];
    for (const token of [tokens.author, tokens.editor])
      for (const input of inputs)
        events.push(
          await createRecord(
            calendar,
            'events',
            { title: `E${events.length}`, ...upcomingDates(), ...input },
            { token },
          ),
        );
  });
  afterAll(() => fixture.calendar.close());

  it.each(['anonymous', 'subscriber', 'contributor', 'author', 'editor'] as const)(
    'are those that a list shows, and single files have the status of the record: %s (13.18, 13.19)',
    async (role) => {
      const { calendar, tokens } = fixture;
      const token = role === 'anonymous' ? undefined : tokens[role as Role];
      const read = (path: string) => calendar.request('GET', path, { token });
      const query = `include=${events.map(({ id }) => id).join()}${role === 'editor' ? '&hide_from_listings=any' : ''}`;
      const titles = ((await read(`events?per_page=50&${query}`)).body['events'] as ServedRecord[]).map(
        ({ title }) => title,
      );
      const file = readCalendar((await read(`events.ics?${query}`)).text);
      const atom = (await read(`events.atom?${query}`)).text.match(/(?<=<title>)E\d+/g);
      const jsonLd = (await read(`events.jsonld?per_page=50&${query}`)).text.match(/(?<="name":")E\d+/g);
      for (const found of [file.events.map((event) => event.text('SUMMARY')), atom, jsonLd])
        expect(found?.toSorted()).toEqual(titles.toSorted());
      for (const { id } of events) {
        const statuses = await Promise.all(
          ['', '.ics', '.jsonld'].map(async (suffix) => (await read(`events/${id}${suffix}`)).status),
        );
        expect([id, new Set(statuses).size]).toEqual([id, 1]);
      }
    },
  );

  it('with a password have their times and title only, and in single files everything with the password (13.19)', async () => {
    const { calendar } = fixture;
    const id = events[4]?.id;
    const list = await readFile(calendar, `events.ics?include=${id}`);
    expect(list.events[0]?.names.toSorted()).toEqual([
      'DTEND',
      'DTSTAMP',
      'DTSTART',
      'LAST-MODIFIED',
      'SEQUENCE',
      'STATUS',
      'SUMMARY',
      'TRANSP',
      'UID',
    ]);
    for (const path of [`events.atom?include=${id}`, `events.jsonld?include=${id}`])
      expect((await calendar.request('GET', path)).text).not.toContain('Secret');
    const path = `events/${id}.ics?password=${encodeURIComponent(PASSWORD)}`;
    const { events: found, headers, properties } = await readFile(calendar, path);
    expect(found[0]?.text('DESCRIPTION')).toContain('Secret');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(properties.find(({ name }) => name === 'SOURCE')?.value).toBe(
      `${calendar.base}/events/${id}.ics?ml_language=en`,
    );
  });

  it.each([
    ['events/0987.ics', 404, 'event_not_found'],
    ['events/.ics', 404, 'no_route'],
    ['events/1.atom', 404, 'no_route'],
    ['events/by-slug/e0.ics', 200, undefined],
    ['events/by-slug/e0.ics/', 200, undefined],
    ['events/by-slug/e0.ics.ics', 404, 'event_not_found'],
  ])('%s is %i (13.1)', async (path, status, code) => {
    const { status: received, headers, text } = await fixture.calendar.request('GET', path);
    const isProblem = headers.get('Content-Type')?.includes('json') === true;
    expect([received, isProblem ? (JSON.parse(text) as { code: string }).code : undefined]).toEqual([status, code]);
  });
});
