import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser, openWatchedPage, type WatchedPage } from '../support/browser.js';
import { authorize, execute, executeAgain, openDocs, openOperation, operation } from '../support/docs-page.js';
import { createRecord } from '../support/kinds.js';
import { LANGUAGES } from '../support/languages.js';
import { messageText } from '../support/message-texts.js';
import { upcomingDates } from '../support/records.js';
import { startTestCalendar, type TestCalendar } from '../support/test-calendar.js';

/** Texts of another length may need a line more, in pixels. */
const TOLERANCE = 40;
const TAGS = 'events venues organizers categories tags me users tokens audit description'.split(' ');

describeInBrowser('the page of the documentation', () => {
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

  /** The browser notes itself what the service refuses. */
  function expectNoted(status: number): void {
    const noted = (watched.problems as string[]).splice(0);
    expect(noted).toEqual([expect.stringContaining(`the server responded with a status of ${status}`)]);
  }

  it('10.2 has a title, an introduction, names of groups, and a switch of languages', async () => {
    await openDocs(page, calendar.origin, LANGUAGES[0]);
    for (const [index, language] of LANGUAGES.entries()) {
      const text = (key: string) => messageText(language, key);
      expect(await page.title()).toBe(text('operations.document.title'));
      expect(await page.locator('h1').innerText()).toBe(text('operations.document.title'));
      expect((await page.locator('.lead').innerText()).length).toBeGreaterThan(80);
      expect(await page.locator('.info p').count()).toBe(4);
      expect(await page.locator('.opblock-tag > span').allInnerTexts()).toEqual(
        TAGS.map((tag) => text(`operations.tag_names.${tag}`)),
      );
      expect(await page.locator('.scheme-container .authorize').innerText()).toBe(text('docs.labels.authorize'));
      const current = page.locator('.bar nav [aria-current="page"]');
      expect(await current.getAttribute('lang')).toBe(language);
      const other = LANGUAGES[index + 1];
      if (!other) break;
      await page.locator(`.bar nav [lang="${other}"]`).click();
      await page.waitForURL(`${calendar.origin}/${other}/docs`);
      await page.locator('.opblock').first().waitFor();
    }
    expect(await page.locator('.bar nav a').allInnerTexts()).toEqual(['Català', 'English', 'Español']);
  });

  it('10.2 opens an operation by its address, and finds others by the name of their group, their summary, path or identifier', async () => {
    await page.goto(`${calendar.origin}/ca/docs#/venues/createVenue`);
    await operation(page, 'post', 'venues').locator('.execute').waitFor();
    const found = async (phrase: string, tags: readonly string[], operations: number) => {
      await page.locator('.operation-filter-input').fill(phrase);
      const shown = () => page.locator('.opblock-tag').evaluateAll((all) => all.map(({ id }) => id));
      await expectSoon(
        shown,
        tags.map((tag) => `operations-tag-${tag}`),
      );
      expect(await page.locator('.opblock').count()).toBe(operations);
    };
    await found('ETIQUETES', ['tags'], 7);
    await found('index', ['description'], 1);
    await found('/admin/v1/me', ['me'], 1);
    await found('createVenue', ['venues'], 1);
  });

  it('10.2 resolves the part of the document that is shown', async () => {
    const body = `import { resolvePart as withPart } from './subtree.js?as-served';
      globalThis.resolved = [];
      export const resolvePart = (resolve) =>
        withPart((part, path, options) => {
          resolved.push([Object.keys(part.paths ?? {}).length, ...path]);
          return resolve(part, path, options);
        });`;
    await page.route(/subtree\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body }));
    await openDocs(page, calendar.origin, 'ca');
    await openOperation(page, 'get', 'events');
    const resolved = await page.evaluate<unknown[][]>('resolved');
    expect(resolved).toContainEqual([1, 'paths', '/calendar/events/v1/events', 'get']);
    expect(resolved.filter(([paths]) => Number(paths) > 1)).toEqual([]);
  });

  it('7.4 shows what is running or to come at the first try', async () => {
    await openDocs(page, calendar.origin, 'ca');
    await page.locator('.first').click();
    const list = operation(page, 'get', 'events');
    await list.locator('.execute').waitFor();
    const { status, body, url } = await execute(list);
    expect(status).toBe('200');
    expect(JSON.parse(body)).toMatchObject({ total: 1, events: [{ title: 'Castanyada' }] });
    expect(url).toBe(`${calendar.origin}/ca/calendar/events/v1/events?ends_after=now`);
  });

  it('2.1 sends what differs from its default, and lets the service say what is wrong', async () => {
    await openDocs(page, calendar.origin, 'ca');
    const list = await openOperation(page, 'get', 'events');
    await list.locator('[data-param-name="per_page"] input').fill('7');
    const { url, body } = await execute(list);
    expect(new URL(url).searchParams.get('per_page')).toBe('7');
    expect(JSON.parse(body)).toMatchObject({ per_page: 7 });
    await list.locator('[data-param-name="page"] input').fill('cap');
    const refused = await executeAgain(list);
    const params = { page: messageText('ca', 'validation.integer') };
    expect([refused.status, JSON.parse(refused.body).params]).toEqual(['400', params]);
    expectNoted(400);
  });

  it('8.1 creates with a token, and says 401 without', async () => {
    await openDocs(page, calendar.origin, 'es');
    const label = (key: string) => messageText('es', `docs.labels.authorization_${key}`);
    const create = await openOperation(page, 'post', 'tags');
    const lock = create.locator('.authorization__btn');
    const lockOfList = operation(page, 'get', 'tags').locator('.authorization__btn');
    expect([await lock.getAttribute('aria-label'), await lockOfList.count()]).toEqual([label('needed'), 0]);
    const refused = await execute(create);
    expect([refused.status, JSON.parse(refused.body).code]).toEqual(['401', 'unauthorized']);
    expectNoted(401);
    await authorize(page);
    expect(await lock.getAttribute('aria-label')).toBe(label('given'));
    expect(await lockOfList.getAttribute('aria-label')).toBe(label('given'));
    const { status, body } = await executeAgain(create);
    const name = messageText('es', 'examples.term.name');
    expect([status, JSON.parse(body)]).toEqual(['201', expect.objectContaining({ name })]);
    const { body: tags } = await calendar.request('GET', 'tags?hide_empty=false&ml_language=es');
    expect([tags['total'], tags['tags']]).toEqual([1, [expect.objectContaining({ name })]]);
  });

  it('2.1 sends the document’s own example as a form', async () => {
    await openDocs(page, calendar.origin, 'ca');
    await authorize(page);
    const create = await openOperation(page, 'post', 'venues');
    await create.locator('.body-param-content-type select').selectOption('application/x-www-form-urlencoded');
    const fields = create.locator('tr[data-property-name]');
    await fields.first().waitFor();
    expect(await fields.first().getAttribute('data-property-name')).toBe('venue');
    const { status, body } = await execute(create);
    const venue = messageText('ca', 'examples.venue.venue');
    expect([status, JSON.parse(body)]).toEqual([
      '201',
      expect.objectContaining({ venue, custom_fields: { accessible: true } }),
    ]);
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

/** Waits until what is read from the page is as expected. */
async function expectSoon<T>(read: () => Promise<T>, expected: T): Promise<void> {
  for (let round = 0; round < 100 && !isDeepStrictEqual(await read(), expected); round += 1) {
    await new Promise((resolve) => void setTimeout(resolve, 50));
  }
  expect(await read()).toEqual(expected);
}

/** Waits until an element has settled about as far from the top of the window as said, in pixels. */
async function expectNear(page: Page, measure: () => Promise<number>, value: number): Promise<void> {
  for (let round = 0; round < 50 && Math.abs((await measure()) - value) > TOLERANCE; round += 1) {
    await page.waitForTimeout(100);
  }
  const found = await measure();
  expect([found > value - TOLERANCE, found < value + TOLERANCE]).toEqual([true, true]);
}
