import assert from 'node:assert/strict';
import {
  CalendarProblem,
  createCalendarClient,
  isProblem,
  orThrow,
  walk,
  type CreateEvent,
  type Event,
} from 'calendar-events-client';

// The life of an event, in requests of the client. Exits with an error at the first assertion that fails.

const [, , baseUrl = '', token = '', restRoot = ''] = process.argv;
const options = { baseUrl, restRoot };
const calendar = createCalendarClient({ ...options, token: () => Promise.resolve(token), language: 'ca' });
const anonymous = createCalendarClient(options);
const events = '/calendar/events/v1/events';
const one = '/calendar/events/v1/events/{id}';

const jazz: CreateEvent = {
  title: 'Nit de jazz al claustre',
  start_date: '2027-07-09 21:30:00',
  end_date: '2027-07-09 23:00:00',
  timezone: 'Europe/Madrid',
  venue: [{ venue: 'Claustre de Sant Roc', city: 'Altafulla' }],
  categories: ['Música'],
  tags: ['Jazz', 'Nit'],
  cost: ['0 €', '12,50 €'],
};

// Created, with its linked records, in the language of the client.
const { data: created, response } = await calendar.POST(events, { body: jazz });
assert.ok(created);
assert.equal(response.status, 201);
assert.equal(response.headers.get('Location'), created.rest_url);
assert.equal(created.ml_language, 'ca');
assert.equal(created.starts_at, '2027-07-09T21:30:00+02:00');
assert.equal(created.venue[0]?.venue, 'Claustre de Sant Roc');
assert.deepEqual(namesOf(created), ['Música', 'Jazz', 'Nit']);
assert.deepEqual(created.cost_details.values, ['0', '12.50']);
const byId = { params: { path: { id: created.id } } };

// Listed, with filters that are lists: the values of each are joined by commas.
const requests: Request[] = [];
const recording = createCalendarClient({
  ...options,
  language: 'ca',
  fetch: (request) => (requests.push(request), fetch(request)),
});
for (const title of ['Dansa', 'Teatre', 'Titelles', 'Circ'])
  await orThrow(calendar.POST(events, { body: { ...jazz, title, categories: [title], tags: [] } }));
const query = { starts_after: '2027-01-01', categories: ['musica', 'dansa'], include: [created.id, created.id + 1] };
const ids = query.include.join();
const listed = await orThrow(recording.GET(events, { params: { query } }));
assert.deepEqual(titlesOf(listed.events), ['Nit de jazz al claustre', 'Dansa']);
const sent = `starts_after=2027-01-01&categories=musica,dansa&include=${ids}`;
assert.equal(requests[0]?.url, `${baseUrl}/ca${restRoot}${events}?${sent}`);

// Walked, with two records per page, and with the same headers for every page.
const byTitle = {
  headers: { 'X-Request-Id': 'walk' },
  params: { query: { starts_after: '2027-01-01', orderby: 'title' as const, per_page: 2 } },
};
assert.deepEqual(titlesOf(await every(walk(recording, events, byTitle))), [
  'Circ',
  'Dansa',
  'Nit de jazz al claustre',
  'Teatre',
  'Titelles',
]);
const first = await orThrow(calendar.GET(events, byTitle));
// One request for the list, and three for the pages of the walk.
assert.equal(requests.length, 4);
assert.equal(requests[2]?.url, first.next_rest_url);
assert.deepEqual(
  requests.map(({ headers }) => headers.get('X-Request-Id')),
  [null, 'walk', 'walk', 'walk'],
);
const venues = await every(walk(calendar, '/calendar/events/v1/venues', { params: { query: { has_events: true } } }));
assert.deepEqual(
  venues.map(({ venue, city }) => [venue, city]),
  [['Claustre de Sant Roc', 'Altafulla']],
);

// Limited to some members, on every page and in the response to a write.
const selected = await orThrow(
  calendar.GET(one, { params: { ...byId.params, query: { fields: ['title', 'venue.city'] } } }),
);
assert.deepEqual(selected, { id: created.id, title: 'Nit de jazz al claustre', venue: [{ city: 'Altafulla' }] });
const titles = { params: { query: { ...byTitle.params.query, fields: ['title'] } } } as const;
const walked = await every(walk(calendar, events, titles));
assert.deepEqual([walked.length, Object.keys(walked[4] ?? {})], [5, ['id', 'title']]);
const fields = { params: { ...byId.params, query: { fields: ['featured'] } } } as const;
const updated = await orThrow(calendar.PATCH(one, { ...fields, body: { featured: true } }));
assert.deepEqual(updated, { id: created.id, featured: true });

