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
if (file === undefined) throw new Error('Which file? … madrid-agenda.json [--url …] [--token …] [--update]');
const agenda = readAgenda(file);
const client = new CalendarClient(values.url, values.token);

const started = performance.now();
await loadAgenda(client, agenda, values.update ? 'update' : 'create');
const loaded = performance.now();
const read = await readBack(client);
const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`;
console.log(`Loaded ${agenda.length} events in ${seconds(started, loaded)}`);
console.log(`Read ${read.events.length} events, ${read.venues.length} venues in ${seconds(loaded, performance.now())}`);
const found = differences(agenda, read);
for (const difference of found.slice(0, 20)) console.log(`  ${difference}`);
console.log(found.length === 0 ? 'Everything is as it was sent' : `${found.length} differences`);
process.exitCode = found.length === 0 ? 0 : 1;
