import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestCalendar, type TestCalendar } from 'calendar-events-service/testing';
import { SpeakersModule } from '../speakers.module.js';

interface Speaker {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
}
type Body = Speaker & {
  readonly code: string;
  readonly title: string;
  readonly status: string;
  readonly params: object;
  readonly speaker: readonly Speaker[];
  readonly events: readonly { readonly speaker: readonly Speaker[] }[];
  readonly speakers: readonly Speaker[];
  readonly total: number;
  readonly next_rest_url: string;
};

let calendar: TestCalendar;
let editor: string;

beforeAll(async () => {
  calendar = await createTestCalendar({ extensions: [SpeakersModule], environment: { TIMEZONE: 'Europe/Madrid' } });
  editor = await calendar.createToken('editor');
});
afterAll(() => calendar.close());

/** Sends a request, by default as editor. */
const send = (method: string, path: string, json?: object, token = editor) =>
  calendar.request<Body>(method, path, { token, json });
/** Sends a request without credentials. */
const get = (path: string) => calendar.request<Body>('GET', path);
const createSpeaker = async (json: object) => (await send('POST', 'speakers', json)).body;
const createEvent = async (json: object, token = editor) =>
  (await send('POST', 'events', { start_date: '2030-05-01 19:00', end_date: '2030-05-01 21:00', ...json }, token)).body;
const namesOf = (speakers: readonly Speaker[]) => speakers.map(({ name }) => name);
const ALL_DATES = 'start_date=2000-01-01&end_date=2100-01-01';

