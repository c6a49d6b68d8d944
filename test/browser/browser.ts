import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe } from 'vitest';
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

/** Chromium's sandbox does not work as root. */
export function openBrowser(): Promise<Browser> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: CHROMIUM_PATH, args });
}

/** A page that records everything that must not happen on it. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors, Content-Security-Policy violations and requests to other hosts, in order of occurrence. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

/**
 * Opens an empty page in a browser context of its own.
 * @param origins the only origins that the page may send requests to
 */
export async function openWatchedPage(
  browser: Browser,
  origins: string | readonly string[],
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('requestfailed', (request) => problems.push(`failed: ${request.url()}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!origins.includes(url.origin) && url.protocol !== 'data:') problems.push(`other host: ${request.url()}`);
  });
  await page.exposeFunction('reportViolation', (directive: string, uri: string) =>
    problems.push(`policy: ${directive} ${uri}`),
  );
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => reportViolation(event.violatedDirective, event.blockedURI))`,
  );
  return { page, problems, close: () => context.close() };
}

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** All axe-core violations of a page. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE_SOURCE);
  const script = `axe.run({ preload: false, resultTypes: ['violations'] }).then(({ violations }) => violations)`;
  const violations = await page.evaluate<AxeViolation[]>(script);
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} (${nodes.length}) ${nodes[0]?.failureSummary}`);
}
