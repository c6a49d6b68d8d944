import ICAL from 'ical.js';
import { parseCalendar, propertiesOf, textsOf, valueOf, type Component, type Property } from './content-lines.js';
import { isFullRun } from '../run/run-mode.js';
import { compareWithPython } from './python-reader.js';
import { TimeZoneReader, wallSeconds } from './time-zone-reader.js';

/** Properties that a calendar and an event may have. A plus sign: any number of times. */
const CALENDAR_PROPERTIES = [
  'VERSION',
  'PRODID',
  'CALSCALE',
  'NAME',
  'X-WR-CALNAME',
  'X-WR-TIMEZONE',
  'SOURCE',
  'REFRESH-INTERVAL',
  'X-PUBLISHED-TTL',
];
const REQUIRED_EVENT_PROPERTIES = [
  'UID',
  'SEQUENCE',
  'DTSTAMP',
  'LAST-MODIFIED',
  'DTSTART',
  'STATUS',
  'TRANSP',
  'SUMMARY',
];
const EVENT_PROPERTIES = [
  ...REQUIRED_EVENT_PROPERTIES,
  'CREATED',
  'DTEND',
  'DURATION',
  'CLASS',
  'DESCRIPTION',
  'LOCATION',
  'GEO',
  'URL',
  'CATEGORIES+',
  'CONTACT+',
  'IMAGE+',
  'CONFERENCE+',
  'X-ALT-DESC',
  'X-APPLE-STRUCTURED-LOCATION',
  'X-MICROSOFT-CDO-ALLDAYEVENT',
];
const TEXT_PROPERTIES = ['SUMMARY', 'DESCRIPTION', 'LOCATION', 'X-ALT-DESC'];

/** An event as parsers read it. Times are instants in epoch seconds, or dates such as `2027-03-08`. */
export interface CalendarEvent {
  readonly uid: string;
  readonly start: number | string;
  /** The same as `start` if the event has no end. */
  readonly end: number | string;
  readonly names: readonly string[];
  readonly properties: readonly Property[];
  /** The text of a property, without escapes. */
  readonly text: (name: string) => string | undefined;
  readonly value: (name: string) => string | undefined;
}

interface ReadCalendar {
  readonly properties: readonly Property[];
  readonly timeZones: readonly Component[];
  readonly events: readonly CalendarEvent[];
}

/**
 * Reads a calendar file strictly, and with ical.js. Throws if it violates RFC 5545 or the rules of `events.ics`, or if
 * parsers read different texts or times.
 */
export function readCalendar(text: string): ReadCalendar {
  const calendar = parseCalendar(text);
  checkProperties(calendar, CALENDAR_PROPERTIES, ['VERSION', 'PRODID']);
  const timeZones = componentsOf(calendar, 'VTIMEZONE');
  const events = componentsOf(calendar, 'VEVENT');
  checkComponents(calendar, timeZones, events);
  const lastYear = Math.max(1, ...events.flatMap(({ properties }) => properties.map(yearOf)));
  const readers = new Map(timeZones.map((each) => [tzidOf(each), new TimeZoneReader(each, lastYear)]));
  const result = events.map((event) => readEvent(event, readers));
  if (new Set(result.map(({ uid }) => uid)).size < result.length) throw new Error('A UID occurs twice');
  compareWithIcalJs(text, result, readers);
  if (isFullRun) compareWithPython(text, result);
  return { properties: calendar.properties, timeZones, events: result };
}

const componentsOf = (calendar: Component, name: string): Component[] =>
  calendar.components.filter((component) => component.name === name);

const tzidOf = (timeZone: Component): string => textsOf(valueOf(timeZone, 'TZID') ?? '')[0] ?? '';

const yearOf = ({ name, value }: Property): number => (/^DT(START|END)$/.test(name) ? Number(value.slice(0, 4)) : 1);

function checkProperties(component: Component, allowed: readonly string[], required: readonly string[]): void {
  const names = component.properties.map(({ name }) => name);
  const isUnknownOrRepeated = (name: string) =>
    !allowed.includes(`${name}+`) && (!allowed.includes(name) || names.filter((each) => each === name).length > 1);
  const invalidNames = [...names.filter(isUnknownOrRepeated), ...required.filter((name) => !names.includes(name))];
  if (invalidNames.length > 0)
    throw new Error(`${component.name}: unknown, repeated or missing: ${invalidNames.join(', ')}`);
}

