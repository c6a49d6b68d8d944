import { beforeAll, describe, expect, it } from 'vitest';
import { CATEGORIES } from '../../src/categories/category.resource.js';
import { EVENT_TRANSLATIONS } from '../../src/events/event-translations.js';
import { ORGANIZERS } from '../../src/organizers/organizer.resource.js';
import { TAGS } from '../../src/tags/tag.resource.js';
import { VENUES } from '../../src/venues/venue.resource.js';
import { seedSynthetic } from '../bench/seed/seed.js';
import { query } from '../support/database/database-session.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

describe('Synthetic seed of the benchmark', () => {
  const TRANSLATIONS = [
    EVENT_TRANSLATIONS,
    ...[VENUES, ORGANIZERS, CATEGORIES, TAGS].map(({ translations }) => translations),
  ];

  const calendar = useTestCalendar();
  beforeAll(async () => {
    await seedSynthetic(calendar.databaseUrl, 1000);
  });

  it.each(TRANSLATIONS)(
    'derives the same search columns for each $kind.name as the service',
    async ({ kind, derive }) => {
      const rows = await query<{ search_text: string; name_key?: string }>(
        calendar.databaseUrl,
        `select * from ${kind.name}_translations order by md5(slug) limit 300`,
      );
      expect(rows.length).toBeGreaterThan(8);
      for (const row of rows) {
        const derived = derive({ ...row, category: {} } as never) as { searchText: string; nameKey?: string };
        expect([row.search_text, row.name_key]).toEqual([derived.searchText, derived.nameKey]);
      }
    },
  );
});
