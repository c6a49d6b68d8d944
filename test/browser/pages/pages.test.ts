import { beforeAll, expect, it } from 'vitest';
import type { Request } from 'playwright-core';
import { axeViolations, describeInBrowser, horizontalOverflow, useBrowser } from '../browser.js';
import { useTestCalendar } from '../../support/calendar/use-test-calendar.js';
import { casesByRunMode } from '../../support/run/run-mode.js';
import { LANGUAGES } from '../../support/languages/languages.js';
import { createRecord } from '../../support/records/kinds.js';
import { EVENT_PASSWORD } from '../../support/records/protected-events.js';
import { upcomingDates } from '../../support/records/records.js';

const EVENT_DATES = upcomingDates(3);
const DAY = EVENT_DATES.start_date.slice(0, 10);

/** Every view. Its path follows the language segment and the root of the pages. */
const VIEWS: readonly (readonly [view: string, path: string, status?: number])[] = [
  ['list', ''],
  ['filtered list', '?search=concert&featured=true&categories=musica'],
  ['empty list', '?search=nothing'],
  ['rejected filters', '?free=maybe&tags=unknown&categories=unknown', 400],
  ['unknown address', '/unknown', 404],
  ['month', '/month'],
  ['week', '/week'],
  ['day', `/day/${DAY}`],
  ['map', '/map'],
  ['event', '/event/concert'],
  ['protected event', '/event/protegit'],
  ['venue', '/venue/auditori'],
  ['organizer', '/organizer/ajuntament'],
  ['category', '/category/musica'],
  ['tag', '/tag/nit'],
  ['embed', '/embed?view=list'],
  ['embedded month', '/embed?view=month&theme=dark'],
];
const WIDTHS = [320, 768, 1280];
const SCHEMES = ['light', 'dark'] as const;

/** Each view in each language, scheme and width. The short run has one case of each view, and three of the list. */
const CASES = VIEWS.flatMap(([view, path, status = 200]) =>
  LANGUAGES.flatMap((language) =>
    SCHEMES.flatMap((scheme) => WIDTHS.map((width) => ({ view, path, status, language, scheme, width }))),
  ),
);
const SHORT_CASES = ['ca light 320', 'en dark 1280', 'es dark 768'];

describeInBrowser('Public pages', () => {
  const calendar = useTestCalendar();
  const { open, takeProblems } = useBrowser();
  beforeAll(async () => {
    const { text } = await calendar.request('GET', '/en/agenda');
    const [, icon] = /rel="icon" href="([^"]+)"/.exec(text) ?? [];
    await createRecord(calendar, 'events', {
      ...EVENT_DATES,
      title: 'Concert',
      featured: true,
      categories: ['Música'],
      tags: ['Nit'],
      organizer: [{ organizer: 'Ajuntament' }],
      venue: [{ venue: 'Auditori', city: 'Reus' }],
      cost: '12 €',
      image: { url: `${calendar.origin}${icon}`, alt: 'Orquestra' },
    });
    await createRecord(calendar, 'events', { ...EVENT_DATES, title: 'Concert', event_status: 'cancelled' });
    await createRecord(calendar, 'events', { ...upcomingDates(4), title: 'Protegit', password: EVENT_PASSWORD });
    await createRecord(calendar, 'events', { ...upcomingDates(5), title: 'x'.repeat(500), cost: '0', all_day: true });
  });

  const cases = casesByRunMode(CASES, ({ view, language, scheme, width }) => {
    const index = SHORT_CASES.indexOf(`${language} ${scheme} ${width}`);
    return index !== -1 && (view === 'list' || VIEWS.findIndex(([name]) => name === view) % 3 === index);
  });
  it.each(cases)(
    '$view in $language, $scheme, $width px: no axe violation, console error, foreign request or overflow (17.20, 17.21, 17.23)',
    async ({ path, status, language, scheme, width }) => {
      const options = { colorScheme: scheme, viewport: { width, height: 900 } };
      const page = await open(calendar.origin, options);
      const response = await page.goto(`${calendar.origin}/${language}/agenda${path}`);
      expect(response?.status()).toBe(status);
      expect(await horizontalOverflow(page)).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
      expect(takeProblems().filter((problem) => !problem.includes(`status of ${status}`))).toEqual([]);
    },
  );

  it('prints black on white, without navigation, with a dark scheme (17.25)', async () => {
    const page = await open(calendar.origin, { colorScheme: 'dark' });
    await page.goto(`${calendar.origin}/en/agenda`);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const styles = `(() => { const { color, backgroundColor } = getComputedStyle(document.body); return [color, backgroundColor]; })()`;
    expect(await page.evaluate(styles)).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    expect(await page.locator('nav:visible, form:visible').count()).toBe(0);
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.event')).breakInside`)).toBe('avoid');
  });

  it('does not overflow with wider text spacing, and shows its headings without styles and images (17.19, 17.23)', async () => {
    const page = await open(calendar.origin, { viewport: { width: 320, height: 900 } });
    await page.goto(`${calendar.origin}/en/agenda`);
    const spacing = `for (const element of document.querySelectorAll('*')) Object.assign(element.style, { lineHeight: 1.5, letterSpacing: '.12em', wordSpacing: '.16em' });`;
    await page.evaluate(spacing);
    expect(await horizontalOverflow(page)).toBe(0);
    await page.evaluate(
      `document.querySelectorAll('link[rel=stylesheet], img').forEach((element) => element.remove())`,
    );
    const headings = await page.locator('h1, h2, h3').allInnerTexts();
    const day: unknown = expect.stringMatching(/^[A-Z][a-z]+day \d+ [A-Z]/);
    expect(headings.slice(0, 2)).toEqual(['What’s on', day]);
  });

  it('loads a list of 50 events with at most 4 requests and 30 KB, not counting images', async () => {
    const venue = [{ venue: 'Biblioteca', city: 'Reus' }];
    const create = (_: unknown, index: number) =>
      createRecord(calendar, 'events', {
        ...upcomingDates(index),
        title: `Talk ${index}`,
        venue,
        categories: ['Xerrada'],
      });
    await Promise.all(Array.from({ length: 50 }, create));
    const page = await open(calendar.origin);
    const requests: Request[] = [];
    page.on('requestfinished', (request) => request.resourceType() !== 'image' && requests.push(request));
    await page.goto(`${calendar.origin}/en/agenda`, { waitUntil: 'networkidle' });
    expect(await page.locator('article').count()).toBe(50);
    const sizes = await Promise.all(requests.map((request) => request.sizes()));
    expect(requests.length).toBeLessThanOrEqual(4);
    const bytes = sizes.map(({ responseHeadersSize, responseBodySize }) => responseHeadersSize + responseBodySize);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(30_000);
  });
});
