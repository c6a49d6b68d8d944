import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestCalendar, type TestCalendar } from 'calendar-events-service/testing';
import { SpeakersModule } from '../speakers.module.js';

interface Served {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly slug: string;
  readonly ml_language: string;
  readonly speaker: readonly Served[];
  readonly version: number;
}
interface Lists {
  readonly events: readonly Served[];
  readonly speakers: readonly Served[];
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
  readonly components: { readonly schemas: Record<string, { readonly properties: Record<string, unknown> }> };
}

let calendar: TestCalendar;
let editor: string;

beforeAll(async () => {
  calendar = await createTestCalendar({ extensions: [SpeakersModule], environment: { TIMEZONE: 'Europe/Madrid' } });
  editor = await calendar.createToken('editor');
});
afterAll(() => calendar.close());

const created = async (path: string, json: object) =>
  (await calendar.request<Served>('POST', path, { token: editor, json })).body;
const speaker = (json: object) => created('speakers', json);
const event = (json: object) =>
  created('events', { start_date: '2030-05-01 19:00', end_date: '2030-05-01 21:00', ...json });
const read = async <Body = Served>(path: string, token?: string) =>
  (await calendar.request<Body>('GET', path, token === undefined ? {} : { token })).body;
const everywhen = 'start_date=2000-01-01&end_date=2100-01-01';

describe('speakers as a resource', () => {
  it('are written and read in each language, by id and by slug', async () => {
    const { id } = await speaker({ name: 'Mercè Puig', ml_language: 'ca' });
    await calendar.request('PATCH', `speakers/${id}?ml_language=es`, {
      token: editor,
      json: { name: 'Mercedes Puig' },
    });
    expect(await read(`speakers/${id}?ml_language=es`)).toMatchObject({ name: 'Mercedes Puig', ml_language: 'es' });
    expect(await read('speakers/by-slug/merce-puig?ml_language=es')).toMatchObject({ id, slug: 'mercedes-puig' });
    expect((await read<Lists>('speakers?search=mercedes&ml_language=es')).total).toBe(1);
    expect((await read<Lists>('speakers?search=mercedes&ml_language=ca')).total).toBe(0);
    const missing = await calendar.request('GET', `speakers/${id}?ml_language=en&ml_fallback=none`);
    expect([missing.status, missing.body['code']]).toEqual([404, 'translation_not_found']);
  });

  it('concurrent creates with the same name each get a unique slug', async () => {
    const names = Array.from({ length: 8 }, () => speaker({ name: 'Pau Casals' }));
    const slugs = (await Promise.all(names)).map(({ slug }) => slug);
    expect(slugs.toSorted()).toEqual(['pau-casals', ...[2, 3, 4, 5, 6, 7, 8].map((number) => `pau-casals-${number}`)]);
  });

  it("GET of a draft without credentials returns 404; a contributor's record is pending", async () => {
    const { id } = await speaker({ name: 'Draft', status: 'draft' });
    const [anonymous, contributor] = [
      await calendar.request('GET', `speakers/${id}`),
      await calendar.createToken('contributor'),
    ];
    expect([anonymous.status, anonymous.body['code']]).toEqual([404, 'speaker_not_found']);
    expect(anonymous.body['title']).toBe('Speaker not found');
    const refused = await calendar.request('PATCH', `speakers/${id}`, { token: contributor, json: { name: 'Mine' } });
    expect(refused.status).toBe(404);
    const own = await calendar.request<Served & { status: string }>('POST', 'speakers', {
      token: contributor,
      json: { name: 'Own', status: 'publish' },
    });
    expect([own.status, own.body.status]).toEqual([201, 'pending']);
    expect((await calendar.request('POST', 'speakers', { json: { name: 'Nobody' } })).status).toBe(401);
  });

  it('PUT of a served speaker by its author keeps an image that an editor added', async () => {
    const author = await calendar.createToken('author');
    const json = { name: 'Pictured', image: { url: 'https://agenda.example/portrait.jpg', alt: 'Portrait' } };
    const { id } = (await calendar.request<Served>('POST', 'speakers', { token: author, json: { name: 'Pictured' } }))
      .body;
    await calendar.request('PATCH', `speakers/${id}`, { token: editor, json });
    const served = await read(`speakers/${id}`, author);
    const again = await calendar.request('PUT', `speakers/${id}`, { token: author, json: served });
    expect([again.status, again.body['image']]).toEqual([200, expect.objectContaining({ alt: 'Portrait' })]);
  });

  it('DELETE hides a speaker from its events, a restore shows it again, and force=true increments the version of the event', async () => {
    const { id } = await speaker({ name: 'Gone' });
    const { id: at } = await event({ title: 'With somebody', speaker: [id] });
    await calendar.request('DELETE', `speakers/${id}`, { token: editor });
    expect((await calendar.request('GET', `speakers/${id}`)).status).toBe(410);
    expect((await read(`events/${at}`)).speaker).toEqual([]);
    await calendar.request('PATCH', `speakers/${id}`, { token: editor, json: { status: 'publish' } });
    expect((await read(`events/${at}`)).speaker).toHaveLength(1);
    const before = await calendar.request('GET', `events/${at}`);
    await calendar.request('DELETE', `speakers/${id}?force=true`, { token: editor });
    const after = await calendar.request('GET', `events/${at}`);
    expect(versionIn(after.headers)).toBe(versionIn(before.headers) + 1);
  });
});

