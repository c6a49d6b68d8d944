import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { axeViolations, describeInBrowser, horizontalOverflow, useBrowser } from './browser.js';
import {
  authorize,
  enterToken,
  execute,
  executeAgain,
  focusedClasses,
  openDocs,
  openOperation,
  operation,
  visibleTexts,
} from './docs-page.js';
import { createRecord } from '../support/records/kinds.js';
import { LANGUAGES } from '../support/languages/languages.js';
import { messageText } from '../support/languages/message-texts.js';
import { upcomingDates } from '../support/records/records.js';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const AUTHORIZE_LABELS: Readonly<Record<string, string>> = { ca: 'Autoritza', en: 'Authorize', es: 'Autorizar' };
const TAG_NAMES = [
  'events',
  'venues',
  'organizers',
  'categories',
  'tags',
  'feeds',
  'me',
  'users',
  'tokens',
  'audit',
  'description',
];

/** Texts that are the same in every language, such as names of schemes and formats. */
const LANGUAGE_NEUTRAL =
  /^[^\p{L}]*$|^\(http, (Basic|Bearer)\)$|^(get|post|put|patch|delete) \u200B|^: \w+$|^\w+(\[\])?$|^Token:?$|^Calendar Events Service$|^\(\w+( \| \w+)+\)$/u;

