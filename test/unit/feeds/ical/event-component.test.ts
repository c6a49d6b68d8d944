import { describe, expect, it } from 'vitest';
import { calendarStart, CALENDAR_END } from '../../../../src/feeds/ical/calendar-lines.js';
import { eventComponent, type EventComponentOptions } from '../../../../src/feeds/ical/event-component.js';
import { timeZoneUsesOf } from '../../../../src/feeds/ical/event-times.js';
import { timeZoneComponent } from '../../../../src/feeds/ical/time-zone-component.js';
import { timeZoneOfEmptyCalendar, timeZoneUses } from '../../../../src/feeds/ical/time-zone-uses.js';
import type { EventView } from '../../../../src/events/dto/event.view.js';
import { epochToLocal, formatWithOffset } from '../../../../src/kernel/time/local-time.js';
import { feedEvent, organizer, reducedEvent, term, venue } from '../../../support/feeds/feed-event.js';
import { readCalendar, type CalendarEvent } from '../../../support/feeds/read-calendar.js';
import { byRunMode } from '../../../support/run/run-mode.js';

const OPTIONS = {
  uuid: '6f1c2d7e-3a54-4b0e-9c1d-8f2b7a905e11',
  pageUrl: ({ slug, language }) => `https://reus.example/${language}/${slug}`,
  maxDescriptionLength: 8000,
  isStyled: false,
} satisfies Omit<EventComponentOptions, 'timeZones'>;
const MADRID = 'Europe/Madrid';
const CALENDAR = {
  name: 'Agenda de Reus',
  timezone: MADRID,
  source: 'https://agenda.example/calendar/events/v1/events.ics?categories=musica&ml_language=ca',
  refreshInterval: 'PT1H',
};

/** Writes a calendar of events with their time zones. */
function writeCalendar(events: readonly EventView[], options: Partial<EventComponentOptions> = {}): string {
  const uses = timeZoneUsesOf(events);
  const zones = events.length > 0 ? uses : timeZoneOfEmptyCalendar(MADRID);
  const components = events.map((event) => eventComponent(event, { ...OPTIONS, timeZones: uses, ...options }));
  const timeZones = Array.from(zones, ([zone, use]) => timeZoneComponent(zone, use));
  return [calendarStart(CALENDAR), ...timeZones, ...components, CALENDAR_END].join('');
}

/** Writes an event and reads it. */
function readEvent(changes: Partial<EventView>, options: Partial<EventComponentOptions> = {}): CalendarEvent {
  const [event] = readCalendar(writeCalendar([feedEvent(changes)], options)).events;
  return event as CalendarEvent;
}

/** Times of an event from one instant to another. */
function times(timezone: string, start: string, end: string): Partial<EventView> {
  const [first, last] = [Date.parse(start) / 1000, Date.parse(end) / 1000];
  const [start_date, end_date] = [epochToLocal(first, timezone), epochToLocal(last, timezone)];
  const [starts_at, ends_at] = [formatWithOffset(start_date, first), formatWithOffset(end_date, last)];
  return { timezone, start_date, end_date, starts_at, ends_at };
}

/** Values of `DTSTART` and `DTEND`: with a `Z` in UTC, else in `zone`. Expects that a reader gets the instants of the event. */
function timesOf(changes: Partial<EventView>, zone: string): string {
  const event = readEvent(changes);
  const { starts_at, ends_at } = feedEvent(changes);
  expect([event.start, event.end]).toEqual([Date.parse(starts_at) / 1000, Date.parse(ends_at) / 1000]);
  const properties = event.properties.filter(({ name }) => /^DTSTART|^DTEND$/.test(name));
  const zones = properties.map(({ value, parameters: { TZID = 'UTC' } }) => [value.endsWith('Z') ? 'UTC' : zone, TZID]);
  expect(zones.filter(([expected, actual]) => expected !== actual)).toEqual([]);
  return properties.map(({ value }) => value).join(' ');
}

const HOSTILE_TEXTS = [
  '🎉'.repeat(500),
  String.raw`a;b,c\d"e`,
  `${'e\u0301'.repeat(60)}n\u0303`,
  'BEGIN:VEVENT\r\nUID:x\r\nEND:VEVENT',
  'tab\tand \0control\u0007\u001b characters\u007f\u009f',
  'a^nb^\'c^^"d": e',
  ` ${'x'.repeat(74)} ${'à'.repeat(40)} `,
];

/** The text that a calendar reader gets: with line feeds as line breaks, and no other control characters but tabs. */
const asRead = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/[\p{Cc}--[\t\n]]/gv, '');

