import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestCalendar, type TestCalendar } from 'calendar-events-service/testing';
import { SpeakersModule } from '../speakers.module.js';

interface ServedRecord {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly slug: string;
  readonly speaker: readonly ServedRecord[];
}
interface ListResponse {
  readonly events: readonly ServedRecord[];
  readonly speakers: readonly ServedRecord[];
  readonly total: number;
  readonly next_rest_url: string | null;
}
interface Document {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        readonly description: string;
        readonly parameters: readonly { readonly name?: string; readonly $ref?: string }[];
      }
    >
  >;
  readonly components: {
    readonly schemas: Record<string, { readonly properties: Record<string, unknown> }>;
    readonly parameters: Record<string, { readonly name: string }>;
  };
}

let calendar: TestCalendar;
let editor: string;

beforeAll(async () => {
  calendar = await createTestCalendar({ extensions: [SpeakersModule], environment: { TIMEZONE: 'Europe/Madrid' } });
  editor = await calendar.createToken('editor');
});
afterAll(() => calendar.close());

/** Sends a request as editor. */
const send = <Body = ServedRecord & { image: object; params: object }>(method: string, path: string, json?: object) =>
  calendar.request<Body>(method, path, { token: editor, json });
const createRecord = async (path: string, json: object) => (await send('POST', path, json)).body;
const createSpeaker = (json: object) => createRecord('speakers', json);
const createEvent = (json: object) =>
  createRecord('events', { start_date: '2030-05-01 19:00', end_date: '2030-05-01 21:00', ...json });
const read = async <Body = ServedRecord>(path: string, token?: string) =>
  (await calendar.request<Body>('GET', path, token === undefined ? {} : { token })).body;
const ALL_DATES = 'start_date=2000-01-01&end_date=2100-01-01';

describe('Speakers as a resource', () => {
  it('are written and read in each language, by id and by slug', async () => {
    const { id } = await createSpeaker({ name: 'Mercè Puig', ml_language: 'ca' });
    await send('PATCH', `speakers/${id}?ml_language=es`, { name: 'Mercedes Puig' });
    expect(await read(`speakers/${id}?ml_language=es`)).toMatchObject({ name: 'Mercedes Puig', ml_language: 'es' });
    expect(await read('speakers/by-slug/merce-puig?ml_language=es')).toMatchObject({ id, slug: 'mercedes-puig' });
    expect((await read<ListResponse>('speakers?search=mercedes&ml_language=es')).total).toBe(1);
    expect((await read<ListResponse>('speakers?search=mercedes&ml_language=ca')).total).toBe(0);
    const untranslated = await calendar.request('GET', `speakers/${id}?ml_language=en&ml_fallback=none`);
    expect([untranslated.status, untranslated.body['code']]).toEqual([404, 'translation_not_found']);
  });

  it("GET of a draft without credentials returns 404; a contributor's record is pending", async () => {
    const { id } = await createSpeaker({ name: 'Draft', status: 'draft' });
    const [anonymous, contributor] = [
      await calendar.request('GET', `speakers/${id}`),
      await calendar.createToken('contributor'),
    ];
    expect([anonymous.status, anonymous.body['code']]).toEqual([404, 'speaker_not_found']);
    expect(anonymous.body['title']).toBe('Speaker not found');
    const rejected = await calendar.request('PATCH', `speakers/${id}`, { token: contributor, json: { name: 'Mine' } });
    expect(rejected.status).toBe(404);
    const ownSpeaker = await calendar.request<ServedRecord & { status: string }>('POST', 'speakers', {
      token: contributor,
      json: { name: 'Own', status: 'publish' },
    });
    expect([ownSpeaker.status, ownSpeaker.body.status]).toEqual([201, 'pending']);
    expect((await calendar.request('POST', 'speakers', { json: { name: 'Nobody' } })).status).toBe(401);
  });

  it('PUT of a served speaker by its author keeps an image that an editor added', async () => {
    const author = await calendar.createToken('author');
    const json = { name: 'Pictured', image: { url: 'https://agenda.example/portrait.jpg', alt: 'Portrait' } };
    const { id } = (
      await calendar.request<ServedRecord>('POST', 'speakers', { token: author, json: { name: 'Pictured' } })
    ).body;
    await send('PATCH', `speakers/${id}`, json);
    const served = await read(`speakers/${id}`, author);
    const response = await calendar.request('PUT', `speakers/${id}`, { token: author, json: served });
    expect([response.status, response.body['image']]).toEqual([200, expect.objectContaining({ alt: 'Portrait' })]);
  });

  it('DELETE hides a speaker from its events, a restore shows it again, and force=true increments the version of the event', async () => {
    const { id } = await createSpeaker({ name: 'Gone' });
    const { id: eventId } = await createEvent({ title: 'With somebody', speaker: [id] });
    await send('DELETE', `speakers/${id}`);
    expect((await calendar.request('GET', `speakers/${id}`)).status).toBe(410);
    expect((await read(`events/${eventId}`)).speaker).toEqual([]);
    await send('PATCH', `speakers/${id}`, { status: 'publish' });
    expect((await read(`events/${eventId}`)).speaker).toHaveLength(1);
    const before = await calendar.request('GET', `events/${eventId}`);
    await send('DELETE', `speakers/${id}?force=true`);
    const after = await calendar.request('GET', `events/${eventId}`);
    expect(versionIn(after.headers)).toBe(versionIn(before.headers) + 1);
  });
});

