import { describe, expect, it } from 'vitest';
import {
  BooleanField,
  CalendarExtension,
  CustomFields,
  EVENT,
  IntegerField,
  KeywordField,
  KeywordsField,
  ORGANIZER,
  TAG,
  TextField,
  VENUE,
} from 'calendar-events-service';
import { IsDivisibleBy, Matches } from 'class-validator';
import { query } from '../support/database/database-session.js';
import { dereference } from '../support/document/served-document.js';
import { useTemporaryFolder } from '../support/run/temporary-folder.js';
import { createMessages } from './create-messages.js';
import { useExtendedCalendar } from './extended-calendar.js';

const LEVELS = ['easy', 'hard'] as const;

@CustomFields(EVENT, {
  filters: ['level', 'guided', 'age', 'topics', 'note'],
  indexed: ['level', 'topics'],
  searchable: ['note'],
})
class HikeFields {
  @KeywordField({ values: LEVELS, description: 'hike.level' })
  level?: (typeof LEVELS)[number] | null;

  @BooleanField({ description: 'hike.guided' })
  guided?: boolean | null;

  @IntegerField({ min: 0, max: 99, description: 'hike.age' })
  age?: number | null;

  @KeywordsField({ values: ['water', 'forest', 'peaks'], description: 'hike.topics' })
  topics?: string[] | null;

  @TextField({ maxLength: 50, description: 'hike.note' })
  note?: string | null;
}

@CustomFields(VENUE)
class PlaceFields {
  @IntegerField({ min: 1, required: true, description: 'hike.seats' })
  seats!: number;
}

@CustomFields(TAG, { filters: ['colour'] })
class TagFields {
  @TextField({ description: 'hike.colour' })
  colour?: string | null;
}

const CODE_MESSAGE = 'Must look like AB-12.';

@CustomFields(ORGANIZER)
class PermitFields {
  @Matches(/^[A-Z]{2}-\d+$/, { message: CODE_MESSAGE })
  @TextField({ maxLength: 10, description: 'hike.code' })
  code?: string | null;

  @IsDivisibleBy(5)
  @IntegerField({ min: 0, description: 'hike.fee' })
  fee?: number | null;
}

const FIELDS = ['level', 'guided', 'age', 'topics', 'note', 'seats', 'colour', 'code', 'fee'];
const textsIn = (language: string) => ({
  hike: Object.fromEntries(FIELDS.map((name) => [name, `${name} (${language}).`])),
});
const messages = createMessages(useTemporaryFolder('custom-fields'), {
  ca: textsIn('ca'),
  en: textsIn('en'),
  es: textsIn('es'),
});

@CalendarExtension({ name: 'hikes', customFields: [HikeFields, PlaceFields, TagFields, PermitFields], messages })
class HikesModule {}

/** Two extensions that import the same one, which is loaded once. */
@CalendarExtension({ name: 'guides', imports: [HikesModule] })
class GuidesModule {}
@CalendarExtension({ name: 'huts', imports: [HikesModule] })
class HutsModule {}

interface ServedRecord {
  readonly id: number;
  readonly custom_fields: Record<string, unknown>;
}
interface EventList {
  readonly events: readonly ServedRecord[];
  readonly total: number;
  readonly next_rest_url: string | null;
}

const calendar = useExtendedCalendar([GuidesModule, HutsModule]);

const send = <Body = ServedRecord & { params: Record<string, string> }>(method: string, path: string, json?: object) =>
  calendar.send<Body>(method, path, json);
const DATES = { start_date: '2030-05-01', end_date: '2030-05-02' };
const createEvent = async (title: string, custom_fields: object, fields: object = {}) =>
  (await send('POST', 'events', { title, custom_fields, ...DATES, ...fields })).body;
const EMPTY_FIELDS = { level: null, guided: null, age: null, topics: null, note: null };
const findIds = async (query: string, callerToken?: string) => {
  const { body } = await calendar.request<EventList>(
    'GET',
    `events?start_date=2000-01-01&end_date=2100-01-01&${query}`,
    { token: callerToken },
  );
  return body.events?.map(({ id }) => id) ?? body;
};