describeInBrowser('Documentation page', () => {
  const calendar = useTestCalendar();
  const { open, takeProblems } = useBrowser();
  let page: Page;
  beforeAll(() => createRecord(calendar, 'events', { title: 'Castanyada', ...upcomingDates() }));
  beforeEach(async () => {
    page = await open(calendar.origin, { locale: 'ca' });
  });

  /** Expects a single problem: the console error that the browser logs for a response with this status. */
  const expectConsoleError = (status: number) =>
    expect(takeProblems()).toEqual([expect.stringContaining(`the server responded with a status of ${status}`)]);

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

  it('executes the list of events with ends_after=now by default (7.4)', async () => {
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

  it('explains why a token is rejected, and still allows public reads; names user and role of a valid token', async () => {
    await openDocs(page, calendar.origin, 'es');
    await page.locator('.scheme-container .authorize').click();
    const field = page.locator('#auth-bearer-value');
    expect(await field.getAttribute('type')).toBe('password');
    await page.locator('dialog [aria-pressed]').first().click();
    expect(await field.getAttribute('type')).toBe('text');
    await field.focus();
    const alert = page.locator('dialog [role="alert"]');
    await enterToken(page, ' ');
    await alert.waitFor();
    expect(await alert.innerText()).toBe('Hay que escribir un token.');
    await enterToken(page, 'wrong');
    await alert.filter({ hasNotText: 'Hay que escribir un token' }).waitFor();
    expect(await alert.innerText()).toBe(messageText('es', 'errors.invalid_credentials.detail'));
    expectConsoleError(401);
    await page.keyboard.press('Escape');
    expect((await execute(await openOperation(page, 'get', 'tags'))).status).toBe('200');
    await authorize(page);
    expect(await page.locator('.scheme-container [role="status"]').innerText()).toBe('Sesión: admin (administrador)');
    expect(await focusedClasses(page)).toContain('authorize');
  });

  it.each([1280, 390])(
    'sends the first request with one button, and focuses the response, at the top: %i px',
    async (width) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${calendar.origin}/ca/docs`);
      await page.locator('.first-request').click();
      const list = operation(page, 'get', 'events');
      await list.locator('.live-responses-table').waitFor();
      expect(await list.locator('.live-responses-table').innerText()).toContain('Castanyada');
      expect(await focusedClasses(page)).toContain('live-responses-table');
      await page.waitForTimeout(1000); // Any animation has ended by then.
      await page.waitForFunction('Math.abs(document.activeElement.getBoundingClientRect().top) < 2');
    },
  );

  it('executes on Ctrl + Enter in a field, and focuses the response, which has a translated heading', async () => {
    await openDocs(page, calendar.origin, 'ca');
    const list = await openOperation(page, 'get', 'events');
    await list.locator('[data-param-name="page"] input').fill('99');
    await page.keyboard.press('Control+Enter');
    await list.locator('.live-responses-table').waitFor();
    const text = await list.locator('.live-responses-table').innerText();
    expect(text).toContain(messageText('ca', 'errors.page_not_found.title'));
    expect(text).not.toContain('Not Found');
    expect(await focusedClasses(page)).toContain('live-responses-table');
    expectConsoleError(404);
  });

  it('finds operations by their fields in the menu, in any letter case, and opens and focuses one', async () => {
    await openDocs(page, calendar.origin, 'ca');
    await page.locator('.menu input').fill('geo_lat ESPAI');
    const links = page.locator('.menu a');
    expect(await links.first().getAttribute('href')).not.toContain('guides');
    await page.locator('.menu a[href="#/venues/createVenue"]').click();
    await operation(page, 'post', 'venues').locator('.execute').waitFor();
    expect(page.url()).toBe(`${calendar.origin}/ca/docs#/venues/createVenue`);
    await page.waitForFunction('document.activeElement.matches("#operations-venues-createVenue *")');
    await page.locator('.menu input').fill('idempotència xyz');
    expect(await links.count()).toBe(0);
  });

  it('opens a guide by its link in each language, with the address and the errors of the service in its examples', async () => {
    for (const language of LANGUAGES) {
      await page.goto(`${calendar.origin}/${language}/docs#/guides/concurrency`);
      await page.locator('.guide[open]').waitFor();
      expect(await page.locator('.menu a[href^="#/guides/"]').count()).toBe(5);
      expect(await page.locator('.guide[open]').innerText()).toContain(
        `curl -X PATCH "${calendar.origin}/${language}/calendar/events/v1/events/125"`,
      );
      await page.locator('.menu a[href="#/guides/errors"]').click();
      const example = JSON.parse((await page.locator('#operations-guides-errors pre').textContent()) ?? '') as object;
      const { body } = await calendar.request('GET', `events?page=0&ml_fallback=no&ml_language=${language}`);
      expect(body).toMatchObject(example);
    }
  });

  it('shows PUT and POST of a record in the row of PATCH, and opens a link to PUT there', async () => {
    await page.goto(`${calendar.origin}/en/docs#/events/updateEventByPut`);
    const update = operation(page, 'patch', 'events/{id}');
    await update.locator('.execute').waitFor();
    expect(await update.locator('.opblock-summary').innerText()).toMatch(/also (POST, PUT|PUT, POST)/);
    expect(await page.locator('.opblock-put').count()).toBe(0);
    expect(await update.locator('.response.error, tr.error').count()).toBeGreaterThan(5);
    expect(await update.locator('.responses-table .microlight').count()).toBe(1);
    const examples = await update.locator('.examples-select option').allInnerTexts();
    expect(examples).toEqual(expect.arrayContaining(['Translation into Catalan', 'Translation into Spanish']));
  });

  it('creates an example record, and translates it with an example of the update', async () => {
    await page.goto(`${calendar.origin}/en/docs#/tags/createTag`);
    await page.locator('.opblock').first().waitFor();
    await authorize(page);
    const create = operation(page, 'post', 'tags');
    const { id } = JSON.parse((await execute(create)).body) as { id: number };
    const update = await openOperation(page, 'patch', 'tags/{id}');
    await update.locator('[data-param-name="id"] input').fill(String(id));
    await update.locator('.examples-select select').first().selectOption('translation_ca');
    const { status, url, body } = await execute(update);
    expect([status, url]).toEqual(['200', expect.stringContaining(`${calendar.origin}/calendar/events/v1/tags/${id}`)]);
    const name = messageText('ca', 'examples.term.name');
    expect(JSON.parse(body)).toMatchObject({ id, name, ml_language: 'ca', ml_translations: { en: {}, ca: {} } });
  });

  it('shows the request as curl, JavaScript, client and Python code, without the token', async () => {
    await openDocs(page, calendar.origin, 'en');
    await authorize(page);
    const read = await openOperation(page, 'get', 'events/{id}');
    await execute(read);
    const codes: string[] = [];
    for (const button of await read.locator('[role="group"] button').all()) {
      await button.click();
      codes.push(await read.locator('.highlight-code').first().innerText());
    }
    expect(codes).toEqual([
      expect.stringContaining(`"Authorization: Bearer $TOKEN"`),
      expect.stringContaining('await fetch('),
      expect.stringMatching(/calendar\.GET\("\/calendar\/events\/v1\/events\/\{id\}"[^]*"id": 1/),
      expect.stringContaining('requests.request('),
    ]);
    expect(codes.join()).not.toContain(ADMIN_TOKEN);
  });

  it('focuses the token field of the dialog for credentials; Escape closes it and focuses its button', async () => {
    await openDocs(page, calendar.origin, 'en');
    await page.locator('.scheme-container .authorize').press('Enter');
    await page.locator('dialog[open]').waitFor();
    expect(await page.evaluate<string>('document.activeElement.id')).toBe('auth-bearer-value');
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await focusedClasses(page)).toContain('authorize');
  });

  it('does not store the token: a reload forgets it', async () => {
    await openDocs(page, calendar.origin, 'en');
    await authorize(page);
    await page.locator('.scheme-container .authorize.locked').waitFor();
    expect(await page.evaluate('[sessionStorage.length, localStorage.length]')).toEqual([0, 0]);
    await page.reload();
    await page.locator('.scheme-container .authorize.unlocked').waitFor();
  });

  it.each([
    [1280, 900],
    [320, 700],
  ])('has no axe-core violation and no horizontal overflow, light and dark: %i × %i px', async (width, height) => {
    page = await open(calendar.origin, { viewport: { width, height }, reducedMotion: 'reduce' });
    await openDocs(page, calendar.origin, 'ca');
    await execute(await openOperation(page, 'get', 'tags'));
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

  /** Collects the texts of the page in one language, in several states of the interface. */
  async function collectTexts(language: string): Promise<string[]> {
    const texts = new Set<string>();
    const addVisibleTexts = async () => {
      for (const text of await visibleTexts(page)) texts.add(text);
    };
    await openDocs(page, calendar.origin, language);
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
    return [...texts];
  }
});
