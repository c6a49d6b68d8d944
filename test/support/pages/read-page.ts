import { expect } from 'vitest';
import type { TestCalendar } from '../calendar/test-calendar.js';

/** Reads a page and returns its HTML. */
export async function readHtml(calendar: TestCalendar, path: string, status = 200): Promise<string> {
  const response = await calendar.request('GET', path, { token: null });
  expect([path, response.status, response.headers.get('Content-Type')]).toEqual([
    path,
    status,
    'text/html; charset=utf-8',
  ]);
  return response.text;
}

/** Slugs of the events in the list of a page, in order. Highlights repeat events of the list and are left out. */
export const listedSlugs = (html: string): string[] =>
  [...html.matchAll(/<article class="event.*?<\/article>/gs)].map(
    ([article]) => /href="[^"]*\/event\/([^"]+)"/.exec(article)?.[1] ?? '',
  );

/** The article of an event in the list of a page. Empty if there is none. */
export const articleOf = (html: string, slug: string): string =>
  [...html.matchAll(/<article class="event.*?<\/article>/gs)]
    .map(([article]) => article)
    .find((article) => article.includes(`/event/${slug}"`)) ?? '';

/** The text of HTML without its tags. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
