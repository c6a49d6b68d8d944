import {
  createCalendarClient,
  orThrow,
  walk,
  type Category,
  type CreateEvent,
  type ErrorCode,
  type Event,
  type ListPath,
  type paths,
  type RecordOf,
  type RequestOf,
  type UpdateEvent,
  type UpdateVenue,
  type Venue,
} from 'calendar-events-client';

// Type tests: nothing here runs. `@ts-expect-error` fails the type check if the next line compiles.

const calendar = createCalendarClient({
  baseUrl: 'http://127.0.0.1:3000',
  token: process.env['TOKEN'],
  language: 'ca',
});
const byId = { params: { path: { id: 7 } } };

/** Records have the types of their kinds, alone and in lists. */
export async function records(): Promise<void> {
  const event: Event = await orThrow(calendar.GET('/calendar/events/v1/events/{id}', byId));
  const venue: Venue | undefined = event.venue[0];
  const title: string = event.title;
  // @ts-expect-error a field that no event has
  const name = event.name;
  // @ts-expect-error there may be no first venue
  const city: string | null = event.venue[0].city;
  for await (const each of walk(calendar, '/calendar/events/v1/venues')) {
    const walked: Venue = each;
    // @ts-expect-error a venue is no event
    const other: Event = each;
    void [walked, other];
  }
  for await (const each of walk(calendar, '/calendar/events/v1/categories', { params: { query: { parent: 0 } } })) {
    const category: Category = each;
    void category;
  }
  void [venue, title, name, city];
}

/** A result has either data or an error, and an error has one of the codes. */
export async function problems(): Promise<void> {
  const { data, error } = await calendar.GET('/calendar/events/v1/events/{id}', byId);
  // @ts-expect-error there may be none
  const early: Event = data;
  if (error) {
    const code: ErrorCode = error.code;
    // @ts-expect-error a code that the service does not know
    const unknown = error.code === 'event_gone';
    const message: string | undefined = error.params?.['title'];
    void [code, unknown, message];
  } else {
    const event: Event = data;
    void event;
  }
  if (!data) void (error.code satisfies ErrorCode);
  void early;
}

/** A function around the client keeps the types. */
export async function countOf<Path extends ListPath>(
  path: Path,
  request?: RequestOf<paths[Path]['get']>,
): Promise<number> {
  let count = 0;
  for await (const record of walk(calendar, path, request)) if (record satisfies RecordOf<Path>) count += 1;
  return count;
}

/** Paths, methods and parameters are those of the API. */
export async function requests(): Promise<void> {
  // @ts-expect-error an unknown path
  await calendar.GET('/calendar/events/v1/event');
  // @ts-expect-error a method that the path does not have
  await calendar.DELETE('/calendar/events/v1/events');
  // @ts-expect-error the ID is missing
  await calendar.GET('/calendar/events/v1/events/{id}');
  // @ts-expect-error the path of a record, not of a list
  walk(calendar, '/calendar/events/v1/events/{id}');
  // @ts-expect-error a parameter of another type
  await calendar.GET('/calendar/events/v1/events', { params: { query: { page: { first: true } } } });
  // @ts-expect-error an unknown language
  await calendar.GET('/calendar/events/v1/events', { params: { query: { ml_language: 'fr' } } });
  // @ts-expect-error an unknown parameter beside a known one
  await calendar.GET('/calendar/events/v1/events', { params: { query: { per_page: 2, perpage: 2 } } });
  // @ts-expect-error an unknown parameter of a walk
  walk(calendar, '/calendar/events/v1/tags', { params: { query: { per_page: 2, parent: 0 } } });
}

/** Bodies have the fields that the service accepts. */
export async function bodies(): Promise<void> {
  const create = '/calendar/events/v1/events';
  const event = { title: 'Nit de jazz', start_date: '2027-07-09 21:30:00', end_date: '2027-07-09 23:00:00' };
  const body: CreateEvent = {
    ...event,
    venue: [5, { venue: 'Claustre' }],
    categories: ['Música', 3],
    cost: ['0', 12.5],
  };
  await calendar.POST(create, { body });
  // @ts-expect-error the title is missing
  await calendar.POST(create, { body: { start_date: event.start_date, end_date: event.end_date } });
  // @ts-expect-error there is no body
  await calendar.POST(create);
  // @ts-expect-error an unknown field
  await calendar.POST(create, { body: { ...event, titel: 'Nit de jazz' } });
  // @ts-expect-error a field of another type
  await calendar.PATCH('/calendar/events/v1/events/{id}', { ...byId, body: { all_day: ['perhaps'] } });
  // @ts-expect-error an unknown status
  await calendar.PATCH('/calendar/events/v1/events/{id}', { ...byId, body: { status: 'published' } });
}

/** Records that were read are valid updates. `null` clears optional fields. */
export function sentBack(event: Event, venue: Venue): [UpdateEvent, UpdateVenue, UpdateEvent] {
  // @ts-expect-error a title cannot be empty
  const untitled: UpdateEvent = { title: null };
  void untitled;
  return [event, venue, { website: null, cost: 0, image: null }];
}

/** An operation has error codes of its own, not all codes. */
export async function ownCodes(): Promise<void> {
  const { error } = await calendar.GET('/calendar/events/v1/venues/{id}', byId);
  // @ts-expect-error a code of events
  const isOfEvents = error?.code === 'event_not_found';
  void isOfEvents;
}