function checkComponents(calendar: Component, timeZones: readonly Component[], events: readonly Component[]): void {
  const names = calendar.components.map(({ name }) => name).join(' ');
  if (!/^(VTIMEZONE ?)*(VEVENT ?)*$/.test(names) || names === '') throw new Error(`Wrong components: ${names}`);
  const zones = timeZones.map(tzidOf);
  const used = events.flatMap(({ properties }) => properties.flatMap(({ parameters: { TZID } }) => TZID ?? []));
  const isExact = new Set(zones).size === zones.length && zones.every((zone) => used.includes(zone));
  if (events.length === 0 ? zones.length !== 1 : !isExact || used.some((zone) => !zones.includes(zone)))
    throw new Error(`Time zones ${zones.join(', ')}, used are ${[...new Set(used)].join(', ')}`);
}

function readEvent(component: Component, readers: ReadonlyMap<string, TimeZoneReader>): CalendarEvent {
  checkProperties(component, EVENT_PROPERTIES, REQUIRED_EVENT_PROPERTIES);
  const { properties } = component;
  const value = (name: string) => valueOf(component, name);
  const [startProperty, endProperty] = ['DTSTART', 'DTEND'].map((name) => propertiesOf(component, name)[0]);
  const start = startProperty ? readTime(startProperty, readers) : '';
  const end = endProperty ? readTime(endProperty, readers) : start;
  if (typeof start !== typeof end || (endProperty && end <= start)) throw new Error(`End ${end}, start ${start}`);
  return {
    uid: value('UID') ?? '',
    start,
    end,
    names: properties.map(({ name }) => name),
    properties,
    value,
    text: (name) => {
      const source = value(name);
      const texts = source === undefined ? [] : textsOf(source);
      if (texts.length > 1) throw new Error(`${name} has a comma that is not escaped: ${source}`);
      return source === undefined ? undefined : (texts[0] ?? '');
    },
  };
}

function readTime({ value, parameters }: Property, readers: ReadonlyMap<string, TimeZoneReader>): number | string {
  const { TZID: zone, VALUE: type } = parameters;
  if (type === 'DATE') return value.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  if (zone === undefined) {
    if (!value.endsWith('Z')) throw new Error(`Neither UTC nor a zone: ${value}`);
    return wallSeconds(value);
  }
  const [instant, ...others] = readers.get(zone)?.instantsOf(value) ?? [];
  if (instant === undefined || others.length > 0) throw new Error(`Not one instant: ${value} in ${zone}`);
  return instant;
}

/**
 * Compares texts and times with those of ical.js, except offsets that it cannot read, and years before 100, which it reads
 * as those of the 20th century.
 */
function compareWithIcalJs(
  text: string,
  events: readonly CalendarEvent[],
  readers: ReadonlyMap<string, TimeZoneReader>,
): void {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const components = calendar.getAllSubcomponents('vevent');
  for (const [index, event] of events.entries()) {
    const component = components[index] ?? new ICAL.Component('vevent');
    for (const name of TEXT_PROPERTIES) {
      // ical.js does not unescape properties that it does not know.
      const value = component.getFirstPropertyValue(name.toLowerCase());
      const expected = name.startsWith('X-') ? event.value(name) : event.text(name);
      expectEqual(`${name} (ical.js)`, value ?? undefined, expected);
    }
    if (!hasReadableOffsets(event, readers)) continue;
    const { startDate, endDate } = new ICAL.Event(component);
    if (typeof event.start === 'string') expectEqual('DTSTART (ical.js)', startDate.toString(), event.start);
    else if (startDate.year >= 100)
      expectEqual('Times (ical.js)', [startDate.toUnixTime(), endDate.toUnixTime()], [event.start, event.end]);
  }
}

function hasReadableOffsets(event: CalendarEvent, readers: ReadonlyMap<string, TimeZoneReader>): boolean {
  const zone = event.properties.find(({ name }) => name === 'DTSTART')?.parameters['TZID'];
  return zone === undefined || readers.get(zone)?.hasCommonOffsets === true;
}

function expectEqual(subject: string, actual: unknown, expected: unknown): void {
  const [actualJson, expectedJson] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (actualJson !== expectedJson) throw new Error(`${subject}: ${actualJson} instead of ${expectedJson}`);
}