// Translated: the parameter names another language than the client.
const translated = await orThrow(
  calendar.PATCH(one, {
    params: { ...byId.params, query: { ml_language: 'es' } },
    body: { title: 'Noche de jazz en el claustro' },
  }),
);
assert.equal(translated.ml_language, 'es');
assert.deepEqual(Object.keys(translated.ml_translations), ['ca', 'es']);
const inSpanish = createCalendarClient({ ...options, language: 'es' });
const read = await orThrow(inSpanish.GET(one, byId));
assert.equal(read.title, 'Noche de jazz en el claustro');
assert.equal(read.start_date, '2027-07-09 21:30:00');
assert.equal((await orThrow(calendar.GET(one, byId))).title, 'Nit de jazz al claustre');
const slug = { params: { path: { slug: 'nit-de-jazz-al-claustre' } } };
assert.equal((await orThrow(inSpanish.GET('/calendar/events/v1/events/by-slug/{slug}', slug))).id, created.id);

// Updated if the caller has read the current version, in any language.
const etag = (await inSpanish.GET(one, byId)).response.headers.get('ETag') ?? '';
const ifMatch = { params: { ...byId.params, header: { 'If-Match': etag } } };
const changed = await calendar.PATCH(one, { ...ifMatch, body: { website: 'https://jazz.example' } });
assert.equal(changed.data?.website, 'https://jazz.example');
assert.equal((await calendar.PATCH(one, { ...ifMatch, body: { website: null } })).error?.code, 'precondition_failed');
const ifNoneMatch = { header: { 'If-None-Match': changed.response.headers.get('ETag') ?? '' } };
const unchanged = await calendar.GET(one, { params: { ...byId.params, ...ifNoneMatch } });
assert.deepEqual([unchanged.response.status, unchanged.data], [304, undefined]);

// Rejected, with the reason.
const { error: missing } = await anonymous.GET(one, { params: { path: { id: 987654321 } } });
assert.ok(isProblem(missing));
assert.deepEqual([missing.code, missing.status], ['event_not_found', 404]);
const { error: invalid } = await anonymous.GET(events, { params: { query: { ends_after: 'someday', per_page: 0 } } });
assert.equal(invalid?.code, 'invalid_parameter');
assert.deepEqual(new Set(Object.keys(invalid.params ?? {})), new Set(['per_page', 'ends_after']));
await assert.rejects(orThrow(anonymous.POST(events, { body: jazz })), (problem) => {
  assert.ok(problem instanceof CalendarProblem);
  assert.deepEqual([problem.code, problem.status, problem.params], ['unauthorized', 401, {}]);
  assert.match(problem.response.headers.get('WWW-Authenticate') ?? '', /^Bearer/);
  return true;
});
await assert.rejects(every(walk(inSpanish, events, { params: { query: { page: 800, starts_after: '2027-01-01' } } })), {
  name: 'CalendarProblem',
  code: 'page_not_found',
});
const behindProxy = createCalendarClient({
  ...options,
  fetch: async () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
});
await assert.rejects(orThrow(behindProxy.GET(one, byId)), { name: 'Error', cause: '<h1>Bad gateway</h1>' });

// Deleted: moved to the trash, then permanently.
assert.equal((await orThrow(calendar.DELETE(one, byId))).status, 'trash');
assert.equal((await calendar.DELETE(one, byId)).error?.code, 'event_in_trash');
const permanently = { params: { ...byId.params, query: { force: true, ml_scope: 'record' } } } as const;
await orThrow(calendar.DELETE(one, permanently));
assert.equal((await calendar.GET(one, byId)).error?.code, 'event_not_found');

function titlesOf(events: readonly Event[]): string[] {
  return events.map(({ title }) => title);
}

function namesOf({ categories, tags }: Event): string[] {
  return [...categories, ...tags].map(({ name }) => name);
}

async function every<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
