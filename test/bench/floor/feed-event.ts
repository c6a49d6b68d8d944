import type { FeedRow } from './feed-statement.js';

type Venue = readonly [
  language: string,
  name: string,
  address: string | null,
  zip: string | null,
  city: string | null,
  country: string | null,
  latitude: number | null,
  longitude: number | null,
];
type Organizer = readonly [language: string, ...parts: (string | null)[]];
type Term = readonly [language: string, name: string];

/** A `VEVENT` with the same bytes as in the service. It writes only what events of the benchmark have. */
export function feedEvent(row: FeedRow, uuid: string): string {
  const [id, , , , , , , allDay, sequence, language, title, description, published, imageUrl, ...links] = row;
  const [venues, organizers, terms, modified] = links;
  return `BEGIN:VEVENT\r
UID:event-${id}@${uuid}\r
SEQUENCE:${sequence}\r
DTSTAMP:${modified}Z\r
LAST-MODIFIED:${modified}Z\r
CREATED:${published}Z\r
${timesOf(row)}STATUS:CONFIRMED\r
TRANSP:TRANSPARENT\r
${fold(`SUMMARY;LANGUAGE=${language}:${escape(title)}`)}${allDay === 't' ? 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE\r\n' : ''}${fold(
    `DESCRIPTION;LANGUAGE=${language}:${escape(description.slice(3, -4)).replaceAll('</p><p>', String.raw`\n`)}`,
  )}${venues === null ? '' : locationOf(JSON.parse(venues) as Venue[])}${
    terms === null ? '' : categoriesOf(JSON.parse(terms) as Term[])
  }${organizers === null ? '' : contactsOf(JSON.parse(organizers) as Organizer[])}${
    imageUrl === null ? '' : fold(`IMAGE;VALUE=URI;DISPLAY=FULLSIZE:${imageUrl}`)
  }END:VEVENT\r\n`;
}

function timesOf([, , startSeconds, endSeconds, start, end, timezone, allDay]: FeedRow): string {
  if (allDay === 't') {
    const dayAfter = new Date(`${end.slice(0, 4)}-${end.slice(4, 6)}-${end.slice(6, 8)}T24:00:00Z`);
    return `DTSTART;VALUE=DATE:${start.slice(0, 8)}\r\nDTEND;VALUE=DATE:${utcOf(dayAfter).slice(0, 8)}\r\n`;
  }
  if (timezone === 'UTC' || isRepeated(start, startSeconds, timezone) || isRepeated(end, endSeconds, timezone))
    return `DTSTART:${utcOf(Number(startSeconds))}\r\nDTEND:${utcOf(Number(endSeconds))}\r\n`;
  return fold(`DTSTART;TZID=${timezone}:${start}`) + fold(`DTEND;TZID=${timezone}:${end}`);
}

const utcOf = (instant: number | Date): string =>
  `${(typeof instant === 'number' ? new Date(instant * 1000) : instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether clocks show a time twice. In the zones of the benchmark, these times are between 1 and 3 o'clock. */
function isRepeated(local: string, instant: string, timeZone: string): boolean {
  if (!/T0[12]/.test(local)) return false;
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  formats.set(timeZone, format);
  return [-3600, 3600].some(
    (seconds) => Number(format.format((Number(instant) + seconds) * 1000)) === Number(local.slice(9, 11)),
  );
}

function locationOf(venues: readonly Venue[]): string {
  const [first] = venues;
  if (!first) return '';
  const addresses = venues.map(([, name, address, zip, city, country]) =>
    joined([name, address, joined([zip, city], ' '), country], ', '),
  );
  const [, name, , , , , latitude, longitude] = venues.find((venue) => venue[6] !== null) ?? first;
  return `${fold(`LOCATION;LANGUAGE=${first[0]}:${escape(addresses.join(' / '))}`)}${
    latitude === null
      ? ''
      : `GEO:${latitude};${longitude}\r\n${fold(`X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=${name}:geo:${latitude},${longitude}`)}`
  }`;
}

/** One property per language. */
function categoriesOf(terms: readonly Term[]): string {
  const names = new Map<string, string>();
  for (const [language, name] of terms) {
    const list = names.get(language);
    names.set(language, list === undefined ? escape(name) : `${list},${escape(name)}`);
  }
  let text = '';
  for (const [language, list] of names) text += fold(`CATEGORIES;LANGUAGE=${language}:${list}`);
  return text;
}

const contactsOf = (organizers: readonly Organizer[]): string =>
  organizers
    .map(([language, ...parts]) => fold(`CONTACT;LANGUAGE=${language}:${escape(joined(parts, ', '))}`))
    .join('');

const joined = (parts: readonly (string | null)[], separator: string): string => parts.filter(Boolean).join(separator);

const escape = (text: string): string => (/[\\;,\n]/.test(text) ? text.replace(/[\\;,]/g, String.raw`\$&`) : text);

const MAX_OCTETS = 75;

/** Splits a line into lines of at most 75 octets. Each line after the first starts with a blank. */
function fold(line: string): string {
  const octets = Buffer.from(line);
  if (octets.length <= MAX_OCTETS) return `${line}\r\n`;
  let text = '';
  for (let start = 0; start < octets.length;) {
    let end = Math.min(start + MAX_OCTETS - (start === 0 ? 0 : 1), octets.length);
    // Never inside a character: all its octets except the first start with the bits 10.
    while (((octets[end] ?? 0) & 0xc0) === 0x80) end -= 1;
    text += `${start === 0 ? '' : ' '}${octets.toString('utf8', start, end)}\r\n`;
    start = end;
  }
  return text;
}
