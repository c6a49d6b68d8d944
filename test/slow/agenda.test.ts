import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CalendarClient } from '../agenda/calendar-client.js';
import { differences, readBack, type ReadAgenda } from '../agenda/compare-agenda.js';
import { loadAgenda } from '../agenda/load-agenda.js';
import { readAgenda, type SourceEvent } from '../agenda/madrid-agenda.js';
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
