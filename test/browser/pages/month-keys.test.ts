import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { startTestCalendar, type TestCalendar } from '../../support/calendar/test-calendar.js';
import { createRecord } from '../../support/records/kinds.js';
import { describeInBrowser, openBrowser, openWatchedPage } from '../browser.js';

/** Days of March 2027 with events. The month starts on a Monday. */
const DAYS = ['2027-03-02', '2027-03-02', '2027-03-04', '2027-03-09', '2027-03-16', '2027-04-01'];

describeInBrowser('Month', () => {
  let calendar: TestCalendar;
  let browser: Browser;
  beforeAll(async () => {
    calendar = await startTestCalendar();
    browser = await openBrowser();
    for (const [index, day] of DAYS.entries())
      await createRecord(calendar, 'events', {
        title: `Event ${index}`,
        start_date: `${day} 1${index}:00:00`,
        end_date: `${day} 1${index}:30:00`,
      });
  });
  afterAll(async () => {
    await browser.close();
    await calendar.close();
  });

  const focusedText = (page: Page) => page.evaluate<string>('document.activeElement.textContent');

  it('is operated by arrow keys, Home, End, PageUp and PageDown (17.19)', async () => {
    const { page, problems, close } = await openWatchedPage(browser, calendar.origin);
    await page.goto(`${calendar.origin}/en/agenda/month/2027-03`);
    await page.locator('td a').first().focus();
    const visited = [];
    for (const key of 'Down Down Down Up Left Right Right Right Up Up'.split(' ')) {
      await page.keyboard.press(`Arrow${key}`);
      visited.push(await focusedText(page));
    }
    const expected = [1, 3, 4, 3, 2, 3, 4, 5, 2, 2];
    expect(visited).toEqual(expected.map((index) => `Event ${index}`));
    await page.keyboard.press('Home');
    expect(await focusedText(page)).toBe('Event 0');
    await page.keyboard.press('End');
    expect(await focusedText(page)).toBe('Event 2');
    await page.keyboard.press('PageDown');
    await page.waitForURL('**/month/2027-04');
    await page.locator('td a').first().focus();
    await page.keyboard.press('PageUp');
    await page.waitForURL('**/month/2027-03');
    await close();
    expect(problems).toEqual([]);
  });
});