describe('eventComponent', () => {
  it('writes the properties of an event in order (13.8, 13.9, 13.10, 13.13, 13.14, 13.15, 13.16, 13.17)', () => {
    const event = feedEvent({
      version: 4,
      description: '<p>Música de cambra.</p>',
      venue: [venue({ country: null })],
      organizer: [organizer({ organizer: 'Ajuntament de Reus', email: null, website: null })],
      categories: [term(1, 'Música')],
      online_url: 'https://meet.example/1',
      image: { id: 1, url: 'https://agenda.example/i.jpg' } as EventView['image'],
    });
    expect(writeCalendar([event]).replace(/BEGIN:VTIMEZONE.*END:VTIMEZONE\r\n/s, '')).toBe(
      `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//calendar-events-service//EN
CALSCALE:GREGORIAN
NAME:Agenda de Reus
X-WR-CALNAME:Agenda de Reus
X-WR-TIMEZONE:Europe/Madrid
SOURCE;VALUE=URI:https://agenda.example/calendar/events/v1/events.ics?categ
 ories=musica&ml_language=ca
REFRESH-INTERVAL;VALUE=DURATION:PT1H
X-PUBLISHED-TTL:PT1H
BEGIN:VEVENT
UID:event-284@6f1c2d7e-3a54-4b0e-9c1d-8f2b7a905e11
SEQUENCE:3
DTSTAMP:20270110T091530Z
LAST-MODIFIED:20270110T091530Z
CREATED:20261201T100000Z
DTSTART;TZID=Europe/Madrid:20270308T190000
DTEND;TZID=Europe/Madrid:20270308T210000
STATUS:CONFIRMED
TRANSP:TRANSPARENT
SUMMARY;LANGUAGE=ca:Concert de primavera
DESCRIPTION;LANGUAGE=ca:Música de cambra.\\n\\nhttps://reus.example/ca/conce
 rt
LOCATION;LANGUAGE=ca:Teatre Fortuny\\, Plaça de Prim\\, 4\\, 43201 Reus
GEO:41.1553;1.1087
X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Teatre Fortuny:geo:41.1553,1.
 1087
CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://meet.example/1
CATEGORIES;LANGUAGE=ca:Música
CONTACT;LANGUAGE=ca:Ajuntament de Reus\\, +34 977 010 010
IMAGE;VALUE=URI;DISPLAY=FULLSIZE:https://agenda.example/i.jpg
URL:https://reus.example/ca/concert
END:VEVENT
END:VCALENDAR
`.replaceAll('\n', '\r\n'),
    );
    expect(readCalendar(writeCalendar([event])).events).toHaveLength(1);
  });

  it.each(HOSTILE_TEXTS)('writes %j so that it reads the same, without control characters (13.6, 13.7)', (text) => {
    const event = readEvent({
      title: text,
      venue: [venue({ venue: text, address: null, zip: null, city: null, country: null })],
      organizer: [organizer({ organizer: text, phone: null, email: null, website: null })],
      categories: [term(1, text)],
    });
    const title = event.properties.find(({ name }) => name === 'X-APPLE-STRUCTURED-LOCATION')?.parameters['X-TITLE'];
    const read = [...['SUMMARY', 'LOCATION', 'CONTACT', 'CATEGORIES'].map(event.text), title];
    expect(read).toEqual(read.map(() => asRead(text)));
    const { properties } = readCalendar(
      calendarStart({ ...CALENDAR, name: text }) + writeCalendar([]).split('PT1H\r\n').at(-1),
    );
    expect(properties.filter(({ name }) => name.endsWith('NAME'))).toHaveLength(2);
  });

  it.each([
    ['until midnight', MADRID, '2027-03-08T18:00Z', '2027-03-08T23:00Z', '20270308T190000 20270309T000000'],
    ['across a clock change', MADRID, '2027-03-27T20:00Z', '2027-03-28T10:00Z', '20270327T210000 20270328T120000'],
    ['without duration', MADRID, '2027-03-08T18:00Z', '2027-03-08T18:00Z', '20270308T190000'],
    ['at an offset', 'UTC+5:30', '2027-03-08T18:00Z', '2027-03-08T20:00Z', '20270308T180000Z 20270308T200000Z'],
    [
      'from the first of two 2:30',
      MADRID,
      '2027-10-31T00:30Z',
      '2027-10-31T10:00Z',
      '20271031T003000Z 20271031T100000Z',
    ],
    ['from the second 2:30', MADRID, '2027-10-31T01:30Z', '2027-10-31T10:00Z', '20271031T013000Z 20271031T100000Z'],
    [
      'until a repeated 2:59:59',
      MADRID,
      '2027-10-30T10:00Z',
      '2027-10-31T01:59:59Z',
      '20271030T100000Z 20271031T015959Z',
    ],
    [
      'just before and after a repeated hour',
      MADRID,
      '2027-10-30T23:59:59Z',
      '2027-10-31T02:00Z',
      '20271031T015959 20271031T030000',
    ],
    [
      'across a skipped day',
      'Pacific/Apia',
      '2011-12-30T08:00Z',
      '2011-12-30T20:00Z',
      '20111229T220000 20111231T100000',
    ],
    ['in the year 1', MADRID, '0001-06-01T10:00Z', '0001-06-01T12:00Z', '00010601T094516 00010601T114516'],
    ['until the year 10000', MADRID, '9999-12-31T10:00Z', '9999-12-31T23:30Z', '99991231T100000Z 99991231T233000Z'],
  ])('writes an event %s in %s (13.10)', (_case, zone, start, end, expected) => {
    expect(timesOf(times(zone, start, end), zone)).toBe(expected);
  });

  it.each([
    ['in a zone that the runtime does not know', { timezone: 'Mars/Olympus' }, '20270308T180000Z 20270308T200000Z'],
    [
      'computed by former rules of its zone',
      { starts_at: '2027-03-08T19:00:00+02:00' },
      '20270308T170000Z 20270308T200000Z',
    ],
  ])('writes an event %s in UTC (13.10)', (_case, changes, expected) => {
    expect(timesOf(changes, 'Europe/Madrid')).toBe(expected);
  });

  it.each([
    ['a day of 23 hours', '2027-03-28', '2027-03-28', ['20270328', '20270329']],
    ['days across the end of the year', '2027-12-30', '2028-01-02', ['20271230', '20280103']],
    ['the last days of the year 9999', '9999-12-30', '9999-12-31', ['99991230', 'P2D']],
  ])('writes an event of %s as dates without a zone (13.12)', (_case, start, end, values) => {
    const event = readEvent({
      all_day: true,
      start_date: `${start} 00:00:00`,
      end_date: `${end} 23:59:59`,
      starts_at: `${start}T00:00:00+01:00`,
      ends_at: `${end}T23:59:59+01:00`,
    });
    const read = event.properties.filter(({ name }) => /^DTSTART|DTEND|DURATION/.test(name));
    expect(read.map(({ value }) => value)).toEqual(values);
    expect(event.value('X-MICROSOFT-CDO-ALLDAYEVENT')).toBe('TRUE');
  });

  it('writes times in UTC if the calendar does not describe their zone, or not at their time (13.11)', () => {
    const { starts_at } = feedEvent();
    const timeZones = new Map([['Europe/Madrid', { first: 0, last: Date.parse(starts_at) / 1000 }]]);
    for (const options of [{ timeZones }, { timeZones: new Map() }])
      expect(eventComponent(feedEvent(), { ...OPTIONS, ...options })).toContain('DTSTART:20270308T180000Z\r\n');
  });

  it.each([
    [{}, 'CONFIRMED', undefined],
    [{ event_status: 'postponed' }, 'TENTATIVE', undefined],
    [{ event_status: 'cancelled' }, 'CANCELLED', undefined],
    [{ status: 'draft', date: null, date_utc: null }, 'TENTATIVE', 'PRIVATE'],
    [{ status: 'draft', event_status: 'cancelled' }, 'CANCELLED', 'PRIVATE'],
  ] as const)('%j has STATUS %s and CLASS %s (13.13)', (changes, status, visibility) => {
    const event = readEvent(changes);
    const values = ['STATUS', 'CLASS', 'TRANSP'].map((name) => event.value(name));
    expect(values).toEqual([status, visibility, 'TRANSPARENT']);
  });

  it('marks each text with its own language, and categories with one property per language (13.14)', () => {
    const { properties } = readEvent({
      description: 'Text',
      venue: [
        venue({ ml_language: 'es' }),
        venue({ id: 6, geo_lat: null, venue: 'Carrer', address: null, zip: null, country: '' }),
      ],
      organizer: [organizer({ ml_language: 'en', organizer: 'Choir', phone: null, email: null })],
      categories: [term(1, 'Música'), { ...term(2, 'Danza, baile'), ml_language: 'es' }],
      tags: [term(3, 'Gratis; tot'), { ...term(4, 'Libre'), ml_language: 'es' }],
    });
    const texts = properties.filter(({ parameters }) => parameters['LANGUAGE'] !== undefined);
    expect(texts.map(({ name, parameters, value }) => [name, parameters['LANGUAGE'], value])).toEqual([
      ['SUMMARY', 'ca', 'Concert de primavera'],
      ['DESCRIPTION', 'ca', String.raw`Text\n\nhttps://reus.example/ca/concert`],
      ['LOCATION', 'es', String.raw`Teatre Fortuny\, Plaça de Prim\, 4\, 43201 Reus\, ES / Carrer\, Reus`],
      ['CATEGORIES', 'ca', String.raw`Música,Gratis\; tot`],
      ['CATEGORIES', 'es', String.raw`Danza\, baile,Libre`],
      ['CONTACT', 'en', String.raw`Choir\, https://coral.example/`],
    ]);
  });

  it.each([
    ['<p>One</p><p>Two</p>', '<p>Excerpt</p>', true, 'One\nTwo\n\nhttps://reus.example/ca/concert'],
    ['', '<p>Excerpt</p>', true, 'Excerpt\n\nhttps://reus.example/ca/concert'],
    ['<p>One</p>', '', false, 'One'],
    ['', '', false, undefined],
  ])('description %j, excerpt %j, page %j: DESCRIPTION is %j (13.15, 13.17)', (description, excerpt, hasPage, text) => {
    const event = readEvent({ description, excerpt }, hasPage ? {} : { pageUrl: () => undefined });
    expect([event.text('DESCRIPTION'), event.names.includes('URL')]).toEqual([text, hasPage]);
  });

  it('shortens DESCRIPTION to 8,000 characters at the end of a word, with the whole address (13.15)', () => {
    const description = `<p>${'paraula '.repeat(24_999)}</p>`;
    const text = readEvent({ description }).text('DESCRIPTION') ?? '';
    expect(text).toMatch(/ paraula…\n\nhttps:\/\/reus\.example\/ca\/concert$/);
    expect(text.length).toBeGreaterThan(7980);
    expect(text.length).toBeLessThanOrEqual(8000);
    const whole = readEvent({ description }, { maxDescriptionLength: Infinity }).text('DESCRIPTION');
    expect(whole).toHaveLength(24_999 * 8 - 1 + '\n\nhttps://reus.example/ca/concert'.length);
  });

  it('writes the HTML of a description if the calendar is styled (13.15)', () => {
    const description = '<p>One;\n<b>two</b>, &lt;three&gt;</p>';
    const { properties, text } = readEvent({ description }, { isStyled: true });
    expect(text('X-ALT-DESC')).toBe(description);
    expect(properties.find(({ name }) => name === 'X-ALT-DESC')?.parameters).toEqual({ FMTTYPE: 'text/html' });
    expect(readEvent({ description }).names).not.toContain('X-ALT-DESC');
    expect(readEvent({ description: '' }, { isStyled: true }).names).not.toContain('X-ALT-DESC');
  });

  it('has the online address as location of an event without a venue, and no exponents in coordinates (13.16)', () => {
    expect(readEvent({ online_url: 'https://meet.example/1' }).text('LOCATION')).toBe('https://meet.example/1');
    expect(readEvent({}).names).not.toContain('LOCATION');
    expect(readEvent({ venue: [venue({ geo_lat: 1e-7, geo_lng: -0 })] }).value('GEO')).toBe('0.0000001000;0');
  });

  it('writes the reduced form of a protected event without the properties that the password protects (13.19)', () => {
    const names = 'UID SEQUENCE DTSTAMP LAST-MODIFIED DTSTART DTEND STATUS TRANSP SUMMARY URL';
    for (const event of [reducedEvent(), { ...reducedEvent(), status: 'draft', all_day: true } as const])
      expect(readEvent(event).names.join(' ')).toBe(names);
  });

  it('keeps the times of events in several zones, and describes each zone once (13.11)', () => {
    const zones = Intl.supportedValuesOf('timeZone').filter((_zone, index) => index % byRunMode(40, 10) === 0);
    const events = [...zones, ...zones].map((timezone, id) =>
      feedEvent({ id, ...times(timezone, `2027-0${1 + (id % 9)}-08T18:00Z`, '2028-03-08T20:00Z') }),
    );
    const { timeZones, events: read } = readCalendar(writeCalendar(events));
    expect(timeZones).toHaveLength(zones.length);
    expect(read.map(({ start }) => start)).toEqual(events.map(({ starts_at }) => Date.parse(starts_at) / 1000));
  });

  it('describes the zones of events, except UTC, offsets and unknown zones (13.10, 13.11)', () => {
    const rows = ['Europe/Madrid', 'UTC', 'UTC+2', 'Mars/Olympus'].map((timezone) => ({ timezone, first: 0, last: 1 }));
    expect([...timeZoneUses(rows)]).toEqual([['Europe/Madrid', { first: 0, last: 1 }]]);
  });

  it('describes the time zone of the service in a calendar without events (13.8)', () => {
    expect(readCalendar(writeCalendar([])).timeZones).toHaveLength(1);
    for (const zone of ['UTC', 'UTC+5:30']) {
      const text = timeZoneComponent(zone, { first: 0, last: 0 });
      const { timeZones } = readCalendar(calendarStart({ ...CALENDAR, timezone: zone }) + text + CALENDAR_END);
      expect(timeZones).toHaveLength(1);
    }
    expect(calendarStart({ ...CALENDAR, timezone: 'UTC+5:30' })).not.toContain('X-WR-TIMEZONE');
  });
});
