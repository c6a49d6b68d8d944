import { describe, expect, it } from '@jest/globals';
import { dateBounds, type ReferenceTime } from '../../support/event-oracle/dates.js';
import { distance } from '../../support/event-oracle/links.js';
import { expectedResponse } from '../../support/event-oracle/oracle.js';
import type { DateFilter, EventQuery, DateValue } from '../../support/event-oracle/queries.js';
import type { Dataset, DatasetEvent } from '../../support/event-oracle/dataset.js';
import { ZoneOracle } from '../../support/zone-oracle.js';

const at = (instant: string): number => Date.parse(instant) / 1000;
const MADRID: ReferenceTime = { now: at('2026-10-24T21:30:00Z'), zone: new ZoneOracle('Europe/Madrid') };
const asked = (query: Partial<EventQuery>): EventQuery => ({
  reader: 'anonymous',
  dates: {},
  listStyle: 'commas',
  ignoredParameters: [],
  ...query,
});
const dated = (dates: Partial<Record<DateFilter, DateValue>>, more: Partial<EventQuery> = {}): EventQuery => {
  const said = Object.entries(dates).map(([name, means]) => [name, { means, text: '' }]);
  return asked({ ...more, dates: Object.fromEntries(said) });
};
const STRICT = { strict_dates: { means: true, text: 'true' } };

/** Bounds as instants that people can read. */
const bounds = (query: EventQuery, moments = MADRID) =>
  Object.fromEntries(
    Object.entries(dateBounds(query, moments)).map(([name, limit]) => [
      name,
      new Date(limit * 1000).toISOString().slice(0, 19),
    ]),
  );

describe('the oracle of lists, by examples that were reckoned by hand', () => {
  it('7.2 looks at two years from today on, or from a later start on', () => {
    const from = '2026-10-23T22:00:00';
    expect(bounds(asked({}))).toEqual({ start_date: from, end_date: '2028-10-24T21:59:59' });
    expect(bounds(asked(STRICT))).toEqual({ start_date: from, end_date: '2028-10-24T21:59:59' });
    const leapDay = dated({ start_date: { kind: 'wall', local: '2028-02-29 10:00:00' } });
    expect(bounds(leapDay)).toEqual({ start_date: '2028-02-28T23:00:00', end_date: '2030-02-28T22:59:59' });
    const past = dated({ start_date: { kind: 'wall', local: '2020-01-01 00:00:00' } });
    expect(bounds(past)).toEqual({ start_date: '2019-12-31T23:00:00', end_date: '2028-10-24T21:59:59' });
  });

  it('7.4 takes days as whole, in their zone, unless dates are strict; the present is exact', () => {
    const wall: DateValue = { kind: 'wall', local: '2026-10-25 02:30:00' };
    expect(bounds(dated({ starts_after: wall }))).toEqual({ starts_after: '2026-10-25T22:59:59' });
    expect(bounds(dated({ starts_after: wall }, STRICT))).toEqual({ starts_after: '2026-10-25T00:30:00' });
    const instant: DateValue = { kind: 'instant', epoch: at('2026-10-25T22:59:59Z') };
    expect(bounds(dated({ ends_before: instant }))).toEqual({ ends_before: '2026-10-25T22:59:59' });
    expect(bounds(dated({ ends_after: { kind: 'now' } }))).toEqual({ ends_after: '2026-10-24T21:30:00' });
  });

  it('7.4 takes a day to its end where the clock shows its last hour twice, and from its beginning where that is skipped', () => {
    const cairo = { now: MADRID.now, zone: new ZoneOracle('Africa/Cairo') };
    const last: DateValue = { kind: 'wall', local: '2026-10-29 00:00:00' };
    expect(bounds(dated({ ends_before: last }), cairo)).toEqual({ ends_before: '2026-10-29T21:59:59' });
    const first: DateValue = { kind: 'wall', local: '2027-04-30 12:00:00' };
    expect(bounds(dated({ start_date: first, ends_before: first }), cairo)).toEqual({
      start_date: '2027-04-29T22:00:00',
      ends_before: '2027-04-30T20:59:59',
    });
  });

  it('2.4 counts from today, in months as long as they are', () => {
    const zone = new ZoneOracle('UTC');
    const shift = (count: number, unit: 'day' | 'week' | 'month') =>
      bounds(dated({ starts_after: { kind: 'shift', count, unit } }, STRICT), {
        now: at('2028-01-31T15:00:00Z'),
        zone,
      });
    expect(shift(1, 'month')).toEqual({ starts_after: '2028-02-29T00:00:00' });
    expect(shift(-2, 'week')).toEqual({ starts_after: '2028-01-17T00:00:00' });
    expect(shift(0, 'day')).toEqual({ starts_after: '2028-01-31T00:00:00' });
  });

  it('7.9 measures great circles, across the date line too', () => {
    expect(distance([0, 0], [0, 90])).toBeCloseTo(10_007.543, 3);
    expect(distance([0, 179.9], [0, -179.9])).toBeCloseTo(22.239, 3);
    expect(distance([89, 0], [89, 180])).toBeCloseTo(222.39, 2);
  });
});

