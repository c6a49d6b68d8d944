import { beforeAll, describe, expect, it } from 'vitest';
import { useTestCalendar } from '../../support/calendar/use-test-calendar.js';
import { createRecord, type ServedRecord } from '../../support/records/kinds.js';
import { upcomingDates } from '../../support/records/records.js';

const JSON_TYPE = 'application/json';
const CALENDAR_TYPE = 'text/calendar';
const LD_TYPE = 'application/ld+json';
const ATOM_TYPE = 'application/atom+xml';

const calendar = useTestCalendar();
let event: ServedRecord;
beforeAll(async () => {
  event = await createRecord(calendar, 'events', {
    title: 'Concert de primavera',
    ...upcomingDates(),
    ml_language: 'ca',
  });
});

const mediaTypeOf = (headers: Headers): string => headers.get('Content-Type')?.split(';', 1)[0] ?? '';

/** URLs of the links with `rel="alternate"` by media type. */
const alternatesIn = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    [...(headers.get('Link') ?? '').matchAll(/<([^>]+)>; rel="alternate"; type="([^"]+)"/g)].map(
      ([, url = '', type = '']) => [type, url.replace(calendar.base, '')],
    ),
  );

describe('Representation selected by Accept', () => {
  it.each([
    [undefined, JSON_TYPE],
    ['*/*', JSON_TYPE],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', JSON_TYPE],
    ['text/calendar', CALENDAR_TYPE],
    ['TEXT/Calendar; charset=utf-8', CALENDAR_TYPE],
    ['text/calendar, application/json', JSON_TYPE],
    ['text/calendar, application/json;q=0.9', CALENDAR_TYPE],
    ['text/calendar;q=0, */*', JSON_TYPE],
    ['application/ld+json', LD_TYPE],
    [ATOM_TYPE, ATOM_TYPE],
    ['*/*;q=0.1, application/ld+json;q=0.2', LD_TYPE],
  ])('Accept: %s selects %s for a list (13.3)', async (accept, type) => {
    const { status, headers } = await calendar.request('GET', 'events', {
      headers: accept ? { Accept: accept } : {},
    });
    expect([status, mediaTypeOf(headers)]).toEqual([200, type]);
    expect(headers.get('Vary')).toMatch(/^Accept, Accept-Language, Authorization, X-Event-Password\b/);
  });

  it('is served with its own address in Content-Location (13.3)', async () => {
    const read = async (path: string, accept: string) => {
      const { headers } = await calendar.request('GET', path, { headers: { Accept: accept, 'X-Event-Password': 'x' } });
      return headers.get('Content-Location')?.replace(calendar.base, '');
    };
    expect(await read('events?categories=&search=m%C3%BAsica&page=1&utm=x', CALENDAR_TYPE)).toBe(
      '/events.ics?search=m%C3%BAsica&ml_language=en',
    );
    expect(await read('events?per_page=1&search=concert', LD_TYPE)).toBe(
      '/events.jsonld?per_page=1&search=concert&ml_language=en',
    );
    expect(await read(`events/${event.id}?ml_language=ca&password=secret`, CALENDAR_TYPE)).toBe(
      `/events/${event.id}.ics?ml_language=ca`,
    );
    expect(await read(`events/by-slug/${event.slug}?ml_language=ca`, LD_TYPE)).toBe(
      `/events/by-slug/${event.slug}.jsonld?ml_language=ca`,
    );
  });

  it('does not replace the representation that a suffix names, and is never Atom for one event (13.3)', async () => {
    const read = async (path: string, accept: string) => {
      const { headers } = await calendar.request('GET', path, { headers: { Accept: accept } });
      return [mediaTypeOf(headers), headers.get('Content-Location'), /\bAccept,/.test(headers.get('Vary') ?? '')];
    };
    expect(await read('events.ics', JSON_TYPE)).toEqual([CALENDAR_TYPE, null, false]);
    expect((await read(`events/${event.id}`, ATOM_TYPE))[0]).toBe(JSON_TYPE);
  });

  it('is a problem in JSON if the request is invalid (9.1)', async () => {
    const { status, headers } = await calendar.request('GET', 'events?start_date=never', {
      headers: { Accept: CALENDAR_TYPE },
    });
    expect([status, mediaTypeOf(headers)]).toEqual([400, 'application/problem+json']);
  });
});

describe('Links to other representations', () => {
  it('of a list carry its filters as given, without paging (13.23)', async () => {
    const query = 'start_date=today&end_date=%2B2%20weeks&search=m%C3%BAsica&per_page=3&page=1';
    const { headers } = await calendar.request('GET', `/ca/calendar/events/v1/events?${query}`);
    const filters = 'start_date=today&end_date=%2B2+weeks&search=m%C3%BAsica&ml_language=ca';
    expect(alternatesIn(headers)).toEqual({
      [CALENDAR_TYPE]: `/events.ics?${filters}`,
      [ATOM_TYPE]: `/events.atom?${filters}`,
      [LD_TYPE]: `/events.jsonld?${filters}`,
    });
  });

  it('of an event have no password (13.23)', async () => {
    const { headers } = await calendar.request('GET', `events/${event.id}?password=secret`);
    expect(alternatesIn(headers)).toEqual({
      [CALENDAR_TYPE]: `/events/${event.id}.ics?ml_language=en`,
      [LD_TYPE]: `/events/${event.id}.jsonld?ml_language=en`,
    });
  });

  it('are left out before the links to pages if the header gets too long (12.6, 13.23)', async () => {
    const ids = Array.from({ length: 100 }, (_value, index) => 100_000_000 + index).join();
    const { headers } = await calendar.request('GET', `events?include=${ids}`);
    expect([headers.get('Link')?.includes('rel="first"'), alternatesIn(headers)]).toEqual([true, {}]);
  });
});
