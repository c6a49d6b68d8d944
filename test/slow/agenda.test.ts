import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CalendarClient } from '../agenda/calendar-client.js';
import { differences, readBack, type ReadAgenda } from '../agenda/compare-agenda.js';
import { loadAgenda } from '../agenda/load-agenda.js';
import { readAgenda, type SourceEvent } from '../agenda/madrid-agenda.js';
import { stopServiceProcesses, startServiceProcess } from '../support/processes/service-process.js';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

/** Not part of the repository. See test/agenda/README.md. */
const FILE = resolve(process.env['MADRID_AGENDA'] ?? '../shared/data/madrid-agenda.json');
const exists = existsSync(FILE);
const UPDATED_EVENTS = 250;
const REPEATED_EVENTS = 20;

if (!exists) process.stderr.write(`Skipped the real agenda: ${FILE} does not exist. Set MADRID_AGENDA to its path.\n`);

(exists ? describe : describe.skip)('Real agenda of 1,001 events over HTTP', () => {
  let database: TestDatabase;
  let client: CalendarClient;
  let agenda: SourceEvent[];
  let loaded: ReadAgenda;
  beforeAll(async () => {
    database = await createTestDatabase();
    const { origin } = startServiceProcess({ DATABASE_URL: database.url, ADMIN_TOKEN, LOG_LEVEL: 'error' });
    client = new CalendarClient(`${await origin}/calendar/events/v1`, ADMIN_TOKEN);
    agenda = readAgenda(FILE);
  });
  afterAll(async () => {
    await stopServiceProcesses();
    await database.drop();
  });

  it('is served as it was loaded, without duplicate events or venues (5.8, 6.1, 6.3, 6.5, 6.8, 6.9)', async () => {
    const startedAt = performance.now();
    await loadAgenda(client, agenda, 'create');
    const writtenAt = performance.now();
    loaded = await readBack(client);
    const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
    process.stdout.write(
      `${agenda.length} events loaded in ${seconds(startedAt, writtenAt)} s, read in ${seconds(writtenAt, performance.now())} s\n`,
    );
    expect([loaded.events.length, loaded.venues.length]).toEqual([1001, 177]);
    expect(differences(agenda, loaded)).toEqual([]);
  });

  it('does not change if events are loaded again as updates (6.2)', async () => {
    await loadAgenda(client, agenda.slice(0, UPDATED_EVENTS), 'update');
    expect(await readBack(client)).toEqual(loaded);
  });

  it('gets duplicate events with new slugs, but no duplicate venues, if events are created again (4.1, 4.3)', async () => {
    await loadAgenda(client, agenda.slice(0, REPEATED_EVENTS), 'create');
    const reloaded = await readBack(client);
    expect([reloaded.events.length, reloaded.venues.length]).toEqual([1001 + REPEATED_EVENTS, 177]);
    // The number of events, and each event that was created twice.
    expect(differences(agenda, reloaded)).toHaveLength(1 + REPEATED_EVENTS);
    const slugs = reloaded.events.map(({ slug }) => slug).filter((slug) => slug.endsWith('-2'));
    const expected = agenda.slice(0, REPEATED_EVENTS).map(({ id }) => `madrid-${id}-2`);
    expect(slugs.toSorted()).toEqual(expected.toSorted());
  });
});
