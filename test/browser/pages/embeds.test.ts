import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BrowserContextOptions, Frame, Page } from 'playwright-core';
import { startTestCalendar, type TestCalendar } from '../../support/calendar/test-calendar.js';
import { createRecord } from '../../support/records/kinds.js';
import { upcomingDates } from '../../support/records/records.js';
import { axeViolations, describeInBrowser, horizontalOverflow, useBrowser } from '../browser.js';
import { serveSite, type StaticSite } from './static-site.js';

const FORGED_HEIGHT = 4444;

describeInBrowser('Embed', () => {
  const browser = useBrowser();
  let calendar: TestCalendar;
  /** Sites with pages that show the HTML of the parameter `body`. Only the first site may embed the calendar. */
  let sites: StaticSite[];
  beforeAll(async () => {
    sites = await Promise.all([serveEmbeddingSite(), serveEmbeddingSite()]);
    calendar = await startTestCalendar({ PAGES_EMBED: sites[0]?.origin, MAX_PER_PAGE: '3' });
    for (const [index, category] of ['Food', 'Food', 'Sports', 'Sports', 'Sports'].entries()) {
      const fields = { title: `Event ${index}`, categories: [category] };
      await createRecord(calendar, 'events', { ...fields, ...upcomingDates(index + 1) });
    }
  });
  afterAll(async () => {
    await calendar.close();
    for (const site of sites) site.close();
  });

  /** A site with a policy that allows the service's script and frames, and nothing inline. */
  const serveEmbeddingSite = () =>
    serveSite((path) => {
      const { searchParams } = new URL(path, 'http://site');
      const body = searchParams.get('body') ?? '';
      const { origin } = calendar;
      const policy = `default-src 'none'; script-src ${origin}; img-src data:; frame-src 'self' ${origin}`;
      const script = `<script type="module" src="${origin}/agenda/embed.js"></script>`;
      const html = `<!doctype html><html lang="en" dir="${searchParams.get('dir') ?? 'ltr'}"><title>Site</title><link rel="icon" href="data:,">${script}<main><h1>Site</h1>${body}</main></html>`;
      return { body: html, headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': policy } };
    });

  const embed = (attributes = 'lang="en"') =>
    `<calendar-events ${attributes}><a href="${calendar.origin}/en/agenda">Agenda</a></calendar-events>`;

  async function open(body: string, options: BrowserContextOptions & { site?: number; dir?: string } = {}) {
    const { site = 0, dir = 'ltr', ...contextOptions } = options;
    const origin = String(sites[site]?.origin);
    const page = await browser.open([origin, calendar.origin], contextOptions);
    await page.goto(`${origin}/?${new URLSearchParams({ body, dir }).toString()}`);
    return page;
  }

  const frameElement = (page: Page, index = 0) => page.locator('calendar-events').nth(index).locator('iframe');

  /** Waits until an embed has a height, and returns its frame. */
  async function shownFrame(page: Page, index = 0): Promise<Frame> {
    const element = frameElement(page, index);
    await element.and(page.locator('iframe[style*="height"]')).waitFor();
    return (await (await element.elementHandle())?.contentFrame()) as Frame;
  }

  const heightOf = (page: Page, index = 0) =>
    frameElement(page, index).evaluate((frame) => (frame as unknown as { clientHeight: number }).clientHeight);
  const contentHeightOf = (frame: Frame) =>
    frame.evaluate<number>('Math.ceil(document.documentElement.getBoundingClientRect().height)');

  it('of an allowed site is a titled frame as high as its content; the link disappears (17.27, 17.28)', async () => {
    const page = await open(embed('lang="ca" categories="food" theme="dark"'));
    const frame = await shownFrame(page);
    expect(await heightOf(page)).toBe(await contentHeightOf(frame));
    expect(await frame.locator('article').count()).toBe(2);
    expect(frame.url()).toBe(`${calendar.origin}/ca/agenda/embed?theme=dark&categories=food`);
    const attributes = ['title', 'loading', 'sandbox'].map((name) => frameElement(page).getAttribute(name));
    expect(await Promise.all(attributes)).toEqual([
      'Agenda d’esdeveniments · food',
      'lazy',
      'allow-scripts allow-same-origin allow-forms allow-popups allow-top-navigation-by-user-activation',
    ]);
    expect(await page.locator('calendar-events > a').isVisible()).toBe(false);
    expect(await frame.evaluate<string>('getComputedStyle(document.documentElement).colorScheme')).toBe('dark');
    expect(await page.evaluate<number>('localStorage.length + sessionStorage.length + document.cookie.length')).toBe(0);
  });

  it('follows a changed attribute, and its links open in the top window (17.27)', async () => {
    const page = await open(embed('lang="en" categories="food"'));
    await shownFrame(page);
    await page.evaluate(`document.querySelector('calendar-events').setAttribute('categories', 'sports')`);
    await page.locator(`calendar-events iframe[src$="categories=sports"]`).waitFor();
    const frame = await shownFrame(page);
    await frame.locator('article a').first().click();
    await page.waitForURL(/\/en\/agenda\/event\/event-2/);
  });

  it('loads more events in place, and becomes higher (17.19, 17.28)', async () => {
    const page = await open(embed());
    const frame = await shownFrame(page);
    const before = await heightOf(page);
    await frame.locator('a[rel="next"]').click();
    await frame.locator('article').nth(4).waitFor();
    const link = frame.locator('article a').last();
    expect(await link.getAttribute('target')).toBe('_top');
    await page.waitForFunction(
      `document.querySelector('calendar-events').shadowRoot.querySelector('iframe').clientHeight > ${before}`,
    );
    expect(await heightOf(page)).toBe(await contentHeightOf(frame));
  });

  it('twice on a page has two frames, each with its own height and title (17.28)', async () => {
    const page = await open(embed('lang="en" categories="food"') + embed('lang="en" categories="sports"'));
    const frames = [await shownFrame(page, 0), await shownFrame(page, 1)];
    const heights = [await heightOf(page, 0), await heightOf(page, 1)];
    expect(heights[0]).toBeLessThan(heights[1] ?? 0);
    expect(heights).toEqual(await Promise.all(frames.map(contentHeightOf)));
    expect(await axeViolations(page)).toEqual([]);
  });

  it('ignores forged messages and invalid heights, and limits the height (17.28)', async () => {
    const page = await open(`${embed()}<iframe title="Other" src="/?body=other"></iframe>`);
    const frame = await shownFrame(page);
    const height = await heightOf(page);
    const send = `postMessage({ calendarEventsHeight: ${FORGED_HEIGHT} }, '*')`;
    await page.evaluate(send);
    await page.evaluate(
      `document.querySelector('calendar-events').shadowRoot.querySelector('iframe').contentWindow.${send}`,
    );
    const otherFrame = page.frames().find((candidate) => candidate.url().endsWith('other'));
    await otherFrame?.evaluate(`parent.${send}`);
    for (const value of [`'${FORGED_HEIGHT}'`, 'NaN', 'null', '{}'])
      await frame.evaluate(
        `parent.postMessage({ calendarEventsHeight: ${value} }, '*'); parent.postMessage(${value}, '*')`,
      );
    await frame.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    expect(await heightOf(page)).toBe(height);
    await frame.evaluate(`parent.postMessage({ calendarEventsHeight: 1e9 }, '*')`);
    await page.waitForFunction(
      `document.querySelector('calendar-events').shadowRoot.querySelector('iframe').style.height === '50000px'`,
    );
  });

  it('on a narrow right-to-left page fits the width and stays left-to-right (17.28)', async () => {
    const page = await open(embed(), { dir: 'rtl', viewport: { width: 320, height: 640 } });
    const frame = await shownFrame(page);
    expect(await horizontalOverflow(page)).toBe(0);
    expect(await frame.evaluate<string>('getComputedStyle(document.body).direction')).toBe('ltr');
    expect(await frame.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });

  it('of a site that is not in PAGES_EMBED stays a link (17.27)', async () => {
    const page = await open(embed(), { site: 1 });
    await page.locator('calendar-events iframe').waitFor();
    await page.waitForTimeout(500);
    expect(await page.locator('calendar-events > a').isVisible()).toBe(true);
    expect(browser.takeProblems()).toContainEqual(expect.stringMatching(/frame-ancestors/));
  });

  it('without script is a link (17.28)', async () => {
    const page = await open(embed(), { javaScriptEnabled: false });
    expect(await page.locator('calendar-events > a').isVisible()).toBe(true);
    expect(await page.locator('iframe').count()).toBe(0);
  });
});
