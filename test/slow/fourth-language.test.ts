import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countRows } from '../support/database/database-session.js';
import { KINDS, type Kind, type ServedRecord } from '../support/records/kinds.js';
import { LINKS, LINK_NAMES } from '../support/records/links.js';
import { LANGUAGE_SETS, type Language } from '../support/languages/languages.js';
import { createTranslated, startServiceClient, type SendRequest } from '../support/processes/service-client.js';
import { rawRequest } from '../support/requests/raw-request.js';
import { addLanguage, buildCopy, changesIn, runCommand, typeErrorsOf, useProductCopy } from './product-copy.js';
import { upcomingDates } from '../support/records/records.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

/** First word of names by language. A search for it shows which translation is served. */
const NAME_PREFIXES: Readonly<Record<Language, string>> = { ca: 'Poma', en: 'Apple', es: 'Manzana' };

type IdsByPath = Record<Kind['path'], number[]>;

/** Fallback language for French, in the order of `LANGUAGE_SETS`. */
const FALLBACK_LANGUAGES: readonly Language[] = ['ca', 'en', 'es', 'en', 'ca', 'en', 'en'];
/** In French collation order, which differs from byte order. */
const FRENCH_NAMES = ['Eau', 'Été', 'Fête', 'Oasis', 'Œuvre', 'Ouest', 'Zoo'];

/** Values of `orderby`. */
const TITLE_SORT_KEYS = {
  events: 'title',
  venues: 'name',
  organizers: 'name',
  categories: 'name',
  tags: 'name',
} as const;
const TAGS = KINDS.find(({ path }) => path === 'tags') as Kind;

const folder = useProductCopy();
let database: TestDatabase;
let changes: string[];
let typeErrors: string;
let fallbackCounts: object;
let records: IdsByPath;
let request: SendRequest;

const requestInFrench: SendRequest = (method, path, ...rest) =>
  request(method, `/fr/calendar/events/v1/${path}`, ...rest);

/**
 * Creates records of every kind in every combination of the three languages, with a service that lacks the fourth. Events link records with
 * the same combination.
 */
async function createRecords(url: string): Promise<IdsByPath> {
  const service = await startServiceClient(url);
  const ids: IdsByPath = { events: [], venues: [], organizers: [], categories: [], tags: [] };
  for (const kind of KINDS.toReversed()) {
    for (const [index, languages] of LANGUAGE_SETS.entries()) {
      const names = Object.fromEntries(languages.map((language) => [language, `${NAME_PREFIXES[language]} ${index}`]));
      const links = Object.fromEntries(LINK_NAMES.map((link) => [link, ids[LINKS[link].path][index]]));
      const fields = kind.path === 'events' ? { ...upcomingDates(), ...links } : {};
      ids[kind.path].push(await createTranslated(service.request, kind, names, fields));
    }
  }
  await service.stop();
  return ids;
}

/** Descriptions and summaries of a document, without those that consist of error codes. */
function descriptionsIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (typeof member !== 'string') return /^examples?$/.test(key) ? [] : descriptionsIn(member);
    return /^(description|summary)$/.test(key) && !/^[a-z_]+(, [a-z_]+)*$/.test(member) ? [member] : [];
  });
}

/** Listed records in French, sorted by name. */
async function listInFrench({ path, isPublishable }: Kind, ids: readonly number[], parameters = '') {
  const hideEmpty = isPublishable ? '' : '&hide_empty=false';
  const list = `${path}?include=${ids.join()}&orderby=${TITLE_SORT_KEYS[path]}&per_page=50${hideEmpty}${parameters}`;
  const { body, status, headers, text } = await requestInFrench('GET', list);
  expect([text, status, headers['content-language']]).toEqual([text, 200, 'fr']);
  return body[path] as ServedRecord[];
}

/** Number of translations per kind that are the fallback for French. */
async function countFrenchFallbacks(url: string): Promise<object> {
  const counts: Record<string, number> = {};
  for (const { kind, path } of KINDS)
    counts[path] = await countRows(url, `${kind}_translations`, `'fr' = any (fallback_languages)`);
  return counts;
}

beforeAll(async () => {
  database = await createTestDatabase();
  addLanguage(folder, 'fr');
  changes = changesIn(folder);
  [records, typeErrors] = await Promise.all([createRecords(database.url), typeErrorsOf(folder), buildCopy(folder)]);
  await runCommand(folder, ['migrate'], { DATABASE_URL: database.url });
  fallbackCounts = await countFrenchFallbacks(database.url);
  ({ request } = await startServiceClient(database.url, {}, folder));
  // Compiling, building and starting a service takes long on a busy machine.
}, 180_000);
afterAll(async () => {
  await stopServiceProcesses();
  await database.drop();
});

