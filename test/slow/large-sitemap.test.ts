import { beforeAll, describe, expect, it } from 'vitest';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { query } from '../support/database/database-session.js';
import { copyEvent } from '../support/feeds/copy-event.js';
import { createRecord } from '../support/records/kinds.js';
import { pathAndQueryOf } from '../support/records/records.js';

const RECORDS_PER_PART = 10_000;
const EVENTS = 17_000;
const TAGS = 10_001;

const calendar = useTestCalendar();
beforeAll(async () => {
  calendar.setNow('2027-03-10T12:00:00Z');
  const dates = { start_date: '2027-04-01 10:00', end_date: '2027-04-01 11:00' };
  const { id } = await createRecord(calendar, 'events', { title: 'Concert', timezone: 'UTC', ...dates });
  await copyEvent(calendar.databaseUrl, id, EVENTS - 1);
  const times = ['starts_at', 'ends_at', 'start_local', 'end_local'];
  const assignments = times.map((column) => `${column} = ${column} + (id - ${id}) * interval '1 hour'`);
  await query(calendar.databaseUrl, `update events set ${assignments.join()}`);
  await createLinkedTags(id);
  // In the copies, `translations` still has the slug of the original.
  for (const table of ['event_translations', 'tag_translations'])
    await query(calendar.databaseUrl, `update ${table} set translations = jsonb_build_object(language, slug)`);
  // Without statistics, PostgreSQL plans for tables of a few rows.
  await query(calendar.databaseUrl, 'analyze');
});

/** Creates `TAGS` tags and links an event to them. */
async function createLinkedTags(eventId: number): Promise<void> {
  const first = await createRecord(calendar, 'tags', { name: 'Tag' });
  const copies = (table: string, idColumn: string, changes: string) =>
    `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('${idColumn}', ${idColumn} + n ${changes}))).*
       from ${table} as t, generate_series(1, ${TAGS - 1}) as n where ${idColumn} = ${first.id}`;
  await query(
    calendar.databaseUrl,
    `${copies('tags', 'id', '')}; ${copies('tag_slugs', 'tag_id', `, 'slug', slug || n`)};
     ${copies('tag_translations', 'tag_id', `, 'slug', slug || n, 'name', name || n, 'name_key', name_key || n`)};
     insert into event_tags (event_id, tag_id, position) select ${eventId}, id, id from tags`,
  );
}

async function locationsIn(path: string): Promise<string[]> {
  const { status, text } = await calendar.request('GET', path);
  expect([path, status]).toEqual([path, 200]);
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => pathAndQueryOf(url.replaceAll('&amp;', '&')));
}

describe('Sitemap of more records than fit in one part', () => {
  it.each([
    ['events', EVENTS],
    ['tags', TAGS],
  ])('has %s in two parts of at most 10,000, each record once (17.14)', async (name, count) => {
    const parts = (await locationsIn('/sitemap.xml')).filter((path) => path.startsWith(`/sitemap-${name}`));
    expect(parts).toEqual([`/sitemap-${name}.xml`, `/sitemap-${name}-2.xml`]);
    const pages: string[] = [];
    for (const part of parts) {
      const pagesOfPart = await locationsIn(part);
      expect([part, pagesOfPart.length <= RECORDS_PER_PART, pagesOfPart.length > 0]).toEqual([part, true, true]);
      pages.push(...pagesOfPart);
    }
    expect([pages.length, new Set(pages).size]).toEqual([count, count]);
  });
});
