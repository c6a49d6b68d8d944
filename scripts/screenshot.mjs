// Takes the screenshots in docs/images: the public pages, and the page /docs with an executed request. Starts the service with the demo agenda
// in a temporary folder. Needs a build and Chromium (CHROMIUM_PATH).
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { Temporal } from 'temporal-polyfill';

const DESKTOP = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' };
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' };

const NEXT_MONTH = Temporal.Now.plainDateISO('Europe/Madrid').add({ months: 1 }).toPlainYearMonth().toString();

/** Screenshots of the public pages: name of the file, path, and options of the browser. */
const PAGES = [
  ['agenda-list', '/en/agenda', DESKTOP],
  ['agenda-month', `/en/agenda/month/${NEXT_MONTH}`, DESKTOP],
  ['agenda-event', '/en/agenda/event/christmas-concert', DESKTOP],
  ['agenda-phone', '/en/agenda', PHONE],
];

const folder = mkdtempSync(join(tmpdir(), 'calendar-screenshot-'));
chmodSync(folder, 0o755);
const service = spawn(process.execPath, ['dist/main.js'], {
  env: {
    PATH: process.env.PATH,
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    TIMEZONE: 'Europe/Madrid',
    PAGES_NAME_EN: 'Vilamar de la Costa',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  await takeScreenshots(await originOf(service));
} finally {
  service.kill('SIGTERM');
  await new Promise((resolve) => service.once('close', resolve));
  rmSync(folder, { recursive: true, force: true });
}

function originOf({ stdout }) {
  let output = '';
  return new Promise((resolve) => {
    stdout.on('data', (part) => {
      output += part;
      const [, origin] = /^API +(http:\/\/[^/]+)/m.exec(output) ?? [];
      if (origin) resolve(origin);
    });
  });
}

async function takeScreenshots(origin) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    mkdirSync('docs/images', { recursive: true });
    for (const [name, path, options] of PAGES) await takePage(await browser.newPage(options), name, origin + path);
    await takeDocsPage(await browser.newPage(DESKTOP), origin);
  } finally {
    await browser.close();
  }
}

/** A public page as WebP, which Playwright does not offer. */
async function takePage(page, name, url) {
  const response = await page.goto(url, { waitUntil: 'networkidle' });
  if (!response.ok()) throw new Error(`${url}: ${response.status()}`);
  // Images load when they come near the window, and are decoded after that.
  await page.evaluate(() => {
    const isShown = (image) => image.getBoundingClientRect().top < window.innerHeight;
    return Promise.all([...document.images].filter(isShown).map((image) => image.decode()));
  });
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 85 });
  writeFileSync(`docs/images/${name}.webp`, Buffer.from(data, 'base64'));
}

async function takeDocsPage(page, origin) {
  await page.goto(`${origin}/en/docs`);
  const path = page.locator('.opblock-summary-path[data-path="/calendar/events/v1/tags"]');
  const operation = page.locator('.opblock-get').filter({ has: path });
  await operation.locator('.opblock-summary-control').click();
  await operation.locator('.execute').click();
  await operation.locator('.live-responses-table').waitFor();
  await operation
    .locator('.execute-wrapper, .btn-group')
    .first()
    .evaluate((element) => element.scrollIntoView());
  await page.evaluate('window.scrollBy(0, -20)');
  await page.screenshot({ path: 'docs/images/docs-page.png' });
}
