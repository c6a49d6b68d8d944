import { beforeAll, describe, expect, it } from 'vitest';
import { useTestCalendar } from '../../support/calendar/use-test-calendar.js';
import { copyEvent } from '../../support/feeds/copy-event.js';
import { casesByRunMode } from '../../support/run/run-mode.js';
import { mapConcurrently } from '../../support/map-concurrently.js';
import { readHtml } from '../../support/pages/read-page.js';
import { createRecord } from '../../support/records/kinds.js';

const calendar = useTestCalendar({ TIMEZONE: 'Europe/Madrid', PAGES_CELL: '3' });

const ALL_DAY_ZONES = ['Europe/Madrid', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];
/** Clocks change on 28 March and on 31 October. */
const EVENTS: readonly [title: string, start: string, end: string, fields?: object][] = [
  ['Exhibition', '2026-06-01 10:00', '2028-05-31 20:00'],
  ['Until midnight', '2027-03-04 22:00', '2027-03-05 00:00'],
  ['Across midnight', '2027-03-05 22:00', '2027-03-06 02:00'],
  ['At midnight', '2027-03-07 00:00', '2027-03-07 00:00'],
  ['Last second', '2027-03-08 23:59:59', '2027-03-08 23:59:59'],
  ['In Tokyo', '2027-03-09 03:00', '2027-03-09 05:00', { timezone: 'Asia/Tokyo' }],
  ['Night of the clock change', '2027-03-27 23:00', '2027-03-28 03:30'],
  ['Last hour of the long day', '2027-10-31 23:00', '2027-11-01 00:00'],
  ['Free concert', '2027-03-12 18:00', '2027-03-12 20:00', { cost: '0' }],
  ['Protected', '2027-03-12 19:00', '2027-03-12 20:00', { password: 'secret-word', cost: '0' }],
  ['Hidden', '2027-03-12 19:00', '2027-03-12 20:00', { hide_from_listings: true }],
  ['Draft', '2027-03-12 19:00', '2027-03-12 20:00', { status: 'draft' }],
  ['Scheduled', '2027-03-12 19:00', '2027-03-12 20:00', { date: '2027-03-20 10:00' }],
  ...['2027-03-01', '2027-03-28', '2027-03-31', '2027-10-31'].flatMap((day) =>
    ALL_DAY_ZONES.map((timezone): [string, string, string, object] => [
      `All day in ${timezone}`,
      day,
      day,
      { timezone, all_day: true },
    ]),
  ),
];
const CROWDED_DAY = '2027-03-10';

beforeAll(async () => {
  calendar.setNow('2027-03-15T12:00:00Z');
  await mapConcurrently(EVENTS, ([title, start_date, end_date, fields]) =>
    createRecord(calendar, 'events', { title, start_date, end_date, ...fields }),
  );
  const crowd = { title: 'Crowd', start_date: `${CROWDED_DAY} 10:00`, end_date: `${CROWDED_DAY} 11:00` };
  const { id } = await createRecord(calendar, 'events', crowd);
  await copyEvent(calendar.databaseUrl, id, 199);
});

const open = (path: string) => calendar.request('GET', `/en/agenda/${path}`);
const read = (path: string, status = 200) => readHtml(calendar, `/en/agenda/${path}`, status);
const slugsIn = (html: string) => [...html.matchAll(/href="\/en\/agenda\/event\/([^"?]+)"/g)].map(([, slug]) => slug);
const attributes = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, value]) => value);
const headingOf = (html: string) => /<h1>(.*?)<\/h1>/.exec(html)?.[1];
/** Paths of the links to other periods. */
const periodLinks = (html: string) =>
  attributes(/<nav class="periods".*?<\/nav>/s.exec(html)?.[0] ?? '', /href="\/en\/agenda\/([^"]+)"/g);

interface Cell {
  readonly day: string;
  readonly total: number;
  readonly slugs: readonly (string | undefined)[];
}

function cellsOf(html: string): Cell[] {
  return [...html.matchAll(/<td.*?<\/td>/gs)].map(([cell]) => {
    const slugs = slugsIn(cell);
    const further = Number(/>(\d+) more</.exec(cell)?.[1] ?? 0);
    return { day: /<time datetime="([^"]+)"/.exec(cell)?.[1] ?? '', total: slugs.length + further, slugs };
  });
}

async function listedCell({ day }: Cell, filters: string): Promise<Cell> {
  const path = `events?during=${day}&per_page=3&ml_language=en${filters}`;
  const { body } = await calendar.request<{ total: number; events: { slug: string }[] }>('GET', path);
  return { day, total: body.total, slugs: body.events.map(({ slug }) => slug) };
}

