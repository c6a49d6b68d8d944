import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser, axeViolations, openWatchedPage, type WatchedPage } from './browser.js';
import { execute, openDocs, openOperation, horizontalOverflow, visibleTexts } from './docs-page.js';
import { createRecord } from '../support/records/kinds.js';
import { upcomingDates } from '../support/records/records.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const WIDE_VIEWPORT = { width: 1280, height: 900 };
const PHONE_VIEWPORT = { width: 320, height: 700 };
/** Texts that are the same in every language, such as names of schemes and formats. */
const LANGUAGE_NEUTRAL =
  /^[^\p{L}]*$|^\(http, (Basic|Bearer)\)$|^(get|post|put|patch|delete) \u200B|^: \w+$|^\w+(\[\])?$|^Token:?$|^Calendar Events Service$|^\(\w+( \| \w+)+\)$/u;

describeInBrowser('Accessibility and languages of the documentation page', () => {
  let calendar: TestCalendar;
  let browser: Browser;
  beforeAll(async () => {
    calendar = await startTestCalendar();
    browser = await openBrowser();
    await createRecord(calendar, 'events', upcomingDates());
  });
  afterAll(async () => {
    await browser.close();
    await calendar.close();
  });

  /** Opens a page in its own browser context, runs `use` on it and expects no problems. */
  async function onPage(
    language: string,
    options: Parameters<typeof openWatchedPage>[2],
    use: (page: Page, watched: WatchedPage) => Promise<void>,
  ): Promise<void> {
    const watched = await openWatchedPage(browser, calendar.origin, options);
    await openDocs(watched.page, calendar.origin, language);
    await use(watched.page, watched);
    await watched.close();
    expect(watched.problems).toEqual([]);
  }

  it.each([
    ['wide', WIDE_VIEWPORT],
    ['a phone', PHONE_VIEWPORT],
  ] as const)('has no axe-core violation and no horizontal overflow, light and dark: %s', async (_size, viewport) => {
    await onPage('ca', { viewport, colorScheme: 'light', reducedMotion: 'reduce' }, async (page) => {
      const list = await openOperation(page, 'get', 'tags');
      await execute(list);
      const create = await openOperation(page, 'post', 'tags');
      await create.locator('[data-name="model"]').first().click();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect([await horizontalOverflow(page), await axeViolations(page)]).toEqual([0, []]);
        await page.locator('.scheme-container .authorize').click();
        expect([await horizontalOverflow(page), await axeViolations(page)]).toEqual([0, []]);
        await page.locator('.close-modal').click();
      }
    });
  });

  it('has no untranslated Swagger UI text in Catalan and Spanish (3.10)', async () => {
    const english = new Set(await collectTexts('en'));
    expect(english).toContain('Execute');
    expect(english.size).toBeGreaterThan(60);
    for (const language of ['ca', 'es']) {
      const texts = await collectTexts(language);
      expect(texts.length).toBeGreaterThan(60);
      const untranslated = texts.filter((text) => english.has(text) && !LANGUAGE_NEUTRAL.test(text));
      expect([language, untranslated]).toEqual([language, []]);
    }
  }, 120_000);

  /** Collects the texts of the page in one language, in all states of the interface. */
  async function collectTexts(language: string): Promise<string[]> {
    const texts = new Set<string>();
    await onPage(language, {}, async (page) => {
      const addVisibleTexts = async () => {
        for (const text of await visibleTexts(page)) texts.add(text);
      };
      await page.locator('.scheme-container .authorize').click();
      await addVisibleTexts();
      await page.locator('.close-modal').click();
      const list = await openOperation(page, 'get', 'events');
      await execute(list);
      await addVisibleTexts();
      await list.locator('.responses-wrapper [data-name="model"]').first().click();
      await list.locator('.try-out__btn').click();
      const create = await openOperation(page, 'post', 'venues');
      await create.locator('select[aria-label]').first().waitFor();
      await addVisibleTexts();
      await create.locator('.body-param-content-type select').selectOption('application/x-www-form-urlencoded');
      await create.locator('[data-property-name]').first().waitFor();
      await addVisibleTexts();
    });
    return [...texts];
  }
});