const EVENT: Omit<DatasetEvent, 'id'> = {
  startsAt: at('2026-11-01T10:00:00Z'),
  endsAt: at('2026-11-01T12:00:00Z'),
  zone: 'UTC',
  allDay: false,
  featured: true,
  ticketed: false,
  hidden: false,
  isProtected: false,
  parent: null,
  texts: { en: { title: 'Ñandú', excerpt: '', description: '50% off' } },
  venue: [1],
  organizer: [],
  categories: [3],
  tags: [],
  owner: null,
  status: 'publish',
  publishedAt: 0,
  trashed: false,
  modifiedAt: 0,
};
const term = (id: number, parent: number | null) => ({ id, parent, slugs: { ca: `c-${id}` }, former: [`f-${id}`] });
const WORLD: Dataset = {
  events: [
    { ...EVENT, id: 1 },
    { ...EVENT, id: 2, isProtected: true },
    { ...EVENT, id: 3, hidden: true },
    { ...EVENT, id: 4, publishedAt: MADRID.now + 1 },
  ],
  venue: [
    { id: 1, owner: 'author', status: 'draft', publishedAt: null, trashed: false, modifiedAt: 0, coordinates: [42, 3] },
  ],
  organizer: [],
  categories: [term(1, null), term(2, 1), term(3, 2), term(4, null)],
  tags: [],
};
const found = (query: Partial<EventQuery>) =>
  expectedResponse({ ...MADRID, dataset: WORLD, query: asked(query), defaultLanguage: 'ca' });
const listed = (...ids: number[]) => ({ status: 200, ids });

describe('the oracle of lists, in a small world', () => {
  const yes = { means: true, text: 'yes' };
  const no = { means: false, text: 'no' };

  it('8.14 shows the public of an event with a password that it is there, and editors all', () => {
    expect([found({}), found({ reader: 'editor' })]).toEqual([listed(1, 2), listed(1, 2, 4)]);
    expect([found({ featured: yes }), found({ featured: no })]).toEqual([listed(1), listed(2)]);
    expect(found({ featured: yes, reader: 'editor' })).toEqual(listed(1, 2, 4));
    const titles = ['anonymous' as const, 'editor' as const].map((reader) => found({ search: 'nandu', reader }));
    expect(titles).toEqual([listed(1, 2), listed(1, 2, 4)]);
    expect([found({ search: '50%' }), found({ search: '50%', reader: 'editor' })]).toEqual([
      listed(1),
      listed(1, 2, 4),
    ]);
  });

  it('8.3 8.9 8.14 shows authors and contributors more of their own, in the trash too', () => {
    const own = (reader: 'contributor' | 'author' | 'subscriber', query: Partial<EventQuery> = {}) => {
      const states = { draft: { status: 'draft' }, open: {}, trash: { trashed: true } } as const;
      const events = Object.values(states).map((state, index) => ({
        ...EVENT,
        ...state,
        id: index + 1,
        owner: reader,
        isProtected: true,
      }));
      const gone = { ...EVENT, id: 4, owner: reader, status: 'private' as const, trashed: true };
      const world = { ...WORLD, events: [...events, gone] };
      return expectedResponse({ ...MADRID, dataset: world, query: asked({ reader, ...query }), defaultLanguage: 'ca' });
    };
    expect([own('subscriber'), own('contributor'), own('author')]).toEqual([listed(2), listed(1, 2), listed(1, 2)]);
    expect([own('contributor', { featured: yes }), own('author', { featured: yes })]).toEqual([
      listed(1),
      listed(1, 2),
    ]);
    expect(own('contributor', { status: ['trash'] })).toEqual(listed(4));
    expect(own('author', { status: ['trash', 'publish'] })).toEqual(listed(2, 3, 4));
    expect(own('subscriber', { status: ['trash'] })).toEqual({ status: 403, names: [] });
    expect([own('author', { geoloc: yes }), own('contributor', { geoloc: yes })]).toEqual([listed(1, 2), listed()]);
  });

  it('7.7 finds what is in categories below, by slugs in any language, also former ones', () => {
    for (const name of [1, 'c-2', 'F-3']) expect(found({ categories: [name] })).toEqual(listed(1));
    expect(found({ categories: [4] })).toEqual(listed());
    expect(found({ categories: [4, 'f-1'] })).toEqual(listed(1));
  });

  it('7.6 finds parts of words as they are, without accents and case', () => {
    expect(found({ search: 'NAND 0%' })).toEqual(listed(1));
    expect(found({ search: '50_' })).toEqual(listed());
  });

  it('7.1 8.11 refuses what is not there for who asks, and what is not for him', () => {
    expect(found({ venue: [1], categories: ['x'] })).toEqual({ status: 400, names: ['venue', 'categories'] });
    expect(found({ venue: [1], reader: 'editor' })).toEqual(listed(1, 2, 4));
    expect(found({ status: ['draft'] }).status).toBe(401);
    expect(found({ hide_from_listings: 'any', reader: 'subscriber' }).status).toBe(403);
    expect(found({ hide_from_listings: 'true', reader: 'editor' })).toEqual(listed(3));
  });

  it('7.9 takes a venue that may not be read for none', () => {
    expect([found({ geoloc: yes }), found({ geoloc: no })]).toEqual([listed(), listed(1, 2)]);
    const near = { latitude: 42, longitude: 3.1 };
    expect([found({ near, reader: 'editor' }), found({ near })]).toEqual([listed(1, 2, 4), listed()]);
  });
});
