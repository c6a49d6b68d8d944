import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const CHROMIUM_PATH = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** `describe` for tests that need Chromium. Without Chromium the tests are skipped, with a message on stderr. */
export const describeInBrowser = existsSync(CHROMIUM_PATH) ? describe : skipWithoutBrowser();

function skipWithoutBrowser() {
  process.stderr.write(
    `\nSKIPPED: tests in a browser. There is no Chromium at ${CHROMIUM_PATH}.\n` +
      'Install it (apt-get install chromium), or set CHROMIUM_PATH to its path.\n\n',
  );
  return describe.skip;
}

/** A browser that records the problems of its pages. */
export interface WatchedBrowser {
  /**
   * Opens an empty page in a browser context of its own.
   * @param origins the only origins that the page may send requests to
   */
  open(origins: string | readonly string[], options?: BrowserContextOptions): Promise<Page>;
  /**
   * Returns and forgets the problems so far: errors, failed requests, requests to other origins, and violations of the
   * Content-Security-Policy.
   */
  takeProblems(): string[];
}

/** A browser for all tests of a group. After each test, its pages are closed, and no problems may be left. */
export function useBrowser(): WatchedBrowser {
  let browser: Browser;
  let problems: string[] = [];
  beforeAll(async () => {
    // Chromium's sandbox does not work as root. Playwright disables the back/forward cache, which visitors have.
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const ignoreDefaultArgs = ['--disable-back-forward-cache'];
    browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args, ignoreDefaultArgs });
  });
  afterAll(() => browser.close());
  const takeProblems = () => {
    const taken = problems;
    problems = [];
    return taken;
  };
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    expect(takeProblems()).toEqual([]);
  });
  const open = async (origins: string | readonly string[], options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    await watch(page, origins, (problem) => problems.push(problem));
    return page;
  };
  return { open, takeProblems };
}

async function watch(page: Page, origins: string | readonly string[], report: (problem: string) => void) {
  page.on('console', (message) => message.type() === 'error' && report(`console: ${message.text()}`));
  page.on('pageerror', (error) => report(`error: ${error.message}`));
  page.on('requestfailed', (request) => report(`failed: ${request.url()}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!origins.includes(url.origin) && url.protocol !== 'data:') report(`other host: ${request.url()}`);
  });
  await page.exposeFunction('reportViolation', (directive: string, uri: string) =>
    report(`policy: ${directive} ${uri}`),
  );
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => reportViolation(event.violatedDirective, event.blockedURI))`,
  );
}

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Rules of axe-core that a page violates, each with its first element. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE_SOURCE);
  const script = `axe.run({ preload: false, resultTypes: ['violations'] }).then(({ violations }) => violations)`;
  const violations = await page.evaluate<AxeViolation[]>(script);
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} (${nodes.length}) ${nodes[0]?.failureSummary}`);
}

/** Width of the page beyond the window, in pixels. */
export const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
