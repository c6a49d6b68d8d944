import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCalendar, type TestCalendar } from '../../support/calendar/test-calendar.js';
import { createRecord, type Kind } from '../../support/records/kinds.js';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

const get = (path: string) => calendar.request('GET', path);

/** An event with a Catalan and a Spanish text. */
async function createBilingual(): Promise<{ id: number; ca: string; es: string }> {
  const { id, slug: ca } = await createRecord(calendar, 'events', { title: 'Fira del llibre', ml_language: 'ca' });
  const { body } = await calendar.request('PATCH', `events/${id}`, {
    json: { title: 'Feria del libro', ml_language: 'es' },
  });
  return { id, ca, es: String(body['slug']) };
}

describe('Slug', () => {
  it('of another language redirects to that of the address, with the query (4.4, 17.12)', async () => {
    const { ca, es } = await createBilingual();
    const { status, headers } = await get(`/es/agenda/event/${ca}?a=1&b=?`);
    expect([status, headers.get('Location')]).toEqual([301, `/es/agenda/event/${es}?a=1&b=?`]);
    // The address has no English text: the current slug is that of the language served.
    expect((await get(`/en/agenda/event/${ca}`)).status).toBe(200);
    expect((await get(`/en/agenda/event/${es}`)).headers.get('Location')).toBe(`/en/agenda/event/${ca}`);
  });

  it.each<[Kind['path'], string, string]>([
    ['events', 'event', 'title'],
    ['venues', 'venue', 'venue'],
    ['organizers', 'organizer', 'organizer'],
    ['categories', 'category', 'slug'],
    ['tags', 'tag', 'slug'],
  ])('of earlier times of %s redirects to the current one (4.5, 17.12)', async (path, page, field) => {
    const { id, slug } = await createRecord(calendar, path);
    const change = path === 'events' ? { slug: 'new-slug' } : { [field]: `new ${page}` };
    const { body } = await calendar.request('PATCH', `${path}/${id}`, { json: change });
    if (body['slug'] === slug) return;
    const { status, headers } = await get(`/en/agenda/${page}/${slug}`);
    expect([status, headers.get('Location')]).toEqual([301, `/en/agenda/${page}/${String(body['slug'])}`]);
  });

  it('in a redirect is below the path of PUBLIC_URL (11.1)', async () => {
    const proxied = await startTestCalendar({ PUBLIC_URL: 'https://agenda.example/town' });
    const { id, slug } = await createRecord(proxied, 'events');
    await proxied.request('PATCH', `events/${id}`, { json: { slug: 'renamed' } });
    const { headers } = await proxied.request('GET', `/en/agenda/event/${slug}`);
    expect(headers.get('Location')).toBe('/town/en/agenda/event/renamed');
    await proxied.close();
  });
});

describe('Page of a record without the language of the address', () => {
  it('shows another language and says so (17.11)', async () => {
    const { slug } = await createRecord(calendar, 'events', {
      title: 'Solo en español',
      description: '<p>Hola</p>',
      ml_language: 'es',
    });
    const { headers, text } = await get(`/ca/agenda/event/${slug}`);
    expect(headers.get('Content-Language')).toBe('ca');
    expect(text).toContain('<html lang="ca">');
    expect(text).toContain('<h1 lang="es">Solo en español</h1>');
    expect(text).toContain('<div lang="es"><p>Hola</p></div>');
    expect(text).toContain('Sense traducció: text en castellà');
    expect(text).toContain(`<link rel="canonical" href="${calendar.origin}/es/agenda/event/${slug}"/>`);
    expect([...text.matchAll(/<link rel="alternate" hreflang="([^"]+)"/g)].map(([, language]) => language)).toEqual([
      'es',
      'x-default',
    ]);
  });

  it('names existing translations with their own slugs (17.12)', async () => {
    const { ca, es } = await createBilingual();
    const { text } = await get(`/ca/agenda/event/${ca}`);
    const links = [...text.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)];
    expect(Object.fromEntries(links.map(([, language, url]) => [language, url]))).toEqual({
      ca: `${calendar.origin}/ca/agenda/event/${ca}`,
      es: `${calendar.origin}/es/agenda/event/${es}`,
      'x-default': expect.stringContaining('/agenda/event/'),
    });
    expect(text).toContain(`<a href="/es/agenda/event/${es}" lang="es" hreflang="es"`);
    expect(text).not.toContain('fallback-note');
  });
});
