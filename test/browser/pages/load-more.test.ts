import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startTestCalendar, type TestCalendar } from '../../support/calendar/test-calendar.js';
import { createRecord } from '../../support/records/kinds.js';
import { upcomingDates } from '../../support/records/records.js';
import { describeInBrowser, openBrowser, openWatchedPage, type WatchedPage } from '../browser.js';

/** Days from now of the events. A page has three: the second page continues a day. */
const DAYS = [1, 2, 2, 2, 3, 4, 5];

describeInBrowser('List with more pages', () => {
  let calendar: TestCalendar;
  let browser: Browser;
  let watched: WatchedPage;
  beforeAll(async () => {
    calendar = await startTestCalendar({ MAX_PER_PAGE: '3' });
    browser = await openBrowser();
    for (const [index, days] of DAYS.entries())
      await createRecord(calendar, 'events', { title: `Event ${index}`, ...upcomingDates(days) });
  });
  afterAll(async () => {
    await browser.close();
    await calendar.close();
  });
  afterEach(async () => {
    await watched.close();
    expect(watched.problems).toEqual([]);
  });

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    watched = await openWatchedPage(browser, calendar.origin, options);
    await watched.page.goto(`${calendar.origin}/en/agenda`);
    return watched.page;
  }

  const titlesByDay = (page: Page) =>
    page.evaluate<string[][]>(
      `[...document.querySelectorAll('main .day')].map((day) => [...day.querySelectorAll('article h3')].map((title) => title.textContent))`,
    );

  it('appends the next page at its link, continues the last day, announces that, and focuses the first new event (17.19)', async () => {
    const page = await open();
    const more = page.locator('a[rel="next"]');
    await more.focus();
    await page.keyboard.press('Enter');
    await page.locator('article').nth(5).waitFor();
    expect(await titlesByDay(page)).toEqual([['Event 0'], ['Event 1', 'Event 2', 'Event 3'], ['Event 4'], ['Event 5']]);
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Event 3');
    await page.getByRole('status').getByText('More events have been added to the list.').waitFor();
    await more.click();
    await page.locator('article').nth(6).waitFor();
    expect(await more.count()).toBe(0);
    expect(page.url()).toBe(`${calendar.origin}/en/agenda`);
  });

  it('opens the next page if it cannot be loaded in place (17.19)', async () => {
    const page = await open();
    await page.route('**/agenda?after=*', (route) =>
      route.request().resourceType() === 'fetch' ? route.fulfill({ status: 503 }) : route.continue(),
    );
    await page.locator('a[rel="next"]').click();
    await page.waitForURL(/\?after=/);
    expect(await page.locator('article').count()).toBe(3);
    expect((watched.problems as string[]).splice(0)).toContainEqual(expect.stringContaining('503'));
  });

  it('without script has links to the pages (17.19)', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.locator('a[rel="next"]').click();
    await page.waitForURL(/\?after=/);
    await page.locator('a[rel="next"]').click();
    await page.getByRole('link', { name: /^Event 6/ }).waitFor();
  });
});