describe('Month', () => {
  const MONTHS = [
    ['2027-03', ''],
    ['2027-10', ''],
    ['2027-03', '&free=true'],
    ['2027-11', ''],
    ['2027-03', '&search=all day'],
  ] as const;
  it.each(casesByRunMode(MONTHS, (_month, index) => index < 3))(
    '%s%s shows in each cell the number and the first events of the list of that day (17.5)',
    async (month, filters) => {
      const cells = cellsOf(await read(`month/${month}?${filters.slice(1)}`));
      expect(cells).toHaveLength(35);
      expect(cells).toEqual(await mapConcurrently(cells, (cell) => listedCell(cell, filters)));
    },
  );

  it('is a table with caption, weekdays from Monday, today and accessible names (17.7)', async () => {
    const html = await read('month/2027-03?free=true');
    expect(headingOf(html)).toBe('March 2027');
    expect(html).toContain('<caption>Events in March 2027</caption>');
    const weekdays = 'Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday';
    expect(attributes(html, /<th scope="col">(.*?)<\/th>/g).join()).toBe(weekdays);
    expect(attributes(html, /<td[^>]*aria-current="date"[^>]*><time datetime="([^"]+)"/g)).toEqual(['2027-03-15']);
    expect(html).toContain('aria-label="Free concert, 12 March 2027, 18:00"');
  });

  it('links the number of further events on a crowded day to the page of that day, with the filters (17.6, 17.7)', async () => {
    const html = await read('month/2027-03?search=crowd');
    expect(html).toContain(
      `<a class="more" href="/en/agenda/day/${CROWDED_DAY}?search=crowd">197 more<span class="visually-hidden"> on 10 March 2027</span></a>`,
    );
  });

  it.each([
    ['2027-03', ['month/2027-02', 'month', 'month/2027-04']],
    ['2026-06', ['month', 'month/2026-07']],
    ['2026-05', ['month', 'month/2026-06']],
    ['2028-05', ['month/2028-04', 'month']],
    ['0001-01', ['month', 'month/0001-02']],
    ['9999-12', ['month/9999-11', 'month']],
  ])('%s links only to periods that have events in them or beyond them (17.16)', async (month, expected) => {
    expect(periodLinks(await read(`month/${month}`))).toEqual(expected);
  });

  it.each([
    ['month/2026-05', 'noindex'],
    ['month/2026-06', null],
    ['month/2028-06', 'noindex'],
    ['week/2028-W23', 'noindex'],
    ['day/2028-05-31', null],
    ['day/2028-06-01', 'noindex'],
  ])('%s sends X-Robots-Tag %s (17.16)', async (path, expected) => {
    expect((await open(path)).headers.get('X-Robots-Tag')).toBe(expected);
  });
});

describe('Week', () => {
  it.each([
    ['2027-W10', 'Week 10, 8–14 March 2027'],
    ['2026-W53', 'Week 53, 28 December 2026 – 3 January 2027'],
    ['2025-W01', 'Week 1, 30 December 2024 – 5 January 2025'],
    ['9999-W52', 'Week 52, 27–31 December 9999'],
  ])('%s is %s (17.1)', async (week, title) => {
    const html = await read(`week/${week}`);
    expect(headingOf(html)?.replaceAll(/[\u2009\u202F]/g, ' ')).toBe(title);
    // Links cross the turn of the year, too.
    if (week === '2026-W53') expect(periodLinks(html)).toEqual(['week/2026-W52', 'week', 'week/2027-W01']);
  });

  it('shows the events of each day below its heading, and links the others (17.7)', async () => {
    const html = await read('week/2027-W10');
    const days = html.split('<section class="day"').slice(1);
    expect(days.map((day) => /<time datetime="([^"]+)"/.exec(day)?.[1])).toEqual(
      Array.from({ length: 7 }, (_, day) => `2027-03-${String(8 + day).padStart(2, '0')}`),
    );
    expect(slugsIn(days[0] ?? '')).toEqual(['exhibition', 'in-tokyo', 'last-second']);
    expect(slugsIn(days[2] ?? '')).toHaveLength(20);
    expect(days[2]).toContain('181 more');
  });
});

describe('Day', () => {
  it('shows all events page by page, with the filters (17.6, 17.7)', async () => {
    const slugs: unknown[] = [];
    let path: string | undefined = `day/${CROWDED_DAY}?search=crowd`;
    for (let pages = 0; path !== undefined && pages < 6; pages += 1) {
      const html: string = await read(path);
      slugs.push(...slugsIn(html));
      path = /href="\/en\/agenda\/([^"]+)" rel="next"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    }
    expect([slugs.length, new Set(slugs).size]).toEqual([200, 200]);
  });

  it('has its date as the title, in the language of the page (17.11)', async () => {
    const { text } = await calendar.request('GET', '/ca/agenda/day/2028-02-29');
    expect(headingOf(text)).toBe('Dimarts, 29 de febrer del 2028');
    expect(headingOf(await read('day/2027-03-08'))).toMatch(/^Monday,? 8 March 2027$/);
  });
});

it('Views without a date show the current period (17.1)', async () => {
  const titles = await Promise.all(['month', 'week', 'day'].map(async (view) => headingOf(await read(view))));
  expect(titles.join('; ')).toMatch(/^March 2027; Week 11, 15–21 March 2027; Monday,? 15 March 2027$/);
});

it('Periods that do not exist are 404 (17.1)', async () => {
  const months = ['month/2027-13', 'month/0000-01', 'month/2027-3', 'month/10000-01', 'month/today'];
  const weeks = ['week/2027-W53', 'week/2027-W00', 'week/2027-10'];
  const days = ['day/2027-02-29', 'day/2027-03', 'day/today'];
  for (const path of [...months, ...weeks, ...days]) await read(path, 404);
});

describe('Calendar views', () => {
  it.each(['month/2027-03', 'week/2027-W10', 'day/2027-03-08'])(
    '%s links its calendar file, and names the address of each of its events once (17.13)',
    async (path) => {
      const html = await read(path);
      expect(html).toMatch(/<link rel="alternate" type="text\/calendar" href="[^"]+events\.ics\?ml_language=en"/);
      const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
      const { itemListElement: items } = JSON.parse(json) as { itemListElement: { url: string }[] };
      const urls = items.map(({ url }) => new URL(url).pathname.split('/').at(-1));
      expect(new Set(urls)).toEqual(new Set(slugsIn(html)));
      expect(urls).toHaveLength(new Set(urls).size);
    },
  );
});