describe('Declared custom fields', () => {
  it('are converted to their types, stored and served; undeclared members are stored as sent', async () => {
    const input = { level: 'EASY', guided: 'yes', age: '12', topics: 'water, peaks', own: { any: ['thing'] } };
    const { id, custom_fields } = await createEvent('Typed', input);
    const expected = {
      ...EMPTY_FIELDS,
      level: 'easy',
      guided: true,
      age: 12,
      topics: ['water', 'peaks'],
      own: { any: ['thing'] },
    };
    expect(custom_fields).toEqual(expected);
    const again = await send('PATCH', `events/${id}`, { custom_fields });
    expect([again.status, again.body.custom_fields]).toEqual([200, expected]);
    const replaced = await send('PATCH', `events/${id}`, { custom_fields: { age: 3 } });
    expect(replaced.body.custom_fields).toEqual({ ...EMPTY_FIELDS, age: 3 });
    expect((await send('PATCH', `events/${id}`, { custom_fields: null })).body.custom_fields).toEqual(EMPTY_FIELDS);
  });

  it('report all invalid values by name, together with the other errors of the request', async () => {
    const custom_fields = { level: 'steep', age: 100, note: 'x'.repeat(51), guided: 'perhaps' };
    const { status, body } = await send('POST', 'events', { title: '', custom_fields, ...DATES });
    const invalid = ['age', 'guided', 'level', 'note'].map((name) => `custom_fields.${name}`);
    expect([status, Object.keys(body.params).toSorted()]).toEqual([400, [...invalid, 'title']]);
    const inline = await send('POST', 'events', { title: 'A', ...DATES, venue: { venue: 'Hall', custom_fields: {} } });
    expect([inline.status, Object.keys(inline.body.params)]).toEqual([400, ['venue.custom_fields.seats']]);
  });

  it('are checked for required values on create, and on update if custom_fields is sent', async () => {
    const missing = await send('POST', 'venues', { venue: 'Hall' });
    expect([missing.status, missing.body.params]).toEqual([400, { 'custom_fields.seats': expect.any(String) }]);
    const { body } = await send('POST', 'venues', { venue: 'Hall', custom_fields: { seats: 5 } });
    expect((await send('PATCH', `venues/${body.id}`, { city: 'Reus' })).status).toBe(200);
    for (const custom_fields of [{}, null, { seats: null }, { seats: '' }]) {
      const emptied = await send('PATCH', `venues/${body.id}`, { custom_fields });
      expect([emptied.status, Object.keys(emptied.body.params)]).toEqual([400, ['custom_fields.seats']]);
    }
    expect((await send('GET', `venues/${body.id}`)).body.custom_fields).toEqual({ seats: 5 });
  });

  it('that become required may stay empty in older records, until a value is set', async () => {
    const { body } = await send('POST', 'venues', { venue: 'Old', custom_fields: { seats: 1, own: 'x' } });
    await query(
      calendar.databaseUrl,
      `update venues set custom_fields = custom_fields - 'seats' where id = ${body.id}`,
    );
    const read = await send('GET', `venues/${body.id}`);
    expect(read.body.custom_fields).toEqual({ seats: null, own: 'x' });
    const sentBack = await send('PUT', `venues/${body.id}`, read.body);
    expect([sentBack.status, sentBack.body.custom_fields]).toEqual([200, { seats: null, own: 'x' }]);
    const empty = await send('PATCH', `venues/${body.id}`, { custom_fields: { seats: '', own: 'x' } });
    expect([empty.status, empty.body.custom_fields]).toEqual([200, { seats: null, own: 'x' }]);
    expect((await send('PATCH', `venues/${body.id}`, { custom_fields: { seats: 0 } })).status).toBe(400);
    const filled = await send('PATCH', `venues/${body.id}`, { custom_fields: { seats: 9 } });
    expect([filled.status, filled.body.custom_fields]).toEqual([200, { seats: 9 }]);
    expect((await send('PATCH', `venues/${body.id}`, { custom_fields: { seats: null } })).status).toBe(400);
  });

  it('add custom_fields to tags, which have none by default', async () => {
    const { body } = await send('POST', 'tags', { name: 'Red', custom_fields: { colour: 'red' } });
    expect(body.custom_fields).toEqual({ colour: 'red' });
    const listed = await send<{ tags: ServedRecord[] }>('GET', 'tags?hide_empty=false&custom_fields[colour]=red');
    expect(listed.body.tags.map(({ id }) => id)).toEqual([body.id]);
    const tagged = await send<{ tags: ServedRecord[] }>('POST', 'events', {
      title: 'Tagged',
      tags: [body.id],
      ...DATES,
    });
    expect(tagged.body.tags[0]?.custom_fields).toEqual({ colour: 'red' });
    const category = await send('POST', 'categories', { name: 'Plain' });
    expect(category.body).not.toHaveProperty('custom_fields');
  });

  it('have one database index each if they are indexed, and share one if they are searchable', async () => {
    const indexes = `select indexname as name from pg_indexes
      where indexname like 'events_custom%' or indexname = 'events_search_fields_index' order by 1`;
    const names = ['events_custom_level_index', 'events_custom_topics_index', 'events_search_fields_index'];
    expect(await query(calendar.databaseUrl, indexes)).toEqual(names.map((name) => ({ name })));
  });
});

