import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecord, KINDS, type Kind, type ServedRecord } from '../support/records/kinds.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const EACH = KINDS.map((kind) => [kind.path, kind] as const);
const PUBLISHED = EACH.filter(([, { isPublishable: isPublished }]) => isPublished);

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

const inLanguages = async (kind: Kind, names: Readonly<Record<string, string>>): Promise<ServedRecord> => {
  const [[first, name], ...others] = Object.entries(names) as [[string, string], ...[string, string][]];
  const { id } = await createRecord(calendar, kind.path, { [kind.titleField]: name, ml_language: first });
  for (const [language, each] of others) {
    const json = { [kind.titleField]: each, ml_language: language };
    expect((await calendar.request('PATCH', `${kind.path}/${id}`, { json })).status).toBe(200);
  }
  return (await calendar.request<ServedRecord>('GET', `${kind.path}/${id}`)).body;
};
const slugsOf = ({ ml_translations }: ServedRecord) =>
  Object.fromEntries(
    Object.entries(ml_translations as Record<string, { slug: string }>).map(([language, { slug }]) => [language, slug]),
  );

describe('Slugs in several languages', () => {
  it.each(EACH)('one record of %s may use the same slug in several languages (4.1)', async (_path, kind) => {
    const same = await inLanguages(kind, { ca: 'Jazz', en: 'Jazz', es: 'Jazz' });
    expect(slugsOf(same)).toEqual({ ca: 'jazz', en: 'jazz', es: 'jazz' });
  });

  it.each(EACH)('two records of %s never share a slug, in any language (4.1)', async (_path, kind) => {
    const [one, two] = [
      await inLanguages(kind, { ca: 'Fira', es: 'Feria' }),
      await inLanguages(kind, { en: 'Fira', ca: 'Feria', es: 'Fira' }),
    ];
    expect(slugsOf(one)).toEqual({ ca: 'fira', es: 'feria' });
    expect(slugsOf(two)).toEqual({ en: 'fira-2', ca: 'feria-2', es: 'fira-2' });
  });

  it('a slug stays in use until no translation of its record has it (4.1)', async () => {
    const [kind] = KINDS as [Kind];
    const { id } = await inLanguages(kind, { ca: 'Pessebre', es: 'Pessebre' });
    const json = { slug: 'belen', ml_language: 'es' };
    const { body } = await calendar.request<ServedRecord>('PATCH', `events/${id}`, { json });
    expect(slugsOf(body)).toEqual({ ca: 'pessebre', es: 'belen' });
    expect((await createRecord(calendar, 'events', { title: 'Pessebre' })).slug).toBe('pessebre-2');
    await calendar.request('DELETE', `events/${id}?ml_scope=translation&ml_language=ca`);
    expect((await createRecord(calendar, 'events', { title: 'Pessebre' })).slug).toBe('pessebre');
  });

  it.each(PUBLISHED)(
    'a read of %s by a slug of another language serves the requested language, with Content-Location (4.4)',
    async (_path, kind) => {
      const record = await inLanguages(kind, { ca: 'Mercat', en: 'Market', es: 'Mercado' });
      const names: Record<string, string> = { ca: 'Mercat', en: 'Market', es: 'Mercado' };
      for (const slug of ['mercat', 'market', 'mercado']) {
        for (const [language, name] of Object.entries(names)) {
          const answer = await calendar.request('GET', `${kind.path}/by-slug/${slug}?ml_language=${language}`);
          const { body, headers } = answer;
          expect([body['id'], body[kind.titleField], body['ml_language']]).toEqual([record.id, name, language]);
          expect(body['slug']).toBe(name.toLowerCase());
          expect(headers.get('Content-Location')).toBe(`${record.rest_url}?ml_language=${language}`);
          expect(headers.get('Content-Language')).toBe(language);
        }
      }
    },
  );

  it('Content-Location has the served language if the requested translation is missing (4.4)', async () => {
    const [kind] = KINDS as [Kind];
    const record = await inLanguages(kind, { ca: 'Només en català' });
    const { body, headers } = await calendar.request('GET', 'events/by-slug/nomes-en-catala?ml_language=es');
    expect(body['ml_language']).toBe('ca');
    expect(headers.get('Content-Location')).toBe(`${record.rest_url}?ml_language=ca`);
    const located = await calendar.request('GET', (headers.get('Content-Location') ?? '').replace(calendar.origin, ''));
    expect(located.body).toEqual(body);
  });

  it.each(PUBLISHED)(
    'an update of %s by a slug of another language writes the requested language (3.6)',
    async (_path, kind) => {
      const record = await inLanguages(kind, { ca: 'Platja', en: 'Beach' });
      const path = `${kind.path}/by-slug/beach?ml_language=ca`;
      const { status, body } = await calendar.request('PATCH', path, { json: { description: 'Sorra' } });
      expect([status, body['id'], body['ml_language'], body['description']]).toEqual([200, record.id, 'ca', 'Sorra']);
      expect((await calendar.request('GET', `${kind.path}/${record.id}`)).body['description']).toBe('');
    },
  );
});
