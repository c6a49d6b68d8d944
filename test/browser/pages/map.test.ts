import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BrowserContextOptions } from 'playwright-core';
import { startTestCalendar, type TestCalendar } from '../../support/calendar/test-calendar.js';
import { createRecord } from '../../support/records/kinds.js';
import { upcomingDates } from '../../support/records/records.js';
import { axeViolations, describeInBrowser, useBrowser } from '../browser.js';
import { serveSite, type StaticSite } from './static-site.js';

/** A PNG of one pixel. */
const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
/** Longer than Leaflet takes to zoom and to remove tiles. */
const ZOOM_MS = 700;
const ATTRIBUTION = '© <b>Tiles</b> & "Co"';

describeInBrowser('Map', () => {
  let calendar: TestCalendar;
  let autoloading: TestCalendar;
  let tiles: StaticSite;
  const browser = useBrowser();
  beforeAll(async () => {
    tiles = await serveSite(() => ({ body: TILE, headers: { 'Content-Type': 'image/png' } }));
    const settings = { MAP_TILES: `${tiles.origin}/{z}/{x}/{y}.png`, MAP_ATTRIBUTION: ATTRIBUTION };
    [calendar, autoloading] = await Promise.all([
      startTestCalendar(settings),
      startTestCalendar({ ...settings, MAP_AUTOLOAD: 'true' }),
    ]);
    for (const each of [calendar, autoloading]) {
      const reus = { venue: 'Auditori & Co', city: 'Reus', geo_lat: 41.1561, geo_lng: 1.1069 };
      await createRecord(each, 'events', { title: 'Concert', venue: [reus], ...upcomingDates(1) });
      const valls = { venue: 'Casal', city: 'Valls', geo_lat: 41.2861, geo_lng: 1.25 };
      await createRecord(each, 'events', { title: 'Calçotada', venue: [valls], ...upcomingDates(2) });
    }
  });
  afterAll(async () => {
    await Promise.all([calendar.close(), autoloading.close()]);
    tiles.close();
  });

  async function open({ origin }: TestCalendar, options: BrowserContextOptions = {}) {
    (tiles.requests as string[]).splice(0);
    const page = await browser.open([origin, tiles.origin], options);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`${origin}/en/agenda/map`, { waitUntil: 'networkidle' });
    return { page, requests };
  }

  it('loads Leaflet and tiles only after a click, and requests nothing but tiles from the tile host (17.20, 17.22)', async () => {
    const { page, requests } = await open(calendar);
    const isMapRequest = (url: string) => /leaflet/.test(url) || !url.startsWith(calendar.origin);
    expect(requests.filter(isMapRequest)).toEqual([]);
    await page.getByRole('button', { name: `Show map (loads from ${new URL(tiles.origin).host})` }).click();
    await page.locator('.leaflet-tile-loaded').first().waitFor();
    // Leaflet removes the tiles of the previous zoom level, which must not violate the Content-Security-Policy.
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.waitForTimeout(ZOOM_MS);
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await page.waitForTimeout(ZOOM_MS);
    expect(tiles.requests.length).toBeGreaterThan(0);
    for (const path of tiles.requests) expect(path).toMatch(/^\/\d+\/\d+\/\d+\.png$/);
    expect(await page.locator('.leaflet-control-attribution').innerText()).toBe(ATTRIBUTION);
    expect(await axeViolations(page)).toEqual([]);
  });

  it('opens a popup with Enter on a marker, and returns the focus with Escape (17.22, 17.23)', async () => {
    const { page } = await open(calendar);
    await page.getByRole('button', { name: /^Show map/ }).press('Enter');
    const marker = page.getByRole('button', { name: 'Auditori & Co, 1 event' });
    await marker.waitFor();
    await marker.focus();
    await page.keyboard.press('Enter');
    const link = page.locator('.leaflet-popup a').first();
    await link.waitFor();
    expect(await link.innerText()).toBe('Auditori & Co');
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Auditori & Co');
    await page.keyboard.press('Escape');
    expect(await page.evaluate<string>('document.activeElement.title')).toBe('Auditori & Co');
  });

  it('loads without a click with MAP_AUTOLOAD, and does not take the focus (17.22)', async () => {
    const { page } = await open(autoloading);
    await page.locator('.leaflet-tile-loaded').first().waitFor();
    expect(await page.locator('.map-marker').allInnerTexts()).toEqual(['1', '1']);
    expect(await page.evaluate<string>('document.activeElement.localName')).toBe('body');
  });

  it('without JavaScript lists the places and has no button (17.19)', async () => {
    const { page } = await open(calendar, { javaScriptEnabled: false });
    expect(await page.locator('.place-card h2').allInnerTexts()).toEqual(['Auditori & Co', 'Casal']);
    expect(await page.getByRole('button', { name: /^Show map/ }).count()).toBe(0);
  });
});
