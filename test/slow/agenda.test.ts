import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CalendarClient } from '../agenda/calendar-client.js';
import { differences, readBack, WINDOW, type ReadAgenda } from '../agenda/compare-agenda.js';
import { loadAgenda } from '../agenda/load-agenda.js';
import { readAgenda, type SourceEvent } from '../agenda/madrid-agenda.js';
import type { ServedRecord } from '../support/records/kinds.js';
import { nestedRecords } from './nested-records.js';
import { stopServiceProcesses, startServiceProcess } from '../support/processes/service-process.js';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

/** Not part of the repository. See test/agenda/README.md. */
const FILE = resolve(process.env['MADRID_AGENDA'] ?? '../shared/data/madrid-agenda.json');
const isThere = existsSync(FILE);
const UPDATED = 250;
const REPEATED = 20;

if (!isThere)
  process.stderr.write(`Skipped: the real agenda, as there is no ${FILE}; MADRID_AGENDA names another place.\n`);

(isThere ? describe : describe.skip)('Real agenda of 1,001 events over HTTP', () => {
  let database: TestDatabase;
  let base: string;
  let client: CalendarClient;
  let agenda: SourceEvent[];
  let loaded: ReadAgenda;
  beforeAll(async () => {
    database = await createTestDatabase();
    const { origin } = startServiceProcess({ DATABASE_URL: database.url, ADMIN_TOKEN, LOG_LEVEL: 'error' });
    base = `${await origin}/calendar/events/v1`;
    client = new CalendarClient(base, ADMIN_TOKEN);
    agenda = readAgenda(FILE);
  });
  afterAll(async () => {
    await stopServiceProcesses();
    await database.drop();
  });

  it('is read back as it was loaded, without duplicate events or venues (5.8, 6.1, 6.3, 6.5, 6.8, 6.9)', async () => {
    const started = performance.now();
    await loadAgenda(client, agenda, 'create');
    const written = performance.now();
    loaded = await readBack(client);
    const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
    process.stdout.write(
      `${agenda.length} events loaded in ${seconds(started, written)} s, read in ${seconds(written, performance.now())} s\n`,
    );
    expect([loaded.events.length, loaded.venues.length]).toEqual([1001, 177]);
    expect(differences(agenda, loaded)).toEqual([]);
  });

  it('does not change if it is loaded again as an update (6.2)', async () => {
    await loadAgenda(client, agenda.slice(0, UPDATED), 'update');
    expect(await readBack(client)).toEqual(loaded);
  });

  const everyEvent = async (query: string) => {
    const events: ServedRecord[] = [];
    const list = client.list<ServedRecord>(`events?per_page=50&${WINDOW}&${query}`, 'events');
    for await (const event of list) events.push(event);
    return events;
  };

  const read = async (path: string) => {
    const response = await fetch(`${base}/${path}`);
    const body = (await response.json()) as Readonly<Record<string, unknown>>;
    return { status: response.status, language: response.headers.get('Content-Language'), body };
  };

  it('falls back to Spanish for Catalan requests, and every record states its language (3.2, 3.4)', async () => {
    const events = await everyEvent('ml_language=ca');
    expect(events.map(({ id }) => id)).toEqual(loaded.events.map(({ id }) => id));
    const served = [...nestedRecords(events)];
    const kinds = ['events', 'venues', 'organizers', 'categories'];
    expect([...new Set(served.map(([path]) => path))].toSorted()).toEqual(kinds.toSorted());
    const languages = served.map(([, { ml_language, ml_translations }]) => [
      ml_language,
      ...Object.keys(ml_translations as object),
    ]);
    expect([...new Set(languages.map((each) => each.join()))]).toEqual(['es,es']);
    const { id } = events[0] as ServedRecord;
    expect((await read(`events/${id}?ml_language=ca`)).language).toBe('es');
    expect((await read(`events?${WINDOW}&ml_language=ca`)).language).toBe('ca');
  });

  it('is not served in Catalan with ml_fallback=none (3.3)', async () => {
    for (const path of ['events', 'venues', 'organizers', 'categories']) {
      const list = await read(`${path}?${WINDOW}&hide_empty=false&ml_language=ca&ml_fallback=none`);
      expect([path, list.status, list.body['total'], list.body[path]]).toEqual([path, 200, 0, []]);
    }
    const some = loaded.events.filter((_event, index) => index % 25 === 0);
    for (const address of some.flatMap(({ id, slug }) => [String(id), `by-slug/${slug}`])) {
      const { status, language, body } = await read(`events/${address}?ml_language=ca&ml_fallback=none`);
      expect([address, status, body['code'], language]).toEqual([address, 404, 'translation_not_found', 'ca']);
      expect((await read(`events/${address}?ml_language=es&ml_fallback=none`)).status).toBe(200);
    }
  });

  it('is filtered by existing and missing translations (3.11)', async () => {
    const all = loaded.events.map(({ id }) => id);
    for (const query of ['ml_missing_translation=ca', 'ml_has_translation=es&ml_language=ca']) {
      expect((await everyEvent(query)).map(({ id }) => id)).toEqual(all);
    }
    const totals = {
      'ml_missing_translation=ca,en': [1001, 177],
      'ml_missing_translation=ca&ml_has_translation=es': [1001, 177],
      'ml_missing_translation=ca,es': [0, 0],
      'ml_missing_translation=es': [0, 0],
      'ml_has_translation=ca': [0, 0],
      'ml_has_translation=es,en': [0, 0],
    };
    for (const [query, expected] of Object.entries(totals)) {
      const lists = [await read(`events?${WINDOW}&${query}`), await read(`venues?${query}`)];
      expect([query, lists.map(({ body }) => body['total'])]).toEqual([query, expected]);
    }
  });

  it('gets duplicate events with new slugs, but no duplicate venues, if it is created again (4.1, 4.3)', async () => {
    await loadAgenda(client, agenda.slice(0, REPEATED), 'create');
    const again = await readBack(client);
    expect([again.events.length, again.venues.length]).toEqual([1001 + REPEATED, 177]);
    expect(differences(agenda, again)).toHaveLength(1 + REPEATED);
    const slugs = again.events.map(({ slug }) => slug).filter((slug) => slug.endsWith('-2'));
    expect(slugs.toSorted()).toEqual(
      agenda
        .slice(0, REPEATED)
        .map(({ id }) => `madrid-${id}-2`)
        .toSorted(),
    );
  });
});
