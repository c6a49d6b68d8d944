import { expect, it } from 'vitest';
import { CalendarFiles } from '../../../../src/feeds/calendar-files.js';
import { FeedSettings } from '../../../../src/feeds/feed-settings.js';
import { readConfiguration } from '../../../../src/kernel/config/configuration.js';

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
