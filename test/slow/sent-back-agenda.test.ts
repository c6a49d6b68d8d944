import { beforeAll, describe, expect, it } from 'vitest';
import { query } from '../support/database/database-session.js';
import { LANGUAGES } from '../../src/kernel/language/languages.js';
import { loadDemo } from '../../src/demo/load-demo.js';
import { KINDS, createRecord, type Kind, type ServedRecord } from '../support/records/kinds.js';
import { pathAndQueryOf, type ServedPage } from '../support/records/records.js';
import { ADMIN_TOKEN, type TestResponse } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const METHODS = ['POST', 'PUT', 'PATCH'];

const calendar = useTestCalendar();
beforeAll(async () => {
  await loadDemo(calendar.application);
  for (const { path, isPublishable } of KINDS) {
    if (isPublishable)
      for (const status of ['draft', 'pending', 'private']) await createRecord(calendar, path, { status });
    await createRecord(calendar, path, { ml_language: 'es', ...(isPublishable && { date: '2999-01-01' }) });
  }
  const [venue] = (await calendar.request<ServedPage>('GET', 'venues')).body.venues;
  await createRecord(calendar, 'events', {
    venue: [venue?.id, { venue: 'Un esborrany', status: 'draft' }],
    tags: 'Etiqueta nova',
    cost: ['0', '12,50 €'],
    custom_fields: { nested: { list: [1, null, 'x'] } },
    all_day: true,
    timezone: 'America/Havana',
  });
});

/** All rows of records, translations, slugs, links and images as one text. */
async function allRows(): Promise<string> {
  const tables = KINDS.flatMap(({ path, kind }) => [path, `${kind}_translations`, `${kind}_slugs`]);
  const links = ['event_venues', 'event_organizers', 'event_categories', 'event_tags'];
  const statements = [...tables, ...links, 'images'].map(
    (table) => `select '${table}', to_jsonb(t)::text from ${table} t`,
  );
  return JSON.stringify(await query(calendar.databaseUrl, `${statements.join(' union all ')} order by 1, 2`));
}

/** Yields the default list of a kind, with hidden events and empty terms, as served to an administrator in a language. */
async function* recordsOf({ path }: Kind, language: string): AsyncGenerator<ServedRecord> {
  const parameters = `per_page=50&hide_empty=0${path === 'events' ? '&hide_from_listings=any' : ''}`;
  for (let next: string | null = `/${language}/calendar/events/v1/${path}?${parameters}`; next;) {
    const page: TestResponse<ServedPage> = await calendar.request('GET', next, { token: ADMIN_TOKEN });
    yield* page.body[path];
    next = page.body.next_rest_url && pathAndQueryOf(page.body.next_rest_url);
  }
}

describe.each(KINDS)('Unchanged $path sent back', (kind) => {
  it.each(LANGUAGES)('are accepted in %s and change nothing (6.2)', async (language) => {
    const before = await allRows();
    let count = 0;
    for await (const record of recordsOf(kind, language)) {
      const path = `/calendar/events/v1/${kind.path}/${record.id}`;
      // The record states its language, and the response is in that language, including embedded records.
      const localizedPath = `/${String(record['ml_language'])}${path}`;
      const method = METHODS[(count += 1) % 3] ?? 'PUT';
      const headers = { 'Accept-Language': language, Prefer: 'handling=strict' };
      const response = await calendar.request(method, count % 2 ? localizedPath : path, { json: record, headers });
      const read = await calendar.request('GET', localizedPath, { token: ADMIN_TOKEN });
      expect([path, response.status, response.body]).toEqual([path, 200, read.body]);
    }
    expect(count).toBeGreaterThan(kind.isPublishable ? 9 : 7);
    expect(await allRows()).toBe(before);
  });
});

describe('Unchanged translation sent back', () => {
  it('is rejected if the request names another language, instead of being copied into it (6.2)', async () => {
    const { id } = await createRecord(calendar, 'events', { ml_language: 'ca' });
    const { body } = await calendar.request('GET', `events/${id}?ml_language=es`);
    expect(body['ml_language']).toBe('ca');
    const response = await calendar.request('PUT', `events/${id}?ml_language=es`, { json: body });
    expect([response.status, Object.keys(response.body['params'] as object)]).toEqual([400, ['ml_language']]);
  });
});
