import {
  createCalendarClient,
  orThrow,
  walk,
  type Event,
  type paths,
  type RequestOf,
  type Venue,
} from 'calendar-events-client';

// Type tests: nothing here runs. `@ts-expect-error` fails the type check if the next line compiles.

const calendar = createCalendarClient({ baseUrl: 'http://127.0.0.1:3000' });
const byId = { params: { path: { id: 7 } } };

/** A function around the client, whose requests select no members. */
const readAll = (request: RequestOf<paths['/calendar/events/v1/events']['get']>) =>
  orThrow(calendar.GET('/calendar/events/v1/events', request));

/** Compiles if the two types are the same. */
function expectSame<A, B>(_value: A, _isSame: [A, B] extends [B, A] ? true : false): void {}

const FIELDS = ['title', 'venue.city'] as const;
interface Selected {
  id: number;
  title: string;
  venue: { city: string | null }[];
}

/** `fields` narrows records, wherever an operation returns them. */
export async function selectedMembers(): Promise<void> {
  const [list, one] = ['/calendar/events/v1/events', '/calendar/events/v1/events/{id}'] as const;
  const params = { ...byId.params, query: { fields: FIELDS } };
  const query = { fields: ['title', 'venue.city'] } as const;
  const read = await orThrow(
    calendar.GET(one, { params: { path: { id: 1 }, query: { fields: ['title', 'venue.city'] } } }),
  );
  expectSame<typeof read, Selected>(read, true);
  const page = await orThrow(calendar.GET(list, { params: { query: { per_page: 2, fields: FIELDS } } }));
  expectSame<typeof page.events, Selected[]>(page.events, true);
  expectSame<typeof page.total, number>(page.total, true);
  const body = { title: 'Nit de jazz', start_date: '2027-07-09 21:30:00', end_date: '2027-07-09 23:00:00' };
  const created = await orThrow(calendar.POST(list, { params: { query }, body }));
  expectSame<typeof created, Selected>(created, true);
  const updated = await orThrow(calendar.PATCH(one, { params, body: { featured: true } }));
  expectSame<typeof updated, Selected>(updated, true);
  const deleted = await orThrow(calendar.DELETE(one, { params }));
  expectSame<typeof deleted, Selected>(deleted, true);
  for await (const each of walk(calendar, '/calendar/events/v1/tags', { params: { query: { fields: ['name'] } } }))
    expectSame<typeof each, { id: number; name: string }>(each, true);
  const me = await orThrow(
    calendar.GET('/calendar/admin/v1/me', { params: { query: { fields: ['username', 'token.expires_at'] } } }),
  );
  void me.username;
  // @ts-expect-error a member that is not selected
  void me.role;
}

/** Members of objects, as a whole and in part. Optional and nullable members stay so. */
export async function nestedMembers(): Promise<void> {
  const fields = ['image.url', 'venue.image.alt', 'venue', 'ml_translations.ca.slug', 'custom_fields.level'] as const;
  const { data } = await calendar.GET('/calendar/events/v1/events/{id}', {
    params: { ...byId.params, query: { fields } },
  });
  if (!data) return;
  expectSame<typeof data.image, Pick<NonNullable<Event['image']>, 'url'> | null>(data.image, true);
  expectSame<typeof data.venue, Venue[]>(data.venue, true);
  const slug: string | undefined = data.ml_translations.ca?.slug;
  const level: unknown = data.custom_fields['level'];
  void [slug, level];
}

/** Names that the compiler does not know make members optional, on every level. */
export async function unknownSelection(names: string[], isLong: boolean): Promise<void> {
  const one = '/calendar/events/v1/events/{id}';
  const event = await orThrow(calendar.GET(one, { params: { ...byId.params, query: { fields: names } } }));
  const id: number = event.id;
  // @ts-expect-error the title may not be selected
  const title: string = event.title;
  const venue = event.venue?.[0] ?? {};
  // @ts-expect-error the city may not be selected
  const city: string | null = venue.city;
  const either = await orThrow(
    calendar.GET(one, { params: { ...byId.params, query: { fields: ['title', isLong ? 'description' : 'excerpt'] } } }),
  );
  // @ts-expect-error it may be the excerpt
  const description: string = either.description;
  const all = await orThrow(calendar.GET(one, { params: { ...byId.params, query: { fields: [] } } }));
  expectSame<typeof all, Event>(all, true);
  void [id, title, city, description];
}

/** Names in `fields` are those of the record. */
export async function fieldNames(): Promise<void> {
  const list = '/calendar/events/v1/events';
  // @ts-expect-error an unknown name
  await calendar.GET(list, { params: { query: { fields: ['title', 'titel'] } } });
  // @ts-expect-error an unknown name below a known one
  await calendar.GET(list, { params: { query: { fields: ['venue.titel'] } } });
  // @ts-expect-error a member of the list, not of its records
  await calendar.GET(list, { params: { query: { fields: ['total'] } } });
  // @ts-expect-error an operation without records
  await calendar.GET('/calendar/events/v1', { params: { query: { fields: ['namespace'] } } });
  // @ts-expect-error an unknown parameter beside `fields`
  await calendar.GET(list, { params: { query: { fields: ['title'], perpage: 2 } } });
  // @ts-expect-error a request type without names accepts no `fields`
  await readAll({ params: { query: { fields: ['title'] } } });
}
