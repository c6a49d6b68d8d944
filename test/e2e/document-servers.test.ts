import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationsIn, type ServedDocument } from '../support/document/served-document.js';
import { requestWithLanguage, type LanguageSources } from '../support/languages/language-sources.js';
import { LANGUAGES, type Language } from '../support/languages/languages.js';
import { rawRequest } from '../support/requests/raw-request.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const PUBLIC_URL = 'https://agenda.example';
const REST_ROOT = '/wp-json';
const DOCUMENT = '/calendar/events/v1/doc';
const OWN_NAMES: Readonly<Record<Language, string>> = { ca: 'Català', en: 'English', es: 'Español' };

let plain: TestCalendar;
let behindProxy: TestCalendar;
beforeAll(async () => {
  [plain, behindProxy] = await Promise.all([startTestCalendar(), startTestCalendar({ REST_ROOT, PUBLIC_URL })]);
});
afterAll(() => Promise.all([plain.close(), behindProxy.close()]));

async function documentAsked(calendar: TestCalendar, path: string, sources: LanguageSources): Promise<ServedDocument> {
  const { path: address, headers } = requestWithLanguage(path, sources);
  const { body } = await rawRequest(calendar.origin, { method: 'GET', path: address, headers });
  return body as unknown as ServedDocument;
}

const urlsOf = ({ servers }: ServedDocument) => servers.map(({ url }) => url);
const others = (language: Language) => LANGUAGES.filter((each) => each !== language);

describe.each(LANGUAGES)('Servers of the OpenAPI document in %s', (language) => {
  const [other = 'ca'] = others(language);

  it.each([
    ['the parameter', { query: language, accepted: other }],
    ['the segment', { segment: language, accepted: other }],
    ['both', { query: language, segment: other }],
  ] as const)('begin with that language if the request names it with %s (10.2)', async (_how, sources) => {
    const { servers } = await documentAsked(plain, DOCUMENT, sources);
    const named = [language, ...others(language)].map((each) => [`${plain.origin}/${each}`, OWN_NAMES[each]]);
    expect(servers.map(({ url, description }) => [url, description]).slice(0, 3)).toEqual(named);
    expect(servers.map(({ url }) => url).slice(3)).toEqual([plain.origin]);
  });

  it.each([
    ['Accept-Language prefers it', { accepted: language }],
    ['no source names a language', {}],
  ] as const)('begin with the URL without a language segment if %s (10.2)', async (_how, sources) => {
    const document = await documentAsked(plain, DOCUMENT, sources);
    expect(urlsOf(document)).toEqual([plain.origin, ...LANGUAGES.map((each) => `${plain.origin}/${each}`)]);
  });

  it('serve the API, the first one in the language of the document (10.2)', async () => {
    for (const [calendar, root, sources] of [
      [plain, '', { query: language }],
      [plain, '', { accepted: language }],
      [behindProxy, REST_ROOT, { segment: language }],
    ] as const) {
      const { servers } = await documentAsked(calendar, `${root}${DOCUMENT}`, sources);
      for (const [index, { url }] of servers.entries()) {
        const path = url.replace(PUBLIC_URL, '').replace(calendar.origin, '');
        const accepted = 'accepted' in sources ? { 'Accept-Language': sources.accepted } : {};
        const request = { method: 'GET', path: `${path}/calendar/events/v1/events`, headers: accepted };
        const { status, headers } = await rawRequest(calendar.origin, request);
        const served = index === 0 ? language : (/\/(ca|en|es)\b/.exec(path)?.[1] ?? headers['content-language']);
        expect([url, status, headers['content-language']]).toEqual([url, 200, served]);
      }
    }
  });
});

describe('OpenAPI document', () => {
  it('has only public URLs, with REST_ROOT in its servers and not in its paths (10.2)', async () => {
    const document = await documentAsked(behindProxy, `${REST_ROOT}${DOCUMENT}`, { query: 'en' });
    const segments = ['/en', '/ca', '/es', ''];
    expect(urlsOf(document)).toEqual(segments.map((segment) => `${PUBLIC_URL}${segment}${REST_ROOT}`));
    expect(operationsIn(document).every(({ path }) => path.startsWith('/calendar/'))).toBe(true);
    expect(JSON.stringify(document)).not.toContain(behindProxy.origin);
  });
});
