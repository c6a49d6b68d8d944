import { beforeAll, expect, it } from 'vitest';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { useTestCalendar } from '../../support/calendar/use-test-calendar.js';
import { createRecord } from '../../support/records/kinds.js';
import { EVENT_PASSWORD } from '../../support/records/protected-events.js';
import { upcomingDates } from '../../support/records/records.js';
import { describeInBrowser, useBrowser } from '../browser.js';

/** Days from now of the listed events. A page has three: the second page continues a day. */
const LISTED_DAYS = [1, 2, 2, 2, 3, 4, 5];
/** Days with events in March and April 2021. March starts on a Monday. */
const PAST_DAYS = ['2021-03-02', '2021-03-02', '2021-03-04', '2021-03-09', '2021-03-16', '2021-04-01'];
const FULL_DAY = '2021-05-05';
const SECRET = 'Bring a score';

describeInBrowser('Public pages', () => {
  const calendar = useTestCalendar({ MAX_PER_PAGE: '3' });
  const browser = useBrowser();
  beforeAll(async () => {
    for (const [index, days] of LISTED_DAYS.entries())
      await createRecord(calendar, 'events', { title: `Event ${index}`, ...upcomingDates(days) });
    for (const [index, day] of [...PAST_DAYS, ...Array.from({ length: 4 }, () => FULL_DAY)].entries()) {
      const dates = { start_date: `${day} 1${index}:00:00`, end_date: `${day} 1${index}:30:00` };
      await createRecord(calendar, 'events', { title: `Past ${index}`, ...dates });
    }
    const fields = { title: 'Rehearsal', description: SECRET, password: EVENT_PASSWORD, hide_from_listings: true };
    await createRecord(calendar, 'events', { ...fields, ...upcomingDates() });
  });

  async function open(path = '', options: BrowserContextOptions = {}): Promise<Page> {
    const page = await browser.open(calendar.origin, options);
    await page.goto(`${calendar.origin}/en/agenda${path}`);
    return page;
  }

  const focusedText = (page: Page) => page.evaluate<string>('document.activeElement.textContent');
  /** Like the back button. The timer lets the evaluation end before the page does. */
  const goBack = (page: Page) => page.evaluate('setTimeout(() => history.back())');
  const titlesByDay = (page: Page) =>
    page.evaluate<string[][]>(
      `[...document.querySelectorAll('main .day')].map((day) => [...day.querySelectorAll('article h3')].map((title) => title.textContent))`,
    );

  it('append the next page of a list, continue its last day, announce that, and focus the first new event (17.19)', async () => {
    const page = await open();
    const more = page.locator('a[rel="next"]');
    await more.focus();
    await page.keyboard.press('Enter');
    await page.locator('article').nth(5).waitFor();
    expect(await titlesByDay(page)).toEqual([['Event 0'], ['Event 1', 'Event 2', 'Event 3'], ['Event 4'], ['Event 5']]);
    expect(await focusedText(page)).toBe('Event 3');
    await page.getByRole('status').getByText('More events have been added to the list.').waitFor();
    await more.click();
    await page.locator('article').nth(6).waitFor();
    expect(await more.count()).toBe(0);
    expect(page.url()).toBe(`${calendar.origin}/en/agenda`);
  });

  it('append the next events of a day (17.19)', async () => {
    const page = await open(`/day/${FULL_DAY}`);
    await page.locator('a[rel="next"][data-loaded]').click();
    await page.locator('article').nth(3).waitFor();
    expect(await page.locator('article h3').allTextContents()).toEqual(['Past 6', 'Past 7', 'Past 8', 'Past 9']);
    expect(page.url()).toBe(`${calendar.origin}/en/agenda/day/${FULL_DAY}`);
  });

  it('open the next page of a list if it cannot be loaded in place (17.19)', async () => {
    const page = await open();
    await page.route('**/agenda?after=*', (route) =>
      route.request().resourceType() === 'fetch' ? route.fulfill({ status: 503 }) : route.continue(),
    );
    await page.locator('a[rel="next"]').click();
    await page.waitForURL(/\?after=/);
    expect(await page.locator('article').count()).toBe(3);
    expect(browser.takeProblems()).toContainEqual(expect.stringContaining('503'));
  });

  it('link to the next page of a list without script (17.19)', async () => {
    const page = await open('', { javaScriptEnabled: false });
    for (let pages = 0; pages < 2; pages += 1) {
      await page.locator('a[rel="next"]').click();
      await page.waitForURL(/\?after=/);
    }
    await page.getByRole('link', { name: /^Event 6/ }).waitFor();
  });

  it('move through a month by arrow keys, Home, End, PageUp and PageDown (17.19)', async () => {
    const page = await open('/month/2021-03');
    await page.locator('td a').first().focus();
    const visited = [];
    for (const key of ['Down', 'Down', 'Down', 'Up', 'Left', 'Right', 'Right', 'Right', 'Up', 'Up']) {
      await page.keyboard.press(`Arrow${key}`);
      visited.push(await focusedText(page));
    }
    const expected = [1, 3, 4, 3, 2, 3, 4, 5, 2, 2];
    expect(visited).toEqual(expected.map((index) => `Past ${index}`));
    await page.keyboard.press('Home');
    expect(await focusedText(page)).toBe('Past 0');
    await page.keyboard.press('End');
    expect(await focusedText(page)).toBe('Past 2');
    await page.keyboard.press('PageDown');
    await page.waitForURL('**/month/2021-04');
    await page.locator('td a').first().focus();
    await page.keyboard.press('PageUp');
    await page.waitForURL('**/month/2021-03');
  });

  it('show a protected event for its password once: the back button shows nothing (17.10)', async () => {
    const page = await open('/event/rehearsal');
    await page.getByLabel('Password').fill(EVENT_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText(SECRET).waitFor();
    await page.locator('header a').first().click();
    await page.waitForURL(`${calendar.origin}/en/agenda`);
    // The browser does not send the form again.
    const failed = page.waitForEvent('requestfailed', (request) => request.isNavigationRequest());
    await goBack(page);
    await failed;
    await page.waitForURL('chrome-error://**');
    expect(browser.takeProblems()).toContainEqual(expect.stringMatching(/^failed: .*\/event\/rehearsal$/));
    await goBack(page);
    await page.getByLabel('Password').waitFor();
    expect([await page.getByLabel('Password').inputValue(), await page.getByText(SECRET).count()]).toEqual(['', 0]);
  });
});
