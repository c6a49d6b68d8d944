import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CalendarClient } from '../agenda/calendar-client.js';
import { differences, readBack, type ReadAgenda } from '../agenda/compare-agenda.js';
import { loadAgenda } from '../agenda/load-agenda.js';
import { readAgenda, type SourceEvent } from '../agenda/madrid-agenda.js';
import { endServiceProcesses, startServiceProcess } from '../support/service-process.js';
import { ADMIN_TOKEN } from '../support/test-calendar.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/** The agenda is not part of the project, see test/agenda/README.md. */
const FILE = resolve(process.env['MADRID_AGENDA'] ?? '../shared/data/madrid-agenda.json');
const isThere = existsSync(FILE);
const UPDATED = 250;
const REPEATED = 20;

if (!isThere)
  process.stderr.write(`Skipped: the real agenda, as there is no ${FILE}; MADRID_AGENDA names another place.\n`);

(isThere ? describe : describe.skip)('a real agenda of 1,001 events, through the interface', () => {
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
    await endServiceProcesses();
    await database.drop();
  });

  it('5.8 6.1 6.3 6.5 6.8 6.9 is read back as it was loaded, each event once, and no venue twice', async () => {
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

  it('6.2 is not changed by a second run that updates', async () => {
    await loadAgenda(client, agenda.slice(0, UPDATED), 'update');
    expect(await readBack(client)).toEqual(loaded);
  });

  it('4.1 4.3 is there twice after a second run that creates, but for its places', async () => {
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