const versionIn = (headers: Headers): number => Number(/^"(\d+)-/.exec(headers.get('ETag') ?? '')?.[1]);

describe('Speakers of events', () => {
  it('are served in the given order, and accepted by an update as served', async () => {
    const [firstSpeaker, secondSpeaker] = [await createSpeaker({ name: 'One' }), await createSpeaker({ name: 'Two' })];
    const { id } = await createEvent({ title: 'Dialogue', speaker: [secondSpeaker.id, firstSpeaker.id] });
    const served = await read(`events/${id}`);
    expect(served.speaker.map(({ name }) => name)).toEqual(['Two', 'One']);
    const response = await send('PUT', `events/${id}`, served);
    expect([response.status, response.body.speaker]).toEqual([200, served.speaker]);
    const cleared = await send('PATCH', `events/${id}`, { speaker: [] });
    expect(cleared.body.speaker).toEqual([]);
  });

  it('an update without speaker keeps the links; an unknown id is 400', async () => {
    const { id: speakerId } = await createSpeaker({ name: 'Stays' });
    const { id } = await createEvent({ title: 'Talk', speaker: speakerId });
    const updated = await send('PATCH', `events/${id}`, { title: 'A talk' });
    expect(updated.body.speaker.map((person) => person.id)).toEqual([speakerId]);
    const json = { title: '', speaker: [speakerId, 99_999] };
    const { status, body } = await send('PATCH', `events/${id}`, json);
    expect([status, Object.keys(body.params).toSorted()]).toEqual([400, ['speaker', 'title']]);
  });

  it('GET /events?speaker=… filters every page and stays in next_rest_url', async () => {
    const { id } = await createSpeaker({ name: 'Often there' });
    for (const title of ['First', 'Second', 'Third']) await createEvent({ title, speaker: [id] });
    const page = await read<ListResponse>(`events?speaker=${id}&per_page=2&${ALL_DATES}`);
    expect([page.total, page.events.length]).toEqual([3, 2]);
    const secondPage = await read<ListResponse>(page.next_rest_url?.replace(calendar.origin, '') ?? '');
    expect([secondPage.total, secondPage.events.length]).toEqual([3, 1]);
    const unknown = await calendar.request('GET', 'events?speaker=99999');
    expect([unknown.status, Object.keys(unknown.body['params'] as object)]).toEqual([400, ['speaker']]);
  });

  it('a password hides the speakers of an event in lists and filters', async () => {
    const { id: speakerId } = await createSpeaker({ name: 'Secret guest' });
    const { id } = await createEvent({ title: 'Protected', speaker: [speakerId], password: 'open sesame' });
    const totalFor = async (token?: string) =>
      (await read<ListResponse>(`events?speaker=${speakerId}&${ALL_DATES}`, token)).total;
    expect([await totalFor(), await totalFor(editor)]).toEqual([0, 1]);
    const list = await read<ListResponse>(`events?include=${id}`);
    expect(list.events.map((listedEvent) => listedEvent.speaker)).toEqual([[]]);
    expect((await read<ListResponse>(`speakers?event=${id}`)).total).toBe(0);
    const unlocked = await calendar.request<ServedRecord>('GET', `events/${id}?password=open+sesame`);
    expect(unlocked.body.speaker.map((person) => person.id)).toEqual([speakerId]);
  });

  it('an update by an author keeps linked speakers that the author cannot read', async () => {
    const [hidden, visible] = [
      await createSpeaker({ name: 'Hidden', status: 'private' }),
      await createSpeaker({ name: 'Seen' }),
    ];
    const author = await calendar.createToken('author');
    const created = await calendar.request<ServedRecord>('POST', 'events', {
      token: author,
      json: { title: 'Own', start_date: '2030-01-01', end_date: '2030-01-01' },
    });
    const path = `events/${created.body.id}`;
    await send('PATCH', path, { speaker: [hidden.id, visible.id] });
    const served = await calendar.request<ServedRecord>('GET', path, { token: author });
    expect(served.body.speaker.map(({ name }) => name)).toEqual(['Seen']);
    await calendar.request('PATCH', path, { token: author, json: { speaker: [] } });
    expect((await read(path, editor)).speaker.map(({ name }) => name)).toEqual(['Hidden']);
  });

  it('a changed speaker appears at once in a cached event', async () => {
    const { id } = await createSpeaker({ name: 'Before' });
    const { id: eventId } = await createEvent({ title: 'Kept', speaker: [id] });
    expect((await read(`events/${eventId}`)).speaker[0]?.name).toBe('Before');
    await send('PATCH', `speakers/${id}`, { name: 'After' });
    expect((await read(`events/${eventId}`)).speaker[0]?.name).toBe('After');
  });
});

describe('Parameter fields', () => {
  it('limits speakers, and the speakers of an event, to the named members', async () => {
    const { id, slug } = await createSpeaker({ name: 'Selected' });
    const { id: eventId } = await createEvent({ title: 'With members', speaker: [id] });
    expect(await read(`speakers/${id}?fields=name`)).toEqual({ id, name: 'Selected' });
    const list = await read<ListResponse>(`speakers?event=${eventId}&fields=name`);
    expect([list.total, list.speakers]).toEqual([1, [{ id, name: 'Selected' }]]);
    expect(await read(`events/${eventId}?fields=speaker.slug`)).toEqual({ id: eventId, speaker: [{ slug }] });
    expect((await read<ListResponse>(`events?speaker=${id}&${ALL_DATES}&fields=speaker.name,title`)).events).toEqual([
      { id: eventId, title: 'With members', speaker: [{ name: 'Selected' }] },
    ]);
    const json = { name: 'Renamed', fields: 'name' };
    expect((await send('PATCH', `speakers/${id}`, json)).body).toEqual({
      id,
      name: 'Renamed',
    });
  });
});

describe('Documentation of speakers', () => {
  it.each([
    ['ca', 'Ponents'],
    ['en', 'Speakers'],
    ['es', 'Ponentes'],
  ])('is in the OpenAPI document, in %s', async (language, tagLabel) => {
    const document = await read<Document>(`doc?ml_language=${language}`);
    const text = JSON.stringify(document);
    expect(text).toContain(`"x-displayName":"${tagLabel}"`);
    expect(text).not.toMatch(/"(fields|operations|examples|errors|validation)\.[\w.]+"/);
    const { parameters } = document.paths['/calendar/events/v1/events']?.['get'] ?? { parameters: [] };
    const shared = parameters.map(({ $ref }) => document.components.parameters[$ref?.split('/').at(-1) ?? '']);
    expect(shared.filter((parameter) => parameter?.name === 'speaker')).toEqual([
      expect.objectContaining({ in: 'query', required: false, schema: expect.objectContaining({ type: 'array' }) }),
    ]);
    for (const schema of ['Event', 'CreateEvent', 'UpdateEvent'])
      expect(document.components.schemas[schema]?.properties).toHaveProperty('speaker');
    expect(document.components.schemas).not.toHaveProperty('SpeakersInput');
  });

  it('has the default order', async () => {
    const list = (await read<Document>('doc')).paths['/calendar/events/v1/speakers']?.['get'];
    expect(list?.description).toContain('in the order that `orderby` gives');
    const parameter = expect.objectContaining({ schema: expect.objectContaining({ default: 'name' }) });
    expect(list?.parameters.filter(({ name }) => name === 'orderby')).toEqual([parameter]);
    expect((await read<{ rest_url: string }>('speakers')).rest_url).toContain('orderby=name');
  });

  it('is in the index', async () => {
    const { routes } = await read<{ routes: Record<string, { endpoints: readonly { args: object }[] }> }>('');
    expect(routes).toHaveProperty(String.raw`/calendar/events/v1/speakers/(?P<id>\d+)`.replaceAll('.', '\\.'));
    expect(routes['/calendar/events/v1/events']?.endpoints[0]?.args).toHaveProperty('speaker');
  });

  it('the parameter speaker is known with handling=strict, and the audit has the kind', async () => {
    const { id } = await createSpeaker({ name: 'Audited' });
    const headers = { Prefer: 'handling=strict' };
    expect((await calendar.request('GET', `events?speaker=${id}`, { headers })).status).toBe(200);
    const administrator = await calendar.createToken('administrator');
    const { body } = await calendar.request<{ audit: readonly object[] }>(
      'GET',
      `/calendar/admin/v1/audit?kind=speaker&record=${id}`,
      { token: administrator },
    );
    expect(body.audit).toEqual([expect.objectContaining({ kind: 'speaker', action: 'create', record: id })]);
  });
});
