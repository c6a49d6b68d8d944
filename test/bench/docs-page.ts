import { chromium, type Browser } from 'playwright-core';
import type { BenchDatabase } from './database.js';
import type { BenchOptions } from './options.js';
import { startService, withResources } from './processes.js';

const CHROMIUM_PATH = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
/** A slow phone: 1.6 Mbit/s, 150 ms per request, and a quarter of the speed of this processor. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const CPU_SLOWDOWN = 4;
/** V8 stores source positions when it compiles. Otherwise it parses the bundle again for stack traces that only DevTools requests, see README.md. */
const KEEP_POSITIONS = '--js-flags=--no-enable-lazy-source-positions';
/** Resolves when the groups of operations are painted: milliseconds since the start of the navigation. */
const USABLE_SCRIPT = `new Promise((resolve) => {
  const check = () => requestAnimationFrame(document.querySelector('.opblock-tag') ? () => resolve(performance.now()) : check);
  check();
})`;

/** Seconds until `/docs` is usable on a slow phone with an empty cache, once per round, ascending. */
export function timeDocsPage(database: BenchDatabase, { rounds }: BenchOptions): Promise<number[]> {
  return withResources(async (register) => {
    const { origin } = register(await startService({ database }));
    const browser = await chromium.launch({
      executablePath: CHROMIUM_PATH,
      args: [KEEP_POSITIONS, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])], // Chromium's sandbox does not work as root.
    });
    register({ stop: () => browser.close() });
    await timeVisit(browser, origin); // The service reads the files on the first visit.
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await timeVisit(browser, origin));
    return times.toSorted((left, right) => left - right);
  });
}

async function timeVisit(browser: Browser, origin: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', NETWORK);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(`${origin}/en/docs`, { waitUntil: 'commit' });
  const milliseconds = await page.evaluate<number>(USABLE_SCRIPT);
  await context.close();
  return milliseconds / 1000;
}