describe('class-validator decorators on custom fields', () => {
  const createOrganizer = (custom_fields: object, fields: object = {}) =>
    send('POST', 'organizers', { organizer: 'Permit', custom_fields, ...fields });

  it('accept a valid value, null and an empty value', async () => {
    const { status, body } = await createOrganizer({ code: 'AB-12', fee: '15' });
    expect([status, body.custom_fields]).toEqual([201, { code: 'AB-12', fee: 15 }]);
    const update = await send('PATCH', `organizers/${body.id}`, { custom_fields: { code: null, fee: '' } });
    expect([update.status, update.body.custom_fields]).toEqual([200, { code: null, fee: null }]);
  });

  it('report their errors with all other errors, unless the field decorator already rejects the value (2.7)', async () => {
    const { status, body } = await createOrganizer({ code: 'x', fee: 7 }, { email: 'nobody' });
    const params = { 'custom_fields.code': CODE_MESSAGE, 'custom_fields.fee': 'fee must be divisible by 5' };
    expect([status, body.params]).toEqual([400, { ...params, email: expect.any(String) }]);
    expect((await createOrganizer({ code: 'x'.repeat(11), fee: 'many' })).body.params).toEqual({
      'custom_fields.code': 'Must be at most 10 characters long.',
      'custom_fields.fee': 'Must be a whole number.',
    });
  });
});

describe('Lists with custom fields', () => {
  it('combine values of one filter with OR and different filters with AND', async () => {
    const one = await createEvent('F1', { level: 'easy', age: 7, topics: ['water'], note: 'a, b' });
    const two = await createEvent('F2', { level: 'hard', age: 7, topics: ['water', 'forest'] });
    const three = await createEvent('F3', { level: 'easy', age: 8 });
    expect(await findIds('custom_fields[level]=hard')).toEqual([two.id]);
    expect(await findIds('custom_fields[age]=7,8')).toEqual([one.id, two.id, three.id]);
    expect(await findIds('custom_fields[age]=7&custom_fields[level]=EASY')).toEqual([one.id]);
    expect(await findIds('custom_fields[topics]=forest')).toEqual([two.id]);
    expect(await findIds('custom_fields[note]=a,+b')).toEqual([one.id]);
    expect(await findIds('custom_fields[note]=&custom_fields[level]=hard')).toEqual([two.id]);
    expect(await findIds('custom_fields[age]=7&custom_fields[age]=8&custom_fields[level]=hard')).toEqual([two.id]);
  });

  it('reject invalid filter values, and undeclared filters with handling=strict', async () => {
    const invalid = await send('GET', 'events?custom_fields[level]=steep&custom_fields[age]=x');
    const names = ['custom_fields.age', 'custom_fields.level'];
    expect([invalid.status, Object.keys(invalid.body.params).toSorted()]).toEqual([400, names]);
    expect((await send('GET', 'events?custom_fields[own]=1')).status).toBe(200);
    const response = await send('GET', `events?custom_fields[age]=${Array(101).fill(1).join()}`);
    expect([response.status, Object.keys(response.body.params)]).toEqual([400, ['custom_fields.age']]);
    expect((await send('GET', 'events?custom_fields=abc')).status).toBe(400);
    const headers = { Prefer: 'handling=strict' };
    const strict = await calendar.request('GET', 'events?custom_fields[own]=1&custom_fields[age]=1', { headers });
    expect([strict.status, Object.keys(strict.body['params'] as object)]).toEqual([400, ['custom_fields.own']]);
  });

  it('keep custom field filters in next_rest_url', async () => {
    for (const title of ['P1', 'P2', 'P3'])
      await createEvent(title, { age: 50, level: 'hard', note: title === 'P1' ? 'x, y' : 'z' });
    const path =
      'events?per_page=2&custom_fields[age]=50,51&custom_fields[note]=x,+y&custom_fields[note]=z&custom_fields[level]=hard&start_date=2000-01-01&end_date=2100-01-01';
    const { body } = await send<EventList>('GET', path);
    const next = await send<EventList>('GET', body.next_rest_url?.replace(calendar.origin, '') ?? '');
    expect([body.total, next.body.total, next.body.events.length]).toEqual([3, 3, 1]);
  });

  it('do not match hidden custom fields of password-protected events', async () => {
    const { id } = await createEvent('Hidden', { age: 77, note: 'treasure' }, { password: 'sesame' });
    expect(await findIds('custom_fields[age]=77')).toEqual([]);
    expect(await findIds('search=treasure')).toEqual([]);
    expect(await findIds('custom_fields[age]=77', calendar.token)).toEqual([id]);
    const listed = await calendar.request<EventList>('GET', `events?include=${id}`);
    expect(listed.body.events[0]?.custom_fields).toEqual(EMPTY_FIELDS);
  });

  it('search in searchable custom fields', async () => {
    const { id } = await createEvent('Found by its note', { note: 'Ermita de Santa Magdalena' });
    expect(await findIds('search=ermita+found')).toEqual([id]);
    await send('PATCH', `events/${id}`, { custom_fields: { note: 'Other' } });
    expect(await findIds('search=ermita')).toEqual([]);
  });
});

