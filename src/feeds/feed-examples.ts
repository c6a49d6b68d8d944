/** A calendar file with one event, shortened. */
const CALENDAR = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//calendar-events-service//EN',
  'BEGIN:VEVENT',
  'UID:event-12@6f1c2d7e-3a54-4b0e-9c1d-8f2b7a905e11',
  'DTSTAMP:20261120T164500Z',
  'DTSTART:20261220T180000Z',
  'DTEND:20261220T200000Z',
  'SUMMARY;LANGUAGE=ca:Concert de Nadal',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

/** A feed with one entry, shortened. */
const ATOM = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="ca">
<id>urn:uuid:0f0b2c52-6d0e-5b0a-8d3c-5d0c8a4f1f6e</id>
<title>Esdeveniments</title>
<updated>2026-11-20T16:45:00Z</updated>
<entry xml:lang="ca">
<id>urn:uuid:6a3f5f0e-7f1f-5a55-9d55-0d1c6b0b9a11</id>
<title>Concert de Nadal</title>
<updated>2026-11-20T16:45:00Z</updated>
</entry>
</feed>
`;

const EVENT = {
  '@type': 'Event',
  '@id': 'https://agenda.example/ca/concert-de-nadal',
  name: 'Concert de Nadal',
  startDate: '2026-12-20T19:00:00+01:00',
  endDate: '2026-12-20T21:00:00+01:00',
  eventStatus: 'https://schema.org/EventScheduled',
};
const CONTEXT = { '@context': 'https://schema.org' };

/** Examples of responses for the API document. */
export const FEED_EXAMPLES = {
  Calendar: { list: CALENDAR, event: CALENDAR },
  Atom: { list: ATOM, event: ATOM },
  JsonLd: { list: { ...CONTEXT, '@graph': [EVENT] }, event: { ...CONTEXT, ...EVENT } },
} as const;
