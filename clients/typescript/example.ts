// Creates an event, lists events, walks all venues, and translates and deletes the event. Run it at the root of the repository,
// with `npm start` in another terminal:
//
//   npm run -s sdk && npx node clients/typescript/example.ts
//
// CALENDAR_URL and CALENDAR_TOKEN select another service.
import { readFileSync } from 'node:fs';
import { CalendarProblem, createCalendarClient, orThrow, walk } from 'calendar-events-client';

const { CALENDAR_URL = 'http://127.0.0.1:3000', CALENDAR_TOKEN } = process.env;
const token = CALENDAR_TOKEN ?? readFileSync('data/admin-token', 'utf8').trim();

/** Texts are in Catalan if they have a Catalan translation. Reads need no token. */
const calendar = createCalendarClient({ baseUrl: CALENDAR_URL, language: 'ca', token });

// Create: venue, category and tags are linked by name. New ones are created.
const event = await orThrow(
  calendar.POST('/calendar/events/v1/events', {
    body: {
      title: 'Nit de jazz al claustre',
      start_date: '2027-07-09 21:30:00',
      end_date: '2027-07-09 23:00:00',
      timezone: 'Europe/Madrid',
      venue: [{ venue: 'Claustre de Sant Roc' }],
      categories: ['Música'],
      tags: ['Jazz', 'Nit'],
      cost: ['0 €', '12,50 €'],
    },
  }),
);
console.log(`Created   ${event.id}: ${event.title}, ${event.starts_at}, ${event.cost}`);

// List: one page, and the total.
const page = await orThrow(
  calendar.GET('/calendar/events/v1/events', { params: { query: { ends_after: 'now', tags: ['jazz'], per_page: 3 } } }),
);
console.log(`Listed    ${page.events.length} of ${page.total} upcoming events with the tag jazz`);

// Walk: every record of a list, page after page. `fields` limits the records, and their type, to these members and `id`.
const places: string[] = [];
for await (const { venue, city } of walk(calendar, '/calendar/events/v1/venues', {
  params: { query: { fields: ['venue', 'city'] } },
})) {
  places.push(city ? `${venue} (${city})` : venue);
}
console.log(`Walked    ${places.length} venues, the last one ${places.at(-1)}`);

// Update a translation: other languages stay as they are.
const byId = { params: { path: { id: event.id } } };
const translated = await orThrow(
  calendar.PATCH('/calendar/events/v1/events/{id}', {
    params: { ...byId.params, query: { ml_language: 'es' } },
    body: { title: 'Noche de jazz en el claustro' },
  }),
);
console.log(`Updated   ${translated.title}, in ${Object.keys(translated.ml_translations).join(' and ')}`);

// Delete permanently, in all languages. Without `force`, the event is moved to the trash.
await orThrow(
  calendar.DELETE('/calendar/events/v1/events/{id}', {
    params: { ...byId.params, query: { force: true, ml_scope: 'record' } },
  }),
);

// Errors have a code. Either look at `error` …
const { error } = await calendar.GET('/calendar/events/v1/events/{id}', byId);
console.log(`Deleted   ${error?.code}: ${error?.detail}`);

// … or catch it.
try {
  await orThrow(
    calendar.GET('/calendar/events/v1/events', { params: { query: { geoloc_lat: 41.14, ends_after: 'someday' } } }),
  );
} catch (problem) {
  if (!(problem instanceof CalendarProblem)) throw problem;
  for (const [name, message] of Object.entries(problem.params)) console.log(`Refused   ${name}: ${message}`);
}
