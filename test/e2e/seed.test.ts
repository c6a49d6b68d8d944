import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { readConfiguration } from '../../src/kernel/config/configuration.js';
import { DEMO_KINDS } from '../../src/demo/demo-data.js';
import { loadDemoOnce } from '../../src/demo/load-demo.js';
import { seedDemo } from '../../src/cli/seed-demo.js';
import { casesByRunMode, onlyInFullRun } from '../support/run/run-mode.js';
import { DEMO } from '../support/records/demo-texts.js';
import { stopServiceProcesses, startServiceProcess } from '../support/processes/service-process.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

/** The short form has one failure of seed, and no service with an embedded database. */
const FAILURES = casesByRunMode(
  [
    ['a statement fails', `raise 'refused'`, 'refused'],
    ['the connection is lost', 'perform pg_terminate_backend(pg_backend_pid())', 'terminat'],
  ] as const,
  ([, , message]) => message === 'terminat',
);

describe('Demo data', () => {
  const configuration = readConfiguration({});
  let calendar: TestCalendar;
  let database: pg.Client;
  let loadedCounts: number[];

  beforeAll(async () => {
    calendar = await startTestCalendar({ REST_ROOT: '/wp-json', CORS_ORIGINS: 'https://a.example' });
    database = new pg.Client({ connectionString: calendar.databaseUrl });
    await database.connect();
    loadedCounts = await Promise.all([
      seedDemo(configuration, calendar.databaseUrl),
      seedDemo(configuration, calendar.databaseUrl),
    ]);
  });
  afterAll(async () => {
    await stopServiceProcesses();
    await database.end();
    await calendar.close();
  });

  describe('Demo agenda', () => {
    it('is loaded once by seed, also by two concurrent runs (11.2)', async () => {
      const { rows } = await database.query<{ count: number }>('select count(*)::int as count from events');
      expect(loadedCounts.toSorted((left, right) => left - right)).toEqual([0, rows[0]?.count]);
      expect(await seedDemo(configuration, calendar.databaseUrl)).toBe(0);
      expect(rows[0]?.count).toBe(DEMO.events.size);
    });

    it('has ids in the order of the records (11.2)', async () => {
      const { rows } = await database.query(
        'select distinct on (event_id) event_id::int as id, title from event_translations order by event_id, language',
      );
      const titles = [...DEMO.events.values()].map(({ texts }) => [...texts.values()][0]?.['title']);
      expect(rows).toEqual(titles.map((title, index) => ({ id: index + 1, title })));
    });

    it('has no venue, organizer, category or tag without events (11.2)', async () => {
      for (const kind of DEMO_KINDS.filter((name) => name !== 'events')) {
        const { body } = await calendar.request('GET', `${kind}?has_events=true`);
        expect([kind, body['total']]).toEqual([kind, DEMO[kind].size]);
      }
    });

    it('has images with absolute URLs, where the service serves them outside REST_ROOT (11.2)', async () => {
      const { body } = await calendar.request('GET', 'venues/1');
      const image = body['image'] as { url: string };
      expect(image).toMatchObject({ url: `${calendar.origin}/demo/pictures/town-square.webp`, extension: 'webp' });
      const { status, headers } = await fetch(image.url);
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        200,
        'image/webp',
        'public, max-age=86400',
      ]);
      // Other sites may show them, although CORS_ORIGINS is restricted.
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      for (const name of ['none.webp', 'town-square', '..%2Fevents.json', '%2e%2e%2Fvenues.json', '__proto__']) {
        const response = await calendar.request('GET', `/demo/pictures/${name}`);
        expect([name, response.status, response.body['code']]).toEqual([name, 404, 'no_route']);
      }
    });
  });

  describe('Loading of the demo agenda', () => {
    it('DEMO loads nothing into a calendar that has records or had them before (11.1)', async () => {
      expect(await loadDemoOnce(calendar.application)).toBe(0);
      await database.query('truncate events, venues, organizers, categories, tags cascade');
      expect(await loadDemoOnce(calendar.application)).toBe(0);
      await database.query(`delete from service_state where key = 'demo'`);
      await calendar.request('POST', 'venues', { json: { venue: 'Ateneu' } });
      expect(await loadDemoOnce(calendar.application)).toBe(0);
      await database.query('truncate venues cascade');
      expect(await loadDemoOnce(calendar.application)).toBe(0);
    });

    it.each(FAILURES)('seed leaves no records if %s (11.2)', async (_description, failure, message) => {
      await database.query(`create or replace function fail() returns trigger as $$ begin ${failure}; return new; end $$
        language plpgsql; create or replace trigger fail before insert on event_translations
        for each row when (new.language = 'en' and new.event_id % 10 = 0) execute function fail()`);
      await expect(seedDemo(configuration, calendar.databaseUrl)).rejects.toThrow(message);
      const tables = 'select from venues union all select from tags union all select from events';
      expect((await database.query(tables)).rows).toEqual([]);
    });

    onlyInFullRun(() => {
      it('DEMO loads it at the first start with the embedded database only (11.1)', async () => {
        const folder = mkdtempSync(join(tmpdir(), 'calendar-demo-'));
        // If root runs the tests, the database runs as another user and needs access.
        chmodSync(folder, 0o755);
        const embedded = startServiceProcess({ DATA_DIR: folder, DEMO: 'true' });
        const external = startServiceProcess({ DATA_DIR: folder, DEMO: 'true', DATABASE_URL: calendar.databaseUrl });
        expect(await totalAt(await external.origin)).toBe(0);
        expect(await totalAt(await embedded.origin)).toBe(Math.max(...loadedCounts));
        expect(embedded.output()).not.toContain('Warning');
        await stopServiceProcesses();
        rmSync(folder, { recursive: true, force: true });
      });
    });
  });

  async function totalAt(origin: string): Promise<number> {
    const list = await fetch(`${origin}/calendar/events/v1/events?starts_after=-1%20month&ends_before=24%20months`);
    return ((await list.json()) as { total: number }).total;
  }
});
