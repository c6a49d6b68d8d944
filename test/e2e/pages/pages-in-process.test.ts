import { Controller, Get, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Authenticated, CalendarAdapter, CalendarModule, Public } from 'calendar-events-service';
import { startCachedCalendar, type CachedCalendar } from '../../support/calendar/cached-calendar.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { createRecord } from '../../support/records/kinds.js';
import { sendJson } from '../../support/requests/raw-request.js';
import { ADMIN_TOKEN } from '../../support/calendar/test-calendar.js';

describe('Cached page', () => {
  let calendar: CachedCalendar;
  beforeAll(async () => {
    calendar = await startCachedCalendar({ TIMEZONE: 'Europe/Madrid' });
    calendar.setNow('2027-03-01T12:00:00Z');
    const venue = { venue: 'Teatre' };
    const dates = { start_date: '2027-03-10T17:00:00Z', end_date: '2027-03-10T19:00:00Z' };
    await createRecord(calendar, 'events', { title: 'Concert', venue, tags: ['Jazz'], ...dates });
  });
  afterAll(() => calendar.close());

  const phaseOf = (html: string) => /Happening now|This event has ended/.exec(html)?.[0];

  it.each([
    ['2027-03-08T17:00:00Z', undefined],
    ['2027-03-10T16:59:59.999Z', undefined],
    ['2027-03-10T17:00:00Z', 'Happening now'],
    ['2027-03-10T18:59:59.999Z', 'Happening now'],
    ['2027-03-10T19:00:00Z', 'This event has ended'],
  ])('of an event says at %s whether it is running or over (12.2, 17.8, 17.26)', async (now, phase) => {
    const path = '/en/agenda/event/concert';
    // A response cached on the day before, on the day of the event, or while it runs must not be served later.
    for (const earlier of ['2027-03-09T17:00:00Z', '2027-03-10T08:00:00Z', '2027-03-10T17:30:00Z']) {
      calendar.setNow(earlier);
      await calendar.get(path);
      await calendar.get(path);
      calendar.setNow(now);
      expect([earlier, phaseOf((await calendar.get(path)).text)]).toEqual([earlier, phase]);
    }
    expect(phaseOf((await calendar.get(path)).text)).toBe(phase);
  });

  it('of an event is cached while nothing about it changes (12.2, 17.26)', async () => {
    for (const now of ['2027-03-08T17:00:00Z', '2027-03-10T18:00:00Z', '2027-03-11T12:00:00Z']) {
      calendar.setNow(now);
      await calendar.getUntilCached('/en/agenda/event/concert');
    }
  });

  it.each(['', '/map', '/venue/teatre', '/tag/jazz', '/embed?view=list'])(
    '/en/agenda%s lists an event until its end (12.2, 17.5, 17.26)',
    async (path) => {
      calendar.setNow('2027-03-10T18:59:59.999Z');
      expect((await calendar.getUntilCached(`/en/agenda${path}`)).text).toContain('>Concert</a>');
      calendar.setNow('2027-03-10T19:00:00.001Z');
      const { isCached, text } = await calendar.get(`/en/agenda${path}`);
      expect([isCached, text.includes('>Concert</a>')]).toEqual([false, false]);
    },
  );

  it.each([
    ['', /intro-date"><time datetime="([^"]+)"/],
    ['/month', /<td[^>]*aria-current="date"[^>]*><time datetime="([^"]+)"/],
    ['/week', /<section class="day" aria-current="date">.*?<time datetime="([^"]+)"/],
    ['/day', /<link rel="canonical" href="[^"]+\/day\/([^"]+)"/],
  ])('/en/agenda%s has the current day in TIMEZONE (12.2, 17.1, 17.26)', async (path, day) => {
    const days = [];
    for (const now of ['2027-03-10T22:59:59.999Z', '2027-03-10T23:00:00Z']) {
      calendar.setNow(now);
      await calendar.get(`/en/agenda${path}`);
      days.push(day.exec((await calendar.getUntilCached(`/en/agenda${path}`)).text)?.[1]);
    }
    expect(days).toEqual(['2027-03-10', '2027-03-11']);
  });

  it('is revalidated from the cache, like the sitemap, also with credentials (12.1, 17.26)', async () => {
    for (const path of ['/ca/agenda', '/sitemap-events.xml']) {
      const { headers } = await calendar.getUntilCached(path);
      const conditional = { 'If-None-Match': String(headers.etag), Authorization: 'Bearer x' };
      const { status, isCached } = await calendar.get(path, { headers: conditional });
      expect([path, status, isCached]).toEqual([path, 304, true]);
    }
  });
});

@Controller('shop')
class ShopController {
  @Public()
  @Get()
  list() {
    return { products: ['Ticket'] };
  }

  @Authenticated('editor')
  @Post('orders')
  order() {
    return { ordered: true };
  }
}

describe('Application that imports CalendarModule.forRoot({ pages: true })', () => {
  let database: TestDatabase;
  let application: NestExpressApplication;
  let origin: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    const environment = { DATABASE_URL: database.url, ADMIN_TOKEN, LOG_LEVEL: 'silent' };
    @Module({ imports: [CalendarModule.forRoot({ pages: true, environment })], controllers: [ShopController] })
    class AppModule {}
    application = await NestFactory.create<NestExpressApplication>(AppModule, new CalendarAdapter(), { logger: false });
    await application.listen(0, '127.0.0.1');
    origin = await application.getUrl();
  });
  afterAll(async () => {
    await application.close();
    await database.drop();
  });

  it('serves the pages, the sitemap and robots.txt, and links to its own address (17.4, 17.14, 17.15)', async () => {
    const dates = { start_date: '2030-03-10 18:00', end_date: '2030-03-10 20:00' };
    const json = { title: 'Concert', ...dates };
    const created = await sendJson(origin, { method: 'POST', path: '/calendar/events/v1/events', json });
    expect(created.status).toBe(201);
    const page = await fetch(`${origin}/agenda`, { headers: { 'Accept-Language': 'ca' } });
    expect([page.status, page.url]).toEqual([200, `${origin}/ca/agenda`]);
    const html = await page.text();
    expect(html).toContain('>Concert</a>');
    expect(html).toContain(`<link rel="canonical" href="${origin}/ca/agenda"/>`);
    const [, file = ''] = /rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
    for (const path of ['/en/agenda/event/concert', file, '/sitemap.xml', '/robots.txt'])
      expect([path, (await fetch(`${origin}${path}`)).status]).toEqual([path, 200]);
  });

  it('has its own routes beside the pages, with their access rules (17.4)', async () => {
    expect(await (await fetch(`${origin}/shop`)).json()).toEqual({ products: ['Ticket'] });
    const ordered = await sendJson(origin, { method: 'POST', path: '/shop/orders' });
    expect([ordered.status, ordered.body]).toEqual([201, { ordered: true }]);
    expect((await fetch(`${origin}/shop/orders`, { method: 'POST' })).status).toBe(401);
    expect((await fetch(`${origin}/shop/unknown`)).status).toBe(404);
  });
});
