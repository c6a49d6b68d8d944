// Takes the screenshot docs/images/docs-page.png: the page /docs with an executed request. Starts the service with the demo agenda in a
// temporary folder. Needs a build and Chromium (CHROMIUM_PATH).
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const folder = mkdtempSync(join(tmpdir(), 'calendar-screenshot-'));
chmodSync(folder, 0o755);
const service = spawn(process.execPath, ['dist/main.js'], {
  env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  await takeScreenshot(await originOf(service));
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

async function takeScreenshot(origin) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
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
  mkdirSync('docs/images', { recursive: true });
  await page.screenshot({ path: 'docs/images/docs-page.png' });
  await browser.close();
}
