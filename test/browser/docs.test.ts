import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser, openWatchedPage, type WatchedPage } from './browser.js';
import { authorize, execute, executeAgain, openDocs, openOperation, operation } from './docs-page.js';
import { createRecord } from '../support/records/kinds.js';
import { LANGUAGES } from '../support/languages/languages.js';
import { messageText } from '../support/languages/message-texts.js';
import { upcomingDates } from '../support/records/records.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const AUTHORIZE_LABELS: Readonly<Record<string, string>> = { ca: 'Autoritza', en: 'Authorize', es: 'Autorizar' };
const TAG_NAMES = 'events venues organizers categories tags me users tokens audit description'.split(' ');

describeInBrowser('Documentation page', () => {
  let calendar: TestCalendar;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  beforeAll(async () => {
    calendar = await startTestCalendar();
    browser = await openBrowser();
    await createRecord(calendar, 'events', { title: 'Castanyada', ...upcomingDates() });
  });
  afterAll(async () => {
    await browser.close();
    await calendar.close();
  });
  beforeEach(async () => {
    watched = await openWatchedPage(browser, calendar.origin, { locale: 'ca' });
    ({ page } = watched);
  });
  afterEach(async () => {
    await watched.close();
    expect(watched.problems).toEqual([]);
  });

  /** Expects and removes the console error that the browser logs for a rejected request. */
  function expectConsoleError(status: number): void {
    const problems = (watched.problems as string[]).splice(0);
    expect(problems).toEqual([expect.stringContaining(`the server responded with a status of ${status}`)]);
  }

  it('shows title, introduction, group names and language links in each language (3.10)', async () => {
    await openDocs(page, calendar.origin, LANGUAGES[0]);
    for (const [index, language] of LANGUAGES.entries()) {
      const text = (key: string) => messageText(language, key);
      expect(await page.title()).toBe(text('operations.document.title'));
      expect(await page.locator('h1').innerText()).toContain(text('operations.document.title'));
      expect(await page.locator('.info .description p').count()).toBe(5);
      expect(await page.locator('.opblock-tag > span').allInnerTexts()).toEqual(
        TAG_NAMES.map((tag) => text(`operations.tag_names.${tag}`)),
      );
      expect(await page.locator('.scheme-container .authorize').innerText()).toBe(AUTHORIZE_LABELS[language]);
      expect(await page.locator('.bar nav [aria-current="page"]').getAttribute('lang')).toBe(language);
      const nextLanguage = LANGUAGES[index + 1];
      if (!nextLanguage) break;
      await page.locator(`.bar nav [lang="${nextLanguage}"]`).click();
      await page.waitForURL(`${calendar.origin}/${nextLanguage}/docs`);
      await page.locator('.opblock').first().waitFor();
    }
    expect(await page.locator('.bar nav a').allInnerTexts()).toEqual(['Català', 'English', 'Español']);
  });

  it('opens the operation of the URL fragment and keeps it open when the language changes', async () => {
    await page.goto(`${calendar.origin}/ca/docs#/venues/createVenue`);
    await operation(page, 'post', 'venues').locator('.execute').waitFor();
    await page.locator('.bar nav [lang="en"]').click();
    await page.waitForURL(`${calendar.origin}/en/docs#/venues/createVenue`);
    await operation(page, 'post', 'venues').locator('.execute').waitFor();
  });

  it('lists running and future events with the default parameters (7.4)', async () => {
    await openDocs(page, calendar.origin, 'ca');
    const { status, body, url } = await execute(await openOperation(page, 'get', 'events'));
    expect(status).toBe('200');
    expect(JSON.parse(body)).toMatchObject({ total: 1, events: [{ title: 'Castanyada' }] });
    expect(url).toContain(`${calendar.origin}/ca/calendar/events/v1/events?ends_after=now&`);
  });

  it('rejects the example tag without a token and creates it with one (8.1)', async () => {
    await openDocs(page, calendar.origin, 'es');
    const create = await openOperation(page, 'post', 'tags');
    const lockButtons = [create, operation(page, 'get', 'tags')].map((operationElement) =>
      operationElement.locator('.authorization__btn'),
    );
    const labels = () => Promise.all(lockButtons.map((button) => button.getAttribute('aria-label')));
    expect(await labels()).toEqual(Array(2).fill('Autorizar: todavía sin credenciales'));
    const rejected = await execute(create);
    expect([rejected.status, JSON.parse(rejected.body).code]).toEqual(['401', 'unauthorized']);
    expectConsoleError(401);
    await authorize(page);
    expect(await labels()).toEqual(Array(2).fill('Autorizar: con credenciales'));
    const { status, body } = await executeAgain(create);
    const name = messageText('es', 'examples.term.name');
    expect([status, JSON.parse(body)]).toEqual(['201', expect.objectContaining({ name })]);
    const { body: tags } = await calendar.request('GET', 'tags?hide_empty=false&ml_language=es');
    expect([tags['total'], tags['tags']]).toEqual([1, [expect.objectContaining({ name })]]);
  });

  it('keeps the focus inside the dialog for credentials until Escape closes it', async () => {
    await openDocs(page, calendar.origin, 'en');
    const focusedClasses = () =>
      page.evaluate<string>('document.activeElement.closest("dialog, .authorize")?.className');
    await page.locator('.scheme-container .authorize').press('Enter');
    await page.locator('dialog[open]').waitFor();
    expect(await page.evaluate<string>('document.activeElement.id')).toBe('auth-bearer-value');
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await focusedClasses()).toContain('authorize');
  });

  it('does not store the token: a reload forgets it', async () => {
    await openDocs(page, calendar.origin, 'en');
    await authorize(page);
    await page.locator('.scheme-container .authorize.locked').waitFor();
    expect(await page.evaluate('[sessionStorage.length, localStorage.length]')).toEqual([0, 0]);
    await page.reload();
    await page.locator('.scheme-container .authorize.unlocked').waitFor();
  });
});
