import type { Locator, Page } from 'playwright-core';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';

/** Elements with texts that are not part of Swagger UI's own interface: code, names, paths and user input. */
const EXCLUDED_ELEMENTS =
  'script, pre, code, textarea, option, .bar nav, .info h1, .info .description, .info__license, .response-col_description__inner, .parameter__name:not(h4), .parameter__type, .opblock-summary-path, ' +
  '.opblock-summary-method, .opblock-tag > span, .json-schema-2020-12__attribute, .json-schema-2020-12__title, ' +
  '.response-col_status, .parameter__enum, .json-schema-2020-12-keyword__value, .json-schema-2020-12-json-viewer__value';

/** Opens the documentation page in a language, by its language segment, and all groups, which are closed on phones. */
export async function openDocs(page: Page, origin: string, language: string): Promise<void> {
  await page.goto(`${origin}/${language}/docs`);
  await page.locator('.opblock-tag').first().waitFor();
  await page.evaluate(`document.querySelectorAll('.opblock-tag[data-is-open="false"]').forEach((tag) => tag.click())`);
}

/**
 * Locates an operation of the page.
 * @param path path below the namespace
 */
export function operation(page: Page, method: string, path: string): Locator {
  const pathElement = page.locator(`.opblock-summary-path[data-path="/calendar/events/v1/${path}"]`);
  return page.locator(`.opblock-${method}`).filter({ has: pathElement });
}

/** Expands an operation and waits until it can be executed. */
export async function openOperation(page: Page, method: string, path: string): Promise<Locator> {
  const expanded = operation(page, method, path);
  await expanded.locator('.opblock-summary-control').click();
  await expanded.locator('.execute').waitFor();
  return expanded;
}

/** Executes an expanded operation and returns the response that the page shows. */
export async function execute(expanded: Locator): Promise<{ status: string; body: string; url: string }> {
  await expanded.locator('.execute').click();
  const response = expanded.locator('.live-responses-table');
  await response.waitFor();
  const [status, body, url] = await Promise.all([
    response.locator('tbody .response-col_status').innerText(),
    response.locator('.highlight-code .microlight').first().innerText(),
    expanded.locator('.request-url pre').innerText(),
  ]);
  return { status: status.trim(), body, url };
}

/** Clears the last response and executes the operation again. */
export async function executeAgain(expanded: Locator): ReturnType<typeof execute> {
  await expanded.locator('.btn-clear').click();
  await expanded.locator('.live-responses-table').waitFor({ state: 'detached' });
  return execute(expanded);
}

/** Enters the administrator's token in the dialog for credentials, which closes if the token is valid. */
export async function authorize(page: Page): Promise<void> {
  await page.locator('.scheme-container .authorize').click();
  await enterToken(page, ADMIN_TOKEN);
  await page.locator('dialog').waitFor({ state: 'detached' });
}

export async function enterToken(page: Page, token: string): Promise<void> {
  await page.locator('#auth-bearer-value').fill(token);
  await page.keyboard.press('Enter');
}

/** Class names of the focused element. */
export const focusedClasses = (page: Page): Promise<string> =>
  page.evaluate<string>('document.activeElement.className');

/** All visible texts and accessible names of Swagger UI's interface, without parameter names. */
export function visibleTexts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(${COLLECT_TEXTS_SCRIPT})(${JSON.stringify(EXCLUDED_ELEMENTS)})`);
}

/** Source code for the browser: the tests have no DOM types. */
const COLLECT_TEXTS_SCRIPT = `(excluded) => {
  const result = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement;
    if (element.closest(excluded) || !element.checkVisibility()) continue;
    const names = ['title', 'aria-label', 'placeholder'];
    const texts = node === element ? names.map((name) => element.getAttribute(name)) : [node.nodeValue];
    const parameter = element.closest('[data-param-name]')?.getAttribute('data-param-name');
    for (const text of texts) if (text?.trim() && text.trim() !== parameter) result.add(text.trim());
  }
  return [...result];
}`;