const versionIn = (headers: Headers): number => Number(/^"(\d+)-/.exec(headers.get('ETag') ?? '')?.[1]);

describe('speakers of events', () => {
  it('are served in the given order, and accepted by an update as served', async () => {
    const [one, two] = [await speaker({ name: 'One' }), await speaker({ name: 'Two' })];
    const { id } = await event({ title: 'Dialogue', speaker: [two.id, one.id] });
    const served = await read(`events/${id}`);
    expect(served.speaker.map(({ name }) => name)).toEqual(['Two', 'One']);
    const again = await calendar.request<Served>('PUT', `events/${id}`, { token: editor, json: served });
    expect([again.status, again.body.speaker]).toEqual([200, served.speaker]);
    const without = await calendar.request<Served>('PATCH', `events/${id}`, { token: editor, json: { speaker: [] } });
    expect(without.body.speaker).toEqual([]);
  });

  it('an update without speaker keeps the links; an unknown id is 400', async () => {
    const { id: one } = await speaker({ name: 'Stays' });
    const { id } = await event({ title: 'Talk', speaker: one });
    const titled = await calendar.request<Served>('PATCH', `events/${id}`, {
      token: editor,
      json: { title: 'A talk' },
    });
    expect(titled.body.speaker.map((each) => each.id)).toEqual([one]);
    const json = { title: '', speaker: [one, 99_999] };
    const { status, body } = await calendar.request('PATCH', `events/${id}`, { token: editor, json });
    expect([status, Object.keys(body['params'] as object).toSorted()]).toEqual([400, ['speaker', 'title']]);
  });

  it('GET /events?speaker=… filters every page and stays in next_rest_url', async () => {
    const { id } = await speaker({ name: 'Often there' });
    for (const title of ['First', 'Second', 'Third']) await event({ title, speaker: [id] });
    const page = await read<Lists>(`events?speaker=${id}&per_page=2&${everywhen}`);
    expect([page.total, page.events.length]).toEqual([3, 2]);
    const rest = await read<Lists>(page.next_rest_url?.replace(calendar.origin, '') ?? '');
    expect([rest.total, rest.events.length]).toEqual([3, 1]);
    const unknown = await calendar.request('GET', 'events?speaker=99999');
    expect([unknown.status, Object.keys(unknown.body['params'] as object)]).toEqual([400, ['speaker']]);
  });

  it('a password hides the speakers of an event in lists and filters', async () => {
    const { id: one } = await speaker({ name: 'Secret guest' });
    const { id } = await event({ title: 'Protected', speaker: [one], password: 'open sesame' });
    const found = async (token?: string) => (await read<Lists>(`events?speaker=${one}&${everywhen}`, token)).total;
    expect([await found(), await found(editor)]).toEqual([0, 1]);
    const listed = await read<Lists>(`events?include=${id}`);
    expect(listed.events.map((each) => each.speaker)).toEqual([[]]);
    expect((await read<Lists>(`speakers?event=${id}`)).total).toBe(0);
    const opened = await calendar.request<Served>('GET', `events/${id}?password=open+sesame`);
    expect(opened.body.speaker.map((each) => each.id)).toEqual([one]);
  });

  it('an update by an author keeps linked speakers that the author cannot read', async () => {
    const [hidden, seen] = [await speaker({ name: 'Hidden', status: 'private' }), await speaker({ name: 'Seen' })];
    const author = await calendar.createToken('author');
    const own = await calendar.request<Served>('POST', 'events', {
      token: author,
      json: { title: 'Own', start_date: '2030-01-01', end_date: '2030-01-01' },
    });
    const path = `events/${own.body.id}`;
    await calendar.request('PATCH', path, { token: editor, json: { speaker: [hidden.id, seen.id] } });
    const served = await calendar.request<Served>('GET', path, { token: author });
    expect(served.body.speaker.map(({ name }) => name)).toEqual(['Seen']);
    await calendar.request('PATCH', path, { token: author, json: { speaker: [] } });
    expect((await read(path, editor)).speaker.map(({ name }) => name)).toEqual(['Hidden']);
  });

  it('a changed speaker appears at once in a cached event', async () => {
    const { id } = await speaker({ name: 'Before' });
    const { id: at } = await event({ title: 'Kept', speaker: [id] });
    expect((await read(`events/${at}`)).speaker[0]?.name).toBe('Before');
    await calendar.request('PATCH', `speakers/${id}`, { token: editor, json: { name: 'After' } });
    expect((await read(`events/${at}`)).speaker[0]?.name).toBe('After');
  });
});

describe('fields', () => {
  it('limits speakers, and the speakers of an event, to the named members', async () => {
    const { id, slug } = await speaker({ name: 'Selected' });
    const { id: at } = await event({ title: 'With members', speaker: [id] });
    expect(await read(`speakers/${id}?fields=name`)).toEqual({ id, name: 'Selected' });
    const list = await read<Lists>(`speakers?event=${at}&fields=name`);
    expect([list.total, list.speakers]).toEqual([1, [{ id, name: 'Selected' }]]);
    expect(await read(`events/${at}?fields=speaker.slug`)).toEqual({ id: at, speaker: [{ slug }] });
    expect((await read<Lists>(`events?speaker=${id}&${everywhen}&fields=speaker.name,title`)).events).toEqual([
      { id: at, title: 'With members', speaker: [{ name: 'Selected' }] },
    ]);
    const json = { name: 'Renamed', fields: 'name' };
    expect((await calendar.request('PATCH', `speakers/${id}`, { token: editor, json })).body).toEqual({
      id,
      name: 'Renamed',
    });
  });

  it('unknown members of speakers are 400 and listed in the response', async () => {
    for (const [path, unknown] of [
      ['speakers?fields=name,title', 'title'],
      ['events?fields=speaker.name,speaker.title', 'speaker.title'],
    ] as const) {
      const { status, body } = await calendar.request('GET', path);
      expect([status, body['params']]).toEqual([400, { fields: expect.stringContaining(`: ${unknown}.`) }]);
    }
  });

  it('is documented for all operations of speakers', async () => {
    const { paths } = await read<Document>('doc');
    const operations = Object.entries(paths).filter(([path]) => path.includes('/speakers'));
    for (const [path, methods] of operations)
      for (const [method, { parameters }] of Object.entries(methods))
        expect([path, method, parameters.map(({ name, $ref }) => name ?? $ref?.split('/').at(-1))]).toEqual([
          path,
          method,
          expect.arrayContaining(['fields']),
        ]);
    expect(operations).toHaveLength(3);
  });
});

describe('documentation of speakers', () => {
  it.each([
    ['ca', 'Ponents'],
    ['en', 'Speakers'],
    ['es', 'Ponentes'],
  ])('is in the OpenAPI document, in %s', async (language, heading) => {
    const document = await read<Document>(`doc?ml_language=${language}`);
    const text = JSON.stringify(document);
    expect(text).toContain(`"x-displayName":"${heading}"`);
    expect(text).not.toMatch(/"(fields|operations|examples|errors|validation)\.[\w.]+"/);
    const { parameters } = document.paths['/calendar/events/v1/events']?.['get'] ?? { parameters: [] };
    expect(parameters.filter(({ name }) => name === 'speaker')).toEqual([
      expect.objectContaining({ in: 'query', required: false, schema: expect.objectContaining({ type: 'array' }) }),
    ]);
    for (const schema of ['Event', 'CreateEvent', 'UpdateEvent'])
      expect(document.components.schemas[schema]?.properties).toHaveProperty('speaker');
    expect(document.components.schemas).not.toHaveProperty('SpeakersInput');
  });

  it.each([
    ['ca', 'en l’ordre que indica `orderby`'],
    ['en', 'in the order that `orderby` gives'],
    ['es', 'en el orden que indica `orderby`'],
  ])('documents the default order, in %s', async (language, order) => {
    const document = await read<Document>(`doc?ml_language=${language}`);
    const list = document.paths['/calendar/events/v1/speakers']?.['get'];
    expect(list?.description).toContain(order);
    expect(list?.parameters.filter(({ name }) => name === 'orderby')).toEqual([
      expect.objectContaining({ schema: expect.objectContaining({ default: 'name' }) }),
    ]);
    expect((await read<{ rest_url: string }>('speakers')).rest_url).toContain('orderby=name');
  });

  it('is in the index', async () => {
    const { routes } = await read<{ routes: Record<string, { endpoints: readonly { args: object }[] }> }>('');
    expect(routes).toHaveProperty(String.raw`/calendar/events/v1/speakers/(?P<id>\d+)`.replaceAll('.', '\\.'));
    expect(routes['/calendar/events/v1/events']?.endpoints[0]?.args).toHaveProperty('speaker');
  });

  it('the parameter speaker is known with handling=strict, and the audit has the kind', async () => {
    const { id } = await speaker({ name: 'Audited' });
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
