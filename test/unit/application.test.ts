import { describe, expect, it } from 'vitest';
import { CalendarModule } from '../../src/calendar.module.js';
import { PagesModule } from '../../src/pages/pages.module.js';
import { readConfiguration } from '../../src/kernel/config/configuration.js';
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

/** The entity tag of a calendar file without events, with these settings. */
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
  const settings = [
    {},
    { EVENT_URL_TEMPLATE: 'https://agenda.example/{slug}' },
    { DEFAULT_LANGUAGE: 'es' },
    { PAGES_ROOT: '/que-fem' },
  ];
  const tags = await Promise.all(settings.map(tagWith));
  expect(new Set(tags).size).toBe(settings.length);
  expect(await tagWith({})).toBe(tags[0]);
});
