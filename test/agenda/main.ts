import { parseArgs } from 'node:util';
import { CalendarClient } from './calendar-client.js';
import { differences, readBack } from './compare-agenda.js';
import { loadAgenda } from './load-agenda.js';
import { readAgenda } from './madrid-agenda.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000/calendar/events/v1' },
    token: { type: 'string', default: process.env['CALENDAR_TOKEN'] ?? '' },
    update: { type: 'boolean', default: false },
  },
});

const [file] = positionals;
if (file === undefined)
  throw new Error('Missing file. Usage: npm run agenda -- madrid-agenda.json [--url …] [--token …] [--update]');
const agenda = readAgenda(file);
const client = new CalendarClient(values.url, values.token);

const startedAt = performance.now();
await loadAgenda(client, agenda, values.update ? 'update' : 'create');
const loadedAt = performance.now();
const served = await readBack(client);
const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`;
console.log(`Loaded ${agenda.length} events in ${seconds(startedAt, loadedAt)}`);
console.log(
  `Read ${served.events.length} events, ${served.venues.length} venues in ${seconds(loadedAt, performance.now())}`,
);
const lines = differences(agenda, served);
for (const difference of lines.slice(0, 20)) console.log(`  ${difference}`);
console.log(lines.length === 0 ? 'No differences' : `${lines.length} differences`);
process.exitCode = lines.length === 0 ? 0 : 1;
