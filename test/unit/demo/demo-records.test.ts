import { describe, expect, it } from '@jest/globals';
import { DEMO_TIME_ZONE } from '../../../src/demo/schedule.js';
import { DEMO, demoEvents } from '../../support/records/demo-texts.js';

const KILOMETRES_PER_DEGREE = 111.2;
const EVENTS = [...demoEvents().values()];
const COSTS = EVENTS.map(({ cost }) => cost);
const LOCATIONS = new Map(
  [...DEMO.venues].map(([key, { fields }]) => [
    key,
    { latitude: Number(fields['geo_lat']), longitude: Number(fields['geo_lng']) },
  ]),
);

type Location = { readonly latitude: number; readonly longitude: number };

function kilometres(from: Location, to: Location): number {
  const east = (to.longitude - from.longitude) * Math.cos((from.latitude * Math.PI) / 180);
  return Math.hypot(to.latitude - from.latitude, east) * KILOMETRES_PER_DEGREE;
}

const sorted = (keys: Iterable<string>) => [...new Set(keys)].toSorted();

describe('Records of the demo (11.2)', () => {
  it('include 15 to 18 venues, each at its own location within five kilometres of the town square', () => {
    const square = LOCATIONS.get('square') as Location;
    const locations = [...LOCATIONS.values()];
    expect(locations.length).toBeGreaterThanOrEqual(15);
    expect(locations.length).toBeLessThanOrEqual(18);
    expect(new Set(locations.map(({ latitude, longitude }) => `${latitude},${longitude}`)).size).toBe(locations.length);
    expect(Math.max(...locations.map((each) => kilometres(square, each)))).toBeLessThan(5);
  });

  it('include at least ten organizers', () => {
    expect(DEMO.organizers.size).toBeGreaterThanOrEqual(10);
  });

  it('are all used by events: every venue, organizer and tag, and every category or one of its children', () => {
    const categories = EVENTS.flatMap((event) => event.categories);
    const parents = categories.flatMap((key) => (DEMO.categories.get(key)?.fields['parent'] ?? []) as string);
    expect(sorted(EVENTS.flatMap(({ venue = [] }) => venue))).toEqual(sorted(DEMO.venues.keys()));
    expect(sorted(EVENTS.flatMap(({ organizer }) => organizer))).toEqual(sorted(DEMO.organizers.keys()));
    expect(sorted(EVENTS.flatMap(({ tags = [] }) => tags))).toEqual(sorted(DEMO.tags.keys()));
    expect(sorted([...categories, ...parents])).toEqual(sorted(DEMO.categories.keys()));
  });

  it('include at least three festivals with two or more events', () => {
    const parts = Map.groupBy(EVENTS, ({ post_parent }) => post_parent);
    parts.delete(undefined);
    expect([...parts.values()].filter((each) => each.length >= 2).length).toBeGreaterThanOrEqual(3);
  });

  it('include events in at least four other time zones', () => {
    const zones = EVENTS.flatMap(({ timezone }) => timezone ?? []).filter((zone) => zone !== DEMO_TIME_ZONE);
    expect(zones.length).toBeGreaterThanOrEqual(5);
    expect(new Set(zones).size).toBeGreaterThanOrEqual(4);
    for (const timeZone of zones) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
  });

  it('have costs in many forms that do not depend on the language', () => {
    const written = COSTS.flat().map(String);
    const neutral = /^(?:[£€¥]?\d+(?:,\d\d)?(?: (?:€|euros|EUR|USD))?|5 € \/ 8 €|Donatiu · Donativo · Donation)$/;
    expect(written.filter((cost) => !neutral.test(cost))).toEqual([]);
    expect(COSTS).toEqual(
      expect.arrayContaining(['0', 0, 6, '12 €', '5 euros', '12,50 €', '£6', ['0 €', '8 €', '12 €']]),
    );
    const free = COSTS.filter((cost) => String(cost).replace(' €', '') === '0').length;
    expect(free).toBeGreaterThan(EVENTS.length / 3);
    expect(EVENTS.length - free).toBeGreaterThan(EVENTS.length / 3);
  });

  it('include featured, sticky and ticketed events, and distinct images for more than half of the events', () => {
    const count = (field: string) => EVENTS.filter((event) => event[field]).length;
    expect(count('featured')).toBeGreaterThanOrEqual(6);
    expect(count('sticky')).toBe(2);
    expect(count('ticketed')).toBeGreaterThanOrEqual(20);
    const images = EVENTS.flatMap(({ image }) => image?.url ?? []);
    expect(images.length).toBeGreaterThan(EVENTS.length / 2);
    expect(new Set(images).size).toBe(images.length);
  });

  it('have URLs and e-mail addresses in the reserved domain "example" only', () => {
    const records = Object.values(DEMO).flatMap((each) => [...each.values()]);
    const everything = JSON.stringify(records.map(({ fields, texts }) => [fields, ...texts.values()]));
    const domains = everything.match(/(?:https?:\/\/|@)[^/"\s]+/g) ?? [];
    expect(domains.length).toBeGreaterThan(50);
    expect(domains.filter((domain) => !domain.endsWith('.example'))).toEqual([]);
  });
});
