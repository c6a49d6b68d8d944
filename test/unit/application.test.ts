import { describe, expect, it, vi } from 'vitest';
import { CalendarModule } from '../../src/calendar.module.js';
import { PagesModule } from '../../src/pages/pages.module.js';
import { LANGUAGES, type Language } from '../../src/kernel/language/languages.js';
import type { Messages } from '../../src/kernel/language/messages.js';
import { readConfiguration } from '../../src/kernel/config/configuration.js';
import { ApiDocument } from '../../src/openapi/document/api-document.js';
import type { DocumentTemplate } from '../../src/openapi/document/document-template.js';
import { CalendarFiles } from '../../src/feeds/calendar-files.js';
import { FeedSettings } from '../../src/feeds/feed-settings.js';

describe('CalendarModule.forRoot', () => {
  it.each([
    [undefined, {}, false],
    [undefined, { PAGES: 'true' }, false],
    [true, {}, true],
    [true, { PAGES: 'false' }, false],
  ])('with pages %s and the environment %j has the module of the pages: %s (17.4)', (pages, environment, expected) => {
    const { imports } = CalendarModule.forRoot({ environment, ...(pages === undefined ? {} : { pages }) });
    expect(imports?.includes(PagesModule)).toBe(expected);
  });
});

/** A document with a title and no operations, of a service below `/wp-json`. */
function documentWithTitle() {
  const translate = vi.fn((language: Language, { key }: { key: string }) => `${key} in ${language}`);
  const document = { info: { title: 'operations.document.title' }, paths: {}, components: { parameters: {} } };
  const template = { document };
  const configuration = readConfiguration({ REST_ROOT: '/wp-json' });
  return {
    document: new ApiDocument(
      template as unknown as DocumentTemplate,
      { translate } as unknown as Messages,
      configuration,
    ),
    translate,
  };
}

describe('API document', () => {
  it('is translated once per language, at the first request in that language (10.2)', () => {
    const { document, translate } = documentWithTitle();
    expect(translate).not.toHaveBeenCalled();
    for (const language of [...LANGUAGES, ...LANGUAGES]) {
      expect(document.forLanguage(language)).toBe(document.forLanguage(language));
      expect(document.forLanguage(language).info.title).toBe(`operations.document.title in ${language}`);
    }
    expect(translate.mock.calls.map(([language]) => language)).toEqual(LANGUAGES);
  });
});

/** The entity tag of a file of no events, in a calendar with these settings. */
async function tagWith(environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const settings = new FeedSettings(
    readConfiguration({ FEED_NAME: 'Agenda', ...environment }),
    {} as never,
    {} as never,
    { uuid: () => Promise.resolve('') } as never,
  );
  const events = { summarize: () => Promise.resolve({ total: 0, zones: [], revision: '', expires: [] }) };
  const files = new CalendarFiles(
    events as never,
    settings,
    {} as never,
    { referenceTime: { nowMs: 0, zone: 'UTC' } } as never,
  );
  const context = { principal: {}, language: { requested: 'ca' } };
  const file = await files.list(
    context as never,
    { include: [1], styled: false } as never,
    'https://agenda.example/events.ics',
  );
  return file.headers['ETag'];
}

it('The entity tag of a calendar file differs by the settings that its events depend on (13.20)', async () => {
  const settings = [{}, { EVENT_URL_TEMPLATE: 'https://agenda.example/{slug}' }, { DEFAULT_LANGUAGE: 'es' }];
  const tags = await Promise.all(settings.map(tagWith));
  expect(new Set(tags).size).toBe(settings.length);
  expect(await tagWith({})).toBe(tags[0]);
});