describe('Speakers as a resource', () => {
  it('are read and searched in the requested language; ml_fallback=none rejects a missing translation', async () => {
    const { id } = await createSpeaker({ name: 'Mercè Puig', ml_language: 'ca' });
    await send('PATCH', `speakers/${id}?ml_language=es`, { name: 'Mercedes Puig' });
    const translated = { id, name: 'Mercedes Puig', slug: 'mercedes-puig', ml_language: 'es' };
    expect((await get(`speakers/${id}?ml_language=es`)).body).toMatchObject(translated);
    expect((await get('speakers/by-slug/merce-puig?ml_language=es')).body).toMatchObject(translated);
    expect((await get('speakers?search=mercedes&ml_language=es')).body.total).toBe(1);
    expect((await get('speakers?search=mercedes&ml_language=ca')).body.total).toBe(0);
    expect((await get(`speakers/${id}?ml_language=en&ml_fallback=none`)).body.code).toBe('translation_not_found');
  });

  it('have the access rules of other records: a draft is hidden, a speaker of a contributor is pending', async () => {
    const { id } = await createSpeaker({ name: 'Draft', status: 'draft' });
    const { status, body } = await get(`speakers/${id}`);
    expect([status, body.code, body.title]).toEqual([404, 'speaker_not_found', 'Speaker not found']);
    const contributor = await calendar.createToken('contributor');
    expect((await send('PATCH', `speakers/${id}`, { name: 'Mine' }, contributor)).status).toBe(404);
    const own = await send('POST', 'speakers', { name: 'Own', status: 'publish' }, contributor);
    expect([own.status, own.body.status]).toEqual([201, 'pending']);
  });

  it('change in events if renamed, deleted or restored; force=true increments the event version', async () => {
    const { id } = await createSpeaker({ name: 'Before' });
    const event = `events/${(await createEvent({ title: 'Talk', speaker: [id] })).id}`;
    const names = async () => namesOf((await get(event)).body.speaker);
    expect(await names()).toEqual(['Before']);
    await send('PATCH', `speakers/${id}`, { name: 'After' });
    expect(await names()).toEqual(['After']);
    await send('DELETE', `speakers/${id}`);
    expect([(await get(`speakers/${id}`)).status, await names()]).toEqual([410, []]);
    await send('PATCH', `speakers/${id}`, { status: 'publish' });
    expect(await names()).toEqual(['After']);
    const version = async () => Number(/^"(\d+)-/.exec((await get(event)).headers.get('ETag') ?? '')?.[1]);
    const before = await version();
    await send('DELETE', `speakers/${id}?force=true`);
    expect(await version()).toBe(before + 1);
  });

  it('are in the audit list when created', async () => {
    const { id } = await createSpeaker({ name: 'Audited' });
    const administrator = await calendar.createToken('administrator');
    const path = `/calendar/admin/v1/audit?kind=speaker&record=${id}`;
    const { body } = await calendar.request<{ audit: object[] }>('GET', path, { token: administrator });
    expect(body.audit).toEqual([expect.objectContaining({ kind: 'speaker', action: 'create', record: id })]);
  });
});

describe('Speakers of events', () => {
  it('keep their order, can be sent as served, stay if an update omits them; an unknown id is rejected', async () => {
    const [first, second] = [await createSpeaker({ name: 'One' }), await createSpeaker({ name: 'Two' })];
    const path = `events/${(await createEvent({ title: 'Dialogue', speaker: [second.id, first.id] })).id}`;
    const served = (await get(path)).body;
    expect(namesOf(served.speaker)).toEqual(['Two', 'One']);
    expect((await send('PUT', path, served)).body.speaker).toEqual(served.speaker);
    expect((await send('PATCH', path, { title: 'A talk' })).body.speaker).toEqual(served.speaker);
    const { status, body } = await send('PATCH', path, { title: '', speaker: [first.id, 99_999] });
    expect([status, Object.keys(body.params).toSorted()]).toEqual([400, ['speaker', 'title']]);
    expect((await send('PATCH', path, { speaker: [] })).body.speaker).toEqual([]);
  });

  it('filter every page of a list of events, also with handling=strict; an unknown id is rejected', async () => {
    const { id } = await createSpeaker({ name: 'Often there' });
    for (const title of ['First', 'Second', 'Third']) await createEvent({ title, speaker: [id] });
    const path = `events?speaker=${id}&per_page=2&${ALL_DATES}`;
    const { body } = await calendar.request<Body>('GET', path, { headers: { Prefer: 'handling=strict' } });
    const next = await get(body.next_rest_url.replace(calendar.origin, ''));
    expect([body.total, body.events.length, next.body.total, next.body.events.length]).toEqual([3, 2, 3, 1]);
    const unknown = await get('events?speaker=99999');
    expect([unknown.status, Object.keys(unknown.body.params)]).toEqual([400, ['speaker']]);
  });

  it('are hidden by the password of an event, in lists and filters', async () => {
    const { id: speakerId } = await createSpeaker({ name: 'Secret guest' });
    const { id } = await createEvent({ title: 'Protected', speaker: [speakerId], password: 'open sesame' });
    const filtered = `events?speaker=${speakerId}&${ALL_DATES}`;
    expect([(await get(filtered)).body.total, (await send('GET', filtered)).body.total]).toEqual([0, 1]);
    expect((await get(`events?include=${id}`)).body.events).toEqual([expect.objectContaining({ speaker: [] })]);
    expect((await get(`speakers?event=${id}`)).body.total).toBe(0);
    expect(namesOf((await get(`events/${id}?password=open+sesame`)).body.speaker)).toEqual(['Secret guest']);
  });

  it('stay linked if the author of an update cannot read them', async () => {
    const hidden = await createSpeaker({ name: 'Hidden', status: 'private' });
    const visible = await createSpeaker({ name: 'Seen' });
    const author = await calendar.createToken('author');
    const path = `events/${(await createEvent({ title: 'Own' }, author)).id}`;
    await send('PATCH', path, { speaker: [hidden.id, visible.id] });
    expect(namesOf((await send('GET', path, undefined, author)).body.speaker)).toEqual(['Seen']);
    await send('PATCH', path, { speaker: [] }, author);
    expect(namesOf((await send('GET', path)).body.speaker)).toEqual(['Hidden']);
  });

  it('have only the members that fields selects, in events and in their own responses', async () => {
    const { id, slug } = await createSpeaker({ name: 'Selected' });
    const { id: eventId } = await createEvent({ title: 'With members', speaker: [id] });
    expect((await get(`speakers?event=${eventId}&fields=name`)).body.speakers).toEqual([{ id, name: 'Selected' }]);
    expect((await get(`events/${eventId}?fields=speaker.slug`)).body).toEqual({ id: eventId, speaker: [{ slug }] });
    expect((await get(`events?speaker=${id}&${ALL_DATES}&fields=speaker.name,title`)).body.events).toEqual([
      { id: eventId, title: 'With members', speaker: [{ name: 'Selected' }] },
    ]);
    const renamed = await send('PATCH', `speakers/${id}`, { name: 'Renamed', fields: 'name' });
    expect(renamed.body).toEqual({ id, name: 'Renamed' });
  });
});

describe('Documentation of speakers', () => {
  it('is in the OpenAPI document, in the requested language', async () => {
    const { body } = await calendar.request<{
      paths: Record<string, Record<string, { description: string; parameters: { name?: string; $ref?: string }[] }>>;
      components: { schemas: Record<string, { properties: object }>; parameters: Record<string, { name: string }> };
    }>('GET', 'doc?ml_language=ca');
    const { schemas, parameters } = body.components;
    expect(JSON.stringify(body)).toContain('"x-displayName":"Ponents"');
    const references = body.paths['/calendar/events/v1/events']?.['get']?.parameters ?? [];
    const eventParameters = references.map(({ $ref }) => parameters[$ref?.split('/').at(-1) ?? '']);
    expect(eventParameters.filter((parameter) => parameter?.name === 'speaker')).toEqual([
      expect.objectContaining({ in: 'query', required: false, schema: expect.objectContaining({ type: 'array' }) }),
    ]);
    for (const schema of ['Event', 'CreateEvent', 'UpdateEvent'])
      expect(schemas[schema]?.properties).toHaveProperty('speaker');
    expect(schemas).not.toHaveProperty('SpeakersInput');
    const orderby = body.paths['/calendar/events/v1/speakers']?.['get']?.parameters.find(
      ({ name }) => name === 'orderby',
    );
    expect(orderby).toMatchObject({ schema: { default: 'name' } });
  });

  it('is in the index of routes', async () => {
    const { routes } = (
      await calendar.request<{ routes: Record<string, { endpoints: { args: object }[] }> }>('GET', '')
    ).body;
    expect(routes).toHaveProperty([String.raw`/calendar/events/v1/speakers/(?P<id>\d+)`]);
    expect(routes['/calendar/events/v1/events']?.endpoints[0]?.args).toHaveProperty('speaker');
  });
});
