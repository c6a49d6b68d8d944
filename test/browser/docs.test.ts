import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser, watchedPage, type WatchedPage } from '../support/browser.js';
import { authorize, execute, openDocs, openOperation, operation } from '../support/docs-page.js';
import { createRecord } from '../support/kinds.js';
import { LANGUAGES, type Language } from '../support/languages.js';
import { messageText } from '../support/message-texts.js';
import { soon } from '../support/records.js';
import { startTestCalendar, type TestCalendar } from '../support/test-calendar.js';

/** Texts of another length may need a line more, in pixels. */
const TOLERANCE = 40;
const OTHER: Readonly<Record<Language, string>> = { ca: 'Español', en: 'Català', es: 'English' };

describeInBrowser('the page of the documentation', () => {
  let calendar: TestCalendar;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  beforeAll(async () => {
    calendar = await startTestCalendar();
    browser = await openBrowser();
    await createRecord(calendar, 'events', { title: 'Castanyada', ...soon() });
  });
  afterAll(async () => {
    await browser.close();
    await calendar.close();
  });
  beforeEach(async () => {
    watched = await watchedPage(browser, calendar.origin, { locale: 'ca' });
    ({ page } = watched);
  });
  afterEach(async () => {
    await watched.close();
    expect(watched.faults).toEqual([]);
  });

  it.each(LANGUAGES)('10.2 has a title, an introduction and a switch of languages: %s', async (language) => {
    await openDocs(page, calendar.origin, language);
    const title = messageText(language, 'operations.document.title');
    expect([await page.title(), await page.locator('h1').innerText()]).toEqual([title, title]);
    expect((await page.locator('.info p').first().innerText()).length).toBeGreaterThan(80);
    const links = page.locator('.bar nav a');
    expect(await links.allInnerTexts()).toEqual(['Català', 'English', 'Español']);
    const current = page.locator('.bar nav [aria-current="page"]');
    expect(await current.getAttribute('lang')).toBe(language);
    expect(await page.locator('.scheme-container .authorize').innerText()).toBe(
      messageText(language, 'docs.labels.authorize'),
    );
    await page.getByRole('link', { name: OTHER[language] }).click();
    await page.locator('.opblock').first().waitFor();
    expect(await current.innerText()).toBe(OTHER[language]);
  });

  it('7.4 shows what is running or to come at the first try', async () => {
    await openDocs(page, calendar.origin, 'ca');
    await page.locator('.first').click();
    const list = operation(page, 'get', 'events');
    await list.locator('.execute').waitFor();
    const { status, body, url } = await execute(list);
    expect(status).toBe('200');
    expect(JSON.parse(body)).toMatchObject({ total: 1, events: [{ title: 'Castanyada' }] });
    expect(new URL(url).pathname).toMatch(/^(\/ca)?\/calendar\/events\/v1\/events$/);
    for (const name of ['page', 'per_page', 'strict_dates']) expect(new URL(url).searchParams.has(name)).toBe(false);
  });

  it('2.1 sends a parameter that differs from its default', async () => {
    await openDocs(page, calendar.origin, 'en');
    const list = await openOperation(page, 'get', 'events');
    await list.locator('[data-param-name="per_page"] input').fill('7');
    const { url, body } = await execute(list);
    expect(new URL(url).searchParams.get('per_page')).toBe('7');
    expect(JSON.parse(body)).toMatchObject({ per_page: 7 });
  });

  it('8.1 creates with a token, and says 401 without', async () => {
    await openDocs(page, calendar.origin, 'es');
    const create = await openOperation(page, 'post', 'tags');
    await create.locator('textarea.body-param__text').fill('{ "name": "Verbena" }');
    await authorize(page);
    const { status, body } = await execute(create);
    expect([status, JSON.parse(body)]).toEqual(['201', expect.objectContaining({ name: 'Verbena', slug: 'verbena' })]);
    const { body: tag } = await calendar.request('GET', 'tags?hide_empty=false&search=verbena');
    expect(tag['total']).toBe(1);
  });

  it('3.10 leaves it to the service to say what is wrong, in the reader’s language', async () => {
    await openDocs(page, calendar.origin, 'ca');
    const list = await openOperation(page, 'get', 'events');
    await list.locator('[data-param-name="page"] input').fill('cap');
    const { status, body } = await execute(list);
    expect([status, JSON.parse(body).params]).toEqual(['400', { page: messageText('ca', 'validation.integer') }]);
    // The browser's own note of a request that was refused.
    expect(watched.faults).toEqual([expect.stringContaining('the server responded with a status of 400')]);
    (watched.faults as string[]).length = 0;
  });

  it('3.10 keeps the place and the token from one language to the next, and no longer', async () => {
    await openDocs(page, calendar.origin, 'en');
    await authorize(page);
    await openOperation(page, 'get', 'venues');
    await openOperation(page, 'get', 'organizers');
    const opened = operation(page, 'get', 'organizers');
    await opened.evaluate((element) =>
      element.ownerDocument.defaultView?.scrollBy(0, element.getBoundingClientRect().top - 200),
    );
    const hash = new URL(page.url()).hash;
    expect(hash).toMatch(/^#\/organizers\/./);
    // Playwright's own click would scroll.
    await page.getByRole('link', { name: 'Català' }).dispatchEvent('click');
    await page.waitForURL(`${calendar.origin}/ca/docs${hash}`);
    await page.locator('.scheme-container .authorize.locked').waitFor();
    await opened.locator('.execute').waitFor();
    expect(await operation(page, 'get', 'venues').locator('.execute').count()).toBe(1);
    await expectNear(page, () => opened.evaluate((element) => element.getBoundingClientRect().top), 200);
    expect(await page.evaluate(() => [sessionStorage.length, Object.keys(localStorage).join()])).toEqual([0, '']);
    await openDocs(page, calendar.origin, 'ca');
    await page.locator('.scheme-container .authorize.unlocked').waitFor();
  });
});

/** Waits until an element has settled about as far from the top of the window as said, in pixels. */
async function expectNear(page: Page, measure: () => Promise<number>, value: number): Promise<void> {
  for (let round = 0; round < 50 && Math.abs((await measure()) - value) > TOLERANCE; round += 1) {
    await page.waitForTimeout(100);
  }
  const found = await measure();
  expect([found > value - TOLERANCE, found < value + TOLERANCE]).toEqual([true, true]);
}