describe('API document of custom fields', () => {
  it('describes fields and filters, in the requested language', async () => {
    const { body } = await calendar.request<Document>('GET', 'doc?ml_language=ca');
    const { schemas } = body.components;
    const level = { type: ['string', 'null'], enum: ['easy', 'hard', null], description: 'level (ca).' };
    for (const name of ['Event', 'CreateEvent', 'UpdateEvent'])
      expect(schemas[name]?.properties['custom_fields']?.properties?.['level']).toMatchObject(level);
    expect(schemas['Event']?.properties['custom_fields']?.required).toEqual(Object.keys(EMPTY_FIELDS));
    const customFieldsOf = (name: string) => schemas[name]?.properties['custom_fields'];
    expect(customFieldsOf('CreateVenue')).toMatchObject({
      type: 'object',
      required: ['seats'],
      properties: { seats: { type: 'integer' } },
      examples: [{ accessible: true, seats: expect.any(Number) }],
    });
    expect(schemas['CreateVenue']?.required).toEqual(['venue', 'custom_fields']);
    // Older records may lack a field that new records require.
    const nullable = { seats: { type: ['integer', 'null'] } };
    expect(customFieldsOf('Venue')).toMatchObject({ required: ['seats'], properties: nullable });
    expect(customFieldsOf('UpdateVenue')).toMatchObject({ properties: nullable });
    expect(customFieldsOf('UpdateVenue')).not.toHaveProperty('required');
    expect(schemas['Category']?.properties).not.toHaveProperty('custom_fields');
    expect(schemas['Tag']?.properties['custom_fields']?.properties).toHaveProperty('colour');
    const parameters = dereference(body).paths['/calendar/events/v1/events']?.['get']?.parameters ?? [];
    const filter = parameters.find(({ name }) => name === 'custom_fields');
    expect(filter).toMatchObject({ in: 'query', style: 'deepObject', explode: true });
    expect(Object.keys(filter?.schema.properties ?? {})).toEqual(['level', 'guided', 'age', 'topics', 'note']);
  });
});

interface Schema {
  readonly properties: Record<string, Schema | undefined>;
  readonly required?: readonly string[];
}
interface Document {
  readonly components: { readonly schemas: Record<string, Schema> };
  readonly paths: Record<string, Record<string, { parameters: { name: string; schema: Schema }[] }>>;
}
