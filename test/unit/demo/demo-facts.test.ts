import { describe, expect, it } from '@jest/globals';
import { CATEGORIES } from '../../../src/demo/data/categories.js';
import { EVENTS } from '../../../src/demo/data/events.js';
import { ORGANIZERS } from '../../../src/demo/data/organizers.js';
import { TAGS } from '../../../src/demo/data/tags.js';
import { VENUES } from '../../../src/demo/data/venues.js';
import type { DemoCategory, DemoVenue } from '../../../src/demo/demo-records.js';
import { TOWN_ZONE } from '../../../src/demo/demo-schedule.js';

const KILOMETRES_OF_A_DEGREE = 111.2;
const EVENT_LIST = Object.values(EVENTS);
const COSTS = EVENT_LIST.map(({ cost }) => cost);

const venues: readonly DemoVenue[] = Object.values(VENUES);
const categories: Readonly<Record<string, DemoCategory>> = CATEGORIES;

function kilometres(
  [latitude, longitude]: readonly [number, number],
  [toLatitude, toLongitude]: readonly [number, number],
) {
  const east = (toLongitude - longitude) * Math.cos((latitude * Math.PI) / 180);
  return Math.hypot(toLatitude - latitude, east) * KILOMETRES_OF_A_DEGREE;
}

describe('the facts of the demo agenda', () => {
  it('11.2 has fifteen venues or a few more, each in its own place within five kilometres of the town square', () => {
    expect(venues.length).toBeGreaterThanOrEqual(15);
    expect(venues.length).toBeLessThanOrEqual(18);
    expect(new Set(venues.map(({ coordinates: place }) => place.join())).size).toBe(venues.length);
    expect(
      Math.max(...venues.map(({ coordinates: place }) => kilometres(place, VENUES.square.coordinates))),
    ).toBeLessThan(5);
  });

  it('11.2 has at least ten organizers', () => {
    expect(Object.keys(ORGANIZERS).length).toBeGreaterThanOrEqual(10);
  });

  it('11.2 uses every venue, organizer and tag, and every category or one below it; none that does not exist', () => {
    const used = (keys: readonly (readonly string[] | undefined)[]) => new Set(keys.flatMap((each) => each ?? []));
    const rubrics = used(EVENT_LIST.map((event) => event.categories));
    const above = [...rubrics].flatMap((key) => categories[key]?.parent ?? []);
    expect([...used(EVENT_LIST.map((event) => event.venues))].toSorted()).toEqual(Object.keys(VENUES).toSorted());
    expect([...used(EVENT_LIST.map((event) => event.organizers))].toSorted()).toEqual(
      Object.keys(ORGANIZERS).toSorted(),
    );
    expect([...used(EVENT_LIST.map((event) => event.tags))].toSorted()).toEqual(Object.keys(TAGS).toSorted());
    expect([...new Set([...rubrics, ...above])].toSorted()).toEqual(Object.keys(CATEGORIES).toSorted());
  });

  it('11.2 writes what others are part of before them', () => {
    for (const records of [EVENTS, categories]) {
      const keys = Object.keys(records);
      for (const [key, { parent }] of Object.entries(records)) {
        if (parent === undefined) continue;
        expect([key, keys.slice(0, keys.indexOf(key)).includes(parent)]).toEqual([key, true]);
      }
    }
  });

  it('11.2 has festivals with parts', () => {
    const parts = Map.groupBy(EVENT_LIST, ({ parent }) => parent);
    parts.delete(undefined);
    expect([...parts.values()].filter((each) => each.length >= 2).length).toBeGreaterThanOrEqual(3);
  });

  it('11.2 has events by the clocks of at least four other zones', () => {
    const away = EVENT_LIST.flatMap(({ timezone }) => timezone ?? []).filter((zone) => zone !== TOWN_ZONE);
    expect(away.length).toBeGreaterThanOrEqual(5);
    expect(new Set(away).size).toBeGreaterThanOrEqual(4);
    for (const timeZone of away) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
  });

  it('11.2 has costs written in many ways, none of them in one language', () => {
    const written = COSTS.flatMap((cost) => cost ?? []).map(String);
    const neutral = /^(?:[£€¥]?\d+(?:,\d\d)?(?: (?:€|euros|EUR|USD))?|5 € \/ 8 €|Donatiu · Donativo · Donation)$/;
    expect(written.filter((cost) => !neutral.test(cost))).toEqual([]);
    expect(COSTS).toEqual(
      expect.arrayContaining(['0', 0, 6, '12 €', '5 euros', '12,50 €', '£6', ['0 €', '8 €', '12 €']]),
    );
    const free = COSTS.filter((cost) => String(cost).replace(' €', '') === '0').length;
    expect(free).toBeGreaterThan(EVENT_LIST.length / 3);
    expect(EVENT_LIST.length - free).toBeGreaterThan(EVENT_LIST.length / 3);
  });

  it('11.2 has featured, sticky and ticketed events, and images for most', () => {
    const count = (has: (event: (typeof EVENT_LIST)[number]) => unknown) => EVENT_LIST.filter(has).length;
    expect(count(({ featured }) => featured)).toBeGreaterThanOrEqual(6);
    expect(count(({ sticky }) => sticky)).toBe(2);
    expect(count(({ ticketed }) => ticketed)).toBeGreaterThanOrEqual(20);
    const images = EVENT_LIST.flatMap(({ image }) => image?.file ?? []);
    expect(images.length).toBeGreaterThan(EVENT_LIST.length / 2);
    expect(new Set(images).size).toBe(images.length);
  });

  it('11.2 has no address on the internet but of the domain that nobody has', () => {
    const everything = JSON.stringify([EVENTS, VENUES, ORGANIZERS, CATEGORIES, TAGS]);
    const domains = everything.match(/(?:https?:\/\/|@)[^/"\s]+/g) ?? [];
    expect(domains.length).toBeGreaterThan(50);
    expect(domains.filter((domain) => !domain.endsWith('.example'))).toEqual([]);
  });
});
