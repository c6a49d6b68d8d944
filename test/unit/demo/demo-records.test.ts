import { globSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEMO, demoEvents } from '../../support/records/demo-texts.js';

const EVENTS = [...demoEvents().values()];
const sorted = (keys: Iterable<string>) => [...new Set(keys)].toSorted();

describe('Records of the demo (11.2)', () => {
  it('are all used by events: every venue, organizer and tag, and every category or one of its children', () => {
    const categories = EVENTS.flatMap((event) => event.categories);
    const parents = categories.flatMap((key) => (DEMO.categories.get(key)?.fields['parent'] ?? []) as string);
    expect(sorted(EVENTS.flatMap(({ venue = [] }) => venue))).toEqual(sorted(DEMO.venues.keys()));
    expect(sorted(EVENTS.flatMap(({ organizer }) => organizer))).toEqual(sorted(DEMO.organizers.keys()));
    expect(sorted(EVENTS.flatMap(({ tags = [] }) => tags))).toEqual(sorted(DEMO.tags.keys()));
    expect(sorted([...categories, ...parents])).toEqual(sorted(DEMO.categories.keys()));
  });

  it('have parents that come before them, because records are loaded in order', () => {
    for (const [kind, field] of [
      ['events', 'post_parent'],
      ['categories', 'parent'],
    ] as const) {
      const keys = [...DEMO[kind].keys()];
      const parents = keys.map((key) => DEMO[kind].get(key)?.fields[field] as string | undefined);
      expect(parents.filter((parent, index) => parent && !keys.slice(0, index).includes(parent))).toEqual([]);
    }
  });

  it('include festivals, several time zones, cancelled, postponed and online events, free and paid events, flags and images', () => {
    const values = (field: string) => EVENTS.flatMap((event) => event[field] ?? []);
    const flags = ['post_parent', 'featured', 'sticky', 'ticketed', 'image'];
    expect(flags.filter((field) => values(field).length < 2)).toEqual([]);
    expect(new Set(values('event_status'))).toEqual(new Set(['cancelled', 'postponed']));
    expect(new Set(values('attendance_mode'))).toEqual(new Set(['online', 'mixed']));
    expect(new Set(values('timezone')).size).toBeGreaterThanOrEqual(4);
    const costs = EVENTS.map(({ cost }) => String(cost));
    expect(costs).toEqual(expect.arrayContaining(['0', '12 €', '£6', '0 €,8 €,12 €', 'Donatiu · Donativo · Donation']));
  });

  it('use exactly the existing images, at most 1.5 MB in all, each with a drawing', () => {
    const records = Object.values(DEMO).flatMap((recordsByKey) => [...recordsByKey.values()]);
    const urls = records.flatMap(({ fields }) => (fields['image'] as { url: string } | undefined)?.url ?? []);
    const files = globSync('src/demo/data/pictures/*');
    expect(files.map((file) => `/demo/pictures/${basename(file)}`).toSorted()).toEqual(sorted(urls));
    const drawings = globSync('src/demo/pictures/*.svg', { exclude: ['**/shared.svg'] });
    expect(sorted(drawings.map((file) => basename(file, '.svg')))).toEqual(
      sorted(files.map((file) => basename(file, '.webp'))),
    );
    const bytes = files.map((file) => statSync(file).size).reduce((total, size) => total + size, 0);
    expect(bytes).toBeLessThanOrEqual(1_500_000);
  });

  it('have URLs and e-mail addresses in the reserved domain "example" only', () => {
    const records = Object.values(DEMO).flatMap((recordsByKey) => [...recordsByKey.values()]);
    const json = JSON.stringify(records.map(({ fields, texts }) => [fields, ...texts.values()]));
    const domains = json.match(/(?:https?:\/\/|@)[^/"\s]+/g) ?? [];
    expect(domains.length).toBeGreaterThan(50);
    expect(domains.filter((domain) => !domain.endsWith('.example'))).toEqual([]);
  });
});
