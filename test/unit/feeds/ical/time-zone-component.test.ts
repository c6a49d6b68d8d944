import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { TimeZoneUse } from '../../../../src/feeds/ical/time-zone-uses.js';
import { timeZoneComponent } from '../../../../src/feeds/ical/time-zone-component.js';
import { dateTimeValue } from '../../../../src/feeds/ical/date-values.js';
import { clockChanges } from '../../../../src/kernel/time/clock-changes.js';
import { epochToLocal, MAX_EPOCH_SECONDS, MIN_EPOCH_SECONDS } from '../../../../src/kernel/time/local-time.js';
import { offsetInterval } from '../../../../src/kernel/time/zone-offset.js';
import { isRepeatedTime } from '../../../../src/kernel/time/unique-time.js';
import { byRunMode, casesByRunMode } from '../../../support/run/run-mode.js';
import { parseCalendar, propertiesOf, type Component } from '../../../support/feeds/content-lines.js';
import { TimeZoneReader } from '../../../support/feeds/time-zone-reader.js';

const ZONES = Intl.supportedValuesOf('timeZone');
const NOTABLE_ZONES = [
  'Africa/Cairo',
  'Africa/Casablanca',
  'Africa/Monrovia',
  'America/Nuuk',
  'Antarctica/Troll',
  'Asia/Gaza',
  'Asia/Jerusalem',
  'Asia/Kathmandu',
  'Asia/Manila',
  'Australia/Lord_Howe',
  'Europe/Dublin',
  'Europe/Kiev',
  'Pacific/Apia',
];
/** The short form has the notable zones only, and a fifth of their changes. */
const TESTED_ZONES = new Set([...NOTABLE_ZONES, ...casesByRunMode(ZONES, () => false)]);
const DAY = 86_400;

const seconds = (text: string): number => Date.parse(text) / 1000;

/**
 * Expects that a component maps the wall-clock time of each instant in a period back to that instant, except times that occur twice. Expects
 * no `RDATE`.
 */
function expectExact(zone: string, use: TimeZoneUse, instants: readonly number[]): void {
  const calendar = parseCalendar(`BEGIN:VCALENDAR\r\n${timeZoneComponent(zone, use)}END:VCALENDAR\r\n`);
  const component = calendar.components[0] as Component;
  const reader = new TimeZoneReader(component, new Date(use.last * 1000).getUTCFullYear());
  const isTested = (instant: number) => instant >= use.first && instant <= use.last && !isRepeatedTime(instant, zone);
  const tested = instants.filter(isTested);
  const actual = tested.map((instant) => reader.instantsOf(dateTimeValue(epochToLocal(instant, zone))));
  expect([zone, ...actual]).toEqual([zone, ...tested.map((instant) => [instant])]);
  expect(component.components.flatMap((each) => propertiesOf(each, 'RDATE'))).toEqual([]);
}

/** Instants around a clock change. */
const aroundChange = (at: number): number[] => [at - 5 * 3600, at - 1, at, at + 1, at + 5 * 3600, at + 40 * DAY];

describe('timeZoneComponent', () => {
  it('has yearly rules without end that cover the time from one year before the first use (13.11)', () => {
    const text = timeZoneComponent('Europe/Madrid', { first: seconds('2027-03-08'), last: seconds('2027-03-09') });
    expect(text.replaceAll('\r\n', '\n')).toBe(`BEGIN:VTIMEZONE
TZID:Europe/Madrid
X-LIC-LOCATION:Europe/Madrid
BEGIN:STANDARD
TZNAME:CET
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
DTSTART:20251026T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
BEGIN:DAYLIGHT
TZNAME:CEST
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
DTSTART:20260329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
END:VTIMEZONE
`);
  });

  it.each<[what: string, zone: string, first: string, last: string, expected: RegExp]>([
    [
      'a rule that ends within the period',
      'America/New_York',
      '2006-01-01',
      '2008-01-01',
      /DTSTART:20050403T020000\r\nRRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z\r\n/,
    ],
    [
      'seven days of a month',
      'Asia/Jerusalem',
      '2027-01-01',
      '2028-01-01',
      /RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=23,24,25,26,27,28,29;BYDAY=FR\r\n/,
    ],
    ['changes without a rule', 'Africa/Casablanca', '2020-01-01', '2023-01-01', /^(?!.*RRULE)(?:.*BEGIN:DAYLIGHT){4}/s],
    [
      'a change of the date line',
      'Pacific/Apia',
      '2011-06-01',
      '2012-01-01',
      /TZOFFSETFROM:-1000\r\nTZOFFSETTO:\+1400\r\nDTSTART:20111230T000000\r\n/,
    ],
    [
      'a zone without changes',
      'Asia/Kathmandu',
      '2027-01-01',
      '2027-01-01',
      /BEGIN:STANDARD\r\nTZNAME:UTC\+5:45\r\nTZOFFSETFROM:\+0530\r\nTZOFFSETTO:\+0545\r\nDTSTART:19860101T000000\r\nEND/,
    ],
    [
      'an alias of a zone',
      'Europe/Kiev',
      '2027-01-01',
      '2027-01-01',
      /^BEGIN:VTIMEZONE\r\nTZID:Europe\/Kiev\r\nX-LIC-LOCATION:Europe\/Kiev\r\n/,
    ],
    [
      'an offset',
      'UTC+5:30',
      '2026-01-01',
      '2026-01-01',
      /TZID:UTC\+5:30\r\n(?:.*\r\n){3}TZOFFSETFROM:\+0530\r\nTZOFFSETTO:\+0530\r\n/,
    ],
  ])('describes %s: %s (13.11)', (_case, zone, first, last, expected) => {
    expect(timeZoneComponent(zone, { first: seconds(first), last: seconds(last) })).toMatch(expected);
  });

  it('reads as the same instants in every zone, in years 1 to 2139 (13.10, 13.11)', () => {
    const [first, last] = [MIN_EPOCH_SECONDS + 2 * DAY, seconds('2140-01-01')];
    for (const zone of TESTED_ZONES) {
      const changes = casesByRunMode(clockChanges(zone).changes, (_change, index) => index % 5 === 0);
      const evenlySpaced = Array.from({ length: 100 }, (_each, index) => first + index * 20 * 365 * DAY);
      expectExact(zone, { first, last }, [...changes.flatMap(({ at }) => aroundChange(at)), ...evenlySpaced]);
    }
  });

  it('reads as the same instants in every zone, in any period (13.10, 13.11)', () => {
    const moment = fc.oneof(
      fc.integer({ min: seconds('1900-01-01'), max: seconds('2087-01-01') }),
      fc.integer({ min: MIN_EPOCH_SECONDS + 2 * DAY, max: MAX_EPOCH_SECONDS - 2 * DAY }),
    );
    const days = fc.constantFrom(0, 1, 7, 200, 400, 2000, 10_000);
    const zone = fc.constantFrom(...byRunMode([...TESTED_ZONES], ZONES));
    const fractions = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 10, maxLength: 10 });
    const property = fc.property(zone, moment, days, fractions, (zone, first, length, parts) => {
      const last = Math.min(first + length * DAY, MAX_EPOCH_SECONDS - 2 * DAY);
      const instants = parts.map((part) => first + Math.floor((last - first) * part));
      const intervals = instants.map((instant) => offsetInterval(instant, zone));
      const changes = intervals.flatMap(({ from, to }) => [from, to]).filter(Number.isFinite);
      expectExact(zone, { first, last }, [first, last, ...instants, ...changes.flatMap(aroundChange)]);
    });
    fc.assert(property, { numRuns: byRunMode(8, 3000) });
  });
});