describe('Fourth language', () => {
  it('needs one line of code and a folder of messages, without type errors (3.2, 3.10)', () => {
    expect(changes.filter((change) => !change.startsWith('src/i18n/fr/'))).toEqual([
      "src/kernel/language/languages.ts: export const LANGUAGES = ['ca', 'en', 'es', 'fr'] as const;",
    ]);
    expect(typeErrors).toBe('');
  });

  it('has one fallback translation per record after `migrate` (3.2, 3.10)', () => {
    expect(fallbackCounts).toEqual({ events: 7, venues: 7, organizers: 7, categories: 7, tags: 7 });
  });

  describe.each(KINDS)('for $path', (kind) => {
    const names = FALLBACK_LANGUAGES.map((language, index) => `${NAME_PREFIXES[language]} ${index}`);

    it('serves the fallback translation, with its language (3.2, 3.4, 3.10)', async () => {
      for (const [index, id] of records[kind.path].entries()) {
        const { body, headers } = await requestInFrench('GET', `${kind.path}/${id}`);
        const served = [body['ml_language'], headers['content-language'], body[kind.titleField]];
        expect(served).toEqual([FALLBACK_LANGUAGES[index], FALLBACK_LANGUAGES[index], names[index]]);
        expect(Object.keys(body['ml_translations'] as object)).toEqual(LANGUAGE_SETS[index]);
        for (const link of kind.path === 'events' ? LINK_NAMES : [])
          expect(body[link]).toMatchObject([{ ml_language: FALLBACK_LANGUAGES[index] }]);
      }
    });

    it('lists, searches, sorts and filters by fallback translations (3.3, 3.5, 3.10, 3.11)', async () => {
      const ids = records[kind.path];
      expect((await listInFrench(kind, ids)).map((record) => record[kind.titleField])).toEqual(names.toSorted());
      for (const [language, word] of Object.entries(NAME_PREFIXES)) {
        const expected = ids.filter((_id, index) => FALLBACK_LANGUAGES[index] === language);
        const matches = await listInFrench(kind, ids, `&search=${word.toUpperCase()}&order=desc`);
        expect(matches.map(({ id }) => id)).toEqual(expected.toReversed());
      }
      expect(await listInFrench(kind, ids, '&ml_fallback=none')).toEqual([]);
      expect(await listInFrench(kind, ids, '&ml_has_translation=fr')).toEqual([]);
      expect(await listInFrench(kind, ids, '&ml_missing_translation=fr,en')).toHaveLength(3);
    });

    it('is written, searched, sorted and deleted like other languages (3.8, 3.9, 3.10)', async () => {
      const ids: number[] = [];
      for (const fr of FRENCH_NAMES.toReversed())
        ids.unshift(await createTranslated(request, kind, { ca: `Abans ${fr}`, fr }));
      const served = await listInFrench(kind, ids, '&ml_fallback=none&ml_has_translation=fr');
      expect(served.map((record) => record[kind.titleField])).toEqual(FRENCH_NAMES);
      expect(served.map(({ slug }) => slug)).toEqual(['eau', 'ete', 'fete', 'oasis', 'oeuvre', 'ouest', 'zoo']);
      for (const [word, index] of Object.entries({ FÊTE: 2, fete: 2, oeuvre: 4, Œuv: 4 })) {
        const matches = await listInFrench(kind, ids, `&search=${encodeURIComponent(word)}`);
        expect(matches.map(({ id }) => id)).toEqual([ids[index]]);
      }
      const path = `${kind.path}/${ids[4]}`;
      const { status, body } = await requestInFrench('DELETE', `${path}?ml_scope=translation`);
      expect([status, body['ml_language'], body[kind.titleField]]).toEqual([200, 'ca', 'Abans Œuvre']);
      const response = await requestInFrench('GET', `${path}?ml_fallback=none`);
      expect(response.body).toMatchObject({ code: 'translation_not_found', title: '[fr] Translation not found' });
      expect(await listInFrench(kind, ids, '&search=oeuvre')).toMatchObject([{ ml_language: 'ca' }]);
    });
  });

  it('is selected by path, Accept-Language or ml_language, and messages are in French (3.1, 3.10)', async () => {
    const list = '/calendar/events/v1/tags?page=x';
    const frenchHeaders = { 'Accept-Language': 'fr-CA, es;q=0.5' };
    const invalid = { title: '[fr] Invalid parameter', params: { page: '[fr] Must be a whole number.' } };
    const cases = [
      [await request('GET', '/FR/calendar/events/v1/events/0'), { title: '[fr] Event not found' }],
      [await request('GET', '/fr/calendar/nowhere'), { title: '[fr] Address not found' }],
      [await request('GET', list, undefined, frenchHeaders), invalid],
      [await request('GET', `${list}&ml_language=FR`), invalid],
    ] as const;
    for (const [response, expected] of cases) {
      expect(response.body).toMatchObject(expected);
      expect(response.headers['content-language']).toBe('fr');
    }
    const unknown = await request('GET', '/calendar/events/v1/tags?ml_language=de', undefined, frenchHeaders);
    expect(unknown.body['params']).toEqual({ ml_language: '[fr] Must be one of these values: ca, en, es, fr.' });
    const event = await requestInFrench('POST', 'events', { title: 'Rien', ...upcomingDates(), cost: ['0 €', '5 €'] });
    expect(event.body).toMatchObject({ cost: '[fr] Free – 5 €', ml_language: 'fr' });
  });

  it('is the language of the descriptions in the index and API document (3.10, 10.1, 10.2)', async () => {
    const document = await requestInFrench('GET', 'doc');
    const texts = descriptionsIn(document.body);
    expect(texts.length).toBeGreaterThan(500);
    // The descriptions of errors are a list with one entry per code.
    const parts = texts.flatMap((text) => text.split(/^`\w+`: |\n\n`\w+`: /).filter(Boolean));
    const unprefixed = parts.filter((text) => !text.startsWith('[fr] '));
    expect(unprefixed).toEqual(['Français', 'Català', 'English', 'Español']);
    expect(texts).toContainEqual(expect.stringContaining(' catalan, anglais, espagnol et français.'));
    expect(texts).toContainEqual(expect.stringContaining('(`/ca`, `/en`, `/es`, `/fr`)'));
    const { routes } = (await request('GET', '/fr/calendar/events/v1')).body as {
      routes: Record<string, { endpoints: { args: Record<string, { enum?: string[]; description: string }> }[] }>;
    };
    const argument = routes['/calendar/events/v1/events']?.endpoints[0]?.args['ml_language'];
    expect([argument?.enum, argument?.description.slice(0, 14)]).toEqual([['ca', 'en', 'es', 'fr'], '[fr] Language ']);
    expect((await request('GET', '/fr/docs')).text).toContain('<html lang="fr">');
  });

  it('becomes the default language after a restart with DEFAULT_LANGUAGE=fr (3.2, 3.10)', async () => {
    const otherDatabase = await createTestDatabase();
    const before = await startServiceClient(otherDatabase.url, {}, folder);
    const translated = await createTranslated(before.request, TAGS, { ca: 'Dos', fr: 'Deux' });
    const untranslated = await createTranslated(before.request, TAGS, { ca: 'Tres', en: 'Three' });
    const ids = [translated, untranslated];
    const paths = ids.flatMap((id) => ['', '?ml_language=es'].map((query) => `${TAGS.path}/${id}${query}`));
    const served = (send: SendRequest) =>
      Promise.all(paths.map(async (path) => (await send('GET', `/calendar/events/v1/${path}`)).body['ml_language']));
    expect(await served(before.request)).toEqual(['ca', 'ca', 'en', 'en']);
    await before.stop();
    const after = await startServiceClient(otherDatabase.url, { DEFAULT_LANGUAGE: 'fr' }, folder);
    expect(await served(after.request)).toEqual(['fr', 'fr', 'ca', 'ca']);
    const missing = await after.request('GET', '/calendar/events/v1/tags/0');
    expect(missing.body).toMatchObject({ title: '[fr] Tag not found' });
    await after.stop();
    await otherDatabase.drop();
  });

  it('is still served after its removal if a record has no other translation (3.2, 3.4)', async () => {
    const otherDatabase = await createTestDatabase();
    const before = await startServiceClient(otherDatabase.url, {}, folder);
    const onlyFrench = await createTranslated(before.request, TAGS, { fr: 'Seul' });
    const frenchAndSpanish = await createTranslated(before.request, TAGS, { fr: 'Deux', es: 'Dos' });
    await before.stop();
    const after = await startServiceClient(otherDatabase.url);
    // The raw client does not validate responses: the API document has no schema for a removed language.
    const read = (path: string) => rawRequest(after.origin, { method: 'GET', path: `/calendar/events/v1/${path}` });
    for (const [id, name, ml_language] of [
      [onlyFrench, 'Seul', 'fr'],
      [frenchAndSpanish, 'Dos', 'es'],
    ] as const) {
      const { body, headers } = await read(`tags/${id}`);
      expect(body).toMatchObject({ name, ml_language });
      expect(headers['content-language']).toBe(ml_language);
    }
    const { body } = await read('tags?hide_empty=false');
    expect(body['tags']).toMatchObject([{ name: 'Dos' }, { name: 'Seul', ml_language: 'fr' }]);
    await after.stop();
    await otherDatabase.drop();
  });
});
